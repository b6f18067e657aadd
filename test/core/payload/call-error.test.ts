/** The seven error codes (S4.11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERROR_CODES, ERROR_MESSAGES, isErrorCode } from '../../../src/core/payload/call-error.ts';

test('there are seven codes, each with a fixed message', () => {
  assert.equal(ERROR_CODES.length, 7);
  for (const code of ERROR_CODES) assert.match(ERROR_MESSAGES[code], /^[A-Z].*\.$/);
});

test('only these are codes, and no inherited name of an object', () => {
  for (const code of ERROR_CODES) assert.ok(isErrorCode(code));
  for (const code of ['', 'constructor', 'toString', '__proto__', 'internal_error']) {
    assert.ok(!isErrorCode(code), code);
  }
});

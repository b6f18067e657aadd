/** The place at which a text stops being JSON. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultIn } from '../../src/config/json-fault.ts';

test('the place is the first character that no continuation could make valid', () => {
  for (const [text, line, column] of [
    ['{"a": x}', 1, 7],
    ['{"a": 1,\n  "b": hunter2}', 2, 8],
    ['{"a": 1}}', 1, 9],
    ['', 1, 1],
  ] as const) {
    assert.deepEqual(faultIn(text), { line, column }, text);
  }
});

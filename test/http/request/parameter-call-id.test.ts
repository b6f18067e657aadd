/** A malformed call id is refused before it reaches the store. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../src/core/error/service-error.ts';
import { callIdOfPath, callIdOfQuery } from '../../../src/http/request/parameter.ts';

const WRONG = ['', ' a', 'a\u0000', 'a\u2028b', 'x'.repeat(257), '\ud800'];

function refused(read: () => unknown, code: string, field: string): void {
  assert.throws(
    read,
    (error) =>
      error instanceof ServiceError && error.code === code && error.fields[0]?.field === field,
  );
}

test('a malformed call id in a path is INVALID_INPUT', () => {
  for (const callId of ['a/b', '%41', '電話', '..']) assert.equal(callIdOfPath({ callId }), callId);
  for (const callId of WRONG)
    refused(() => callIdOfPath({ callId }), 'INVALID_INPUT', 'path.callId');
});

test('a malformed call id in a query is INVALID_PARAMETER; an absent one is null', () => {
  assert.equal(callIdOfQuery({}), null);
  assert.equal(callIdOfQuery({ callId: 'a/b' }), 'a/b');
  for (const callId of WRONG) {
    refused(() => callIdOfQuery({ callId }), 'INVALID_PARAMETER', 'query.callId');
  }
});

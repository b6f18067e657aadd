/** The parameters in the address of the calls, and the API query for them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callFilter, readCalls } from '../../../../dashboard/src/page/call/call-search.ts';

test('excluding one of two values means the other', () => {
  assert.deepEqual(readCalls({ errors: '1', notErrors: ['1'] }), { errors: '0' });
  assert.deepEqual(readCalls({ notStale: '0' }), { stale: '1' });
  assert.deepEqual(readCalls({ notDirection: ['INBOUND'] }), { direction: 'OUTBOUND' });
  assert.deepEqual(readCalls({ errors: '2', direction: 'x' }), {});
});

test("the query to the API uses the API's names", () => {
  const search = readCalls({ status: 'ERROR', notStatus: ['BUSY', '1'], errors: '0', stale: '1' });
  const { status, notStatus, errors, stale, clientId } = callFilter(search);
  assert.deepEqual([status, notStatus], [['ERROR'], ['BUSY']]);
  assert.deepEqual([errors, stale, clientId], [false, true, undefined]);
  assert.deepEqual(callFilter(readCalls({ notClientId: 'load-test' })).notClientId, ['load-test']);
});

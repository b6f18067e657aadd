/** S2.19: which call a callback is about. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameCall } from '../../src/ingest/call-naming.ts';

test('the call is callId of the address, else the id of the platform', () => {
  assert.deepEqual(nameCall({}, 'sid-1', 'call_id'), {
    kind: 'named',
    callId: 'sid-1',
    callSid: 'sid-1',
    clientId: null,
  });
  assert.deepEqual(nameCall({ callId: 'order 7', clientId: 'c' }, 'sid-1', 'call_id'), {
    kind: 'named',
    callId: 'order 7',
    callSid: 'sid-1',
    clientId: 'c',
  });
  const empty = nameCall({ callId: '', clientId: '' }, 'sid-1', 'call_id');
  assert.equal(empty.kind === 'named' && empty.callId, 'sid-1');
});

test('every id keeps the rules of ids', () => {
  for (const [query, id, start] of [
    [{}, null, 'call_id must be a text'],
    [{}, 'x'.repeat(257), 'call_id: Send at most 256'],
    [{ callId: 'a\u0000' }, 'sid', 'callId of the callback address: '],
    [{ clientId: ' a' }, 'sid', 'clientId of the callback address: '],
  ] as const) {
    const named = nameCall(query, id, 'call_id');
    assert.equal(named.kind === 'refused' && named.code, 'INVALID_INPUT');
    assert.ok(named.kind === 'refused' && named.detail.startsWith(start), JSON.stringify(named));
  }
});

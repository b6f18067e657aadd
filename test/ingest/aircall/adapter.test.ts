/** Aircall passes the suite of all adapters, with its token in the body. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AircallEvent,
  AT_S,
  aircallScript,
  missed,
  of,
} from '../../../examples/demo/platforms/aircall/script.ts';
import { aircallAdapter } from '../../../src/ingest/aircall/adapter.ts';
import { conform } from '../conformance.ts';

conform<AircallEvent>({
  ...aircallScript,
  adapter: aircallAdapter,
  covers: 'sender',
  proof: 'body',
  unknown: [
    of('teleported', 20),
    missed(21, 'solar_flare'),
    of('created', 22, { direction: 'sideways' }),
  ],
  strange: [{}, { event: 'call.created' }, { event: 'call.ended', data: { id: true } }],
});

test('a call that ended has its numbers, times, reason and agent', () => {
  const token = 'synthetic-token-aaaa01';
  const result = aircallAdapter.read({
    method: 'POST',
    contentType: 'application/json',
    body: JSON.stringify({ token, timestamp: AT_S, ...missed(1, 'agents_did_not_answer') }),
    headers: {},
    publicUrl: 'https://calls.example.com/',
    query: {},
    secrets: [token],
    nowMs: 0,
  });
  if (result.kind !== 'taken') assert.fail(result.detail);
  assert.deepEqual(result.reports[0]?.facts, {
    from: '+1 555-010-0001',
    to: '+1 555-010-0002',
    endedAtMs: (AT_S + 9) * 1_000,
    durationMs: 9_000,
    hangupCause: 'agents_did_not_answer',
    agentId: '42',
  });
});

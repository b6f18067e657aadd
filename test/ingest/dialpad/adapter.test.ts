/** Dialpad passes the suite of all adapters, signed by its rule: the body is a token. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AT,
  dialpadScript,
  ended,
  type Fields,
  of,
  token,
} from '../../../examples/demo/platforms/dialpad/script.ts';
import { dialpadAdapter } from '../../../src/ingest/dialpad/adapter.ts';
import { conform } from '../conformance.ts';

const SECRETS = dialpadScript.secrets;

conform<Fields>({
  ...dialpadScript,
  adapter: dialpadAdapter,
  covers: 'body',
  proof: 'body',
  unknown: [of('teleported', 20), of('calling', 21, { direction: 'sideways' })],
  strange: [{}, { state: 'hangup' }, { state: 'calling', call_id: 1.5 }],
});

test('a call that ended has its numbers, times, duration and agent', () => {
  const result = dialpadAdapter.read({
    method: 'POST',
    contentType: 'text/plain',
    body: `${token(ended(1, { duration: 16_464.9 }), SECRETS[0])}\n`,
    headers: {},
    publicUrl: 'https://calls.example.com/',
    query: {},
    secrets: SECRETS,
    nowMs: 0,
  });
  if (result.kind !== 'taken') assert.fail(result.detail);
  assert.deepEqual(result.reports[0]?.facts, {
    from: '+15550100001',
    to: '+15550100002',
    answeredAtMs: AT + 3_000,
    endedAtMs: AT + 9_000,
    durationMs: 16_465,
    agentId: '5908860123456789',
  });
});

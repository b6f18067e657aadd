/** Retell passes the suite of all adapters, signed by its rule: `v=time,d=HMAC(body + time)`. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import ended from '../../../examples/demo/platforms/retell/call-ended.json' with { type: 'json' };
import {
  OTHER,
  over,
  type RetellEvent,
  retellScript,
} from '../../../examples/demo/platforms/retell/script.ts';
import { retellAdapter } from '../../../src/ingest/retell/adapter.ts';
import { conform } from '../conformance.ts';

conform<RetellEvent>({
  ...retellScript,
  adapter: retellAdapter,
  covers: 'body',
  unknown: [
    { event: 'call_teleported', call: OTHER },
    over('18', 'solar_flare'),
    over('20', 'dial_busy', { direction: 'sideways' }),
    over('19', 'transfer_cancelled'),
    { event: 'call_ended' },
  ],
  strange: [
    {},
    { event: 'call_started' },
    { event: 'call_started', call: [] },
    { event: 1, call: OTHER },
    over('20', 'user_hangup', { call_id: 20 }),
  ],
});

const NOW_MS = 1_763_596_800_000;

function ask(body: string, signature: string) {
  return retellAdapter.read({
    method: 'POST',
    contentType: 'application/json',
    body,
    headers: { 'x-retell-signature': signature },
    publicUrl: 'https://calls.example.com/',
    query: {},
    secrets: ['key_synthetic_0123456789'],
    nowMs: NOW_MS,
  });
}

test("a request that Retell's own sign() (retell-sdk 4.0.0) signed is accepted", () => {
  const body =
    '{"event":"call_started","call":{"call_id":"call_synthetic_0001",' +
    '"call_type":"phone_call","direction":"inbound"}}';
  const digest = '63ddb3a3a8d824ee58b5c646dee5986b37bd20f8fad84f6f99a75cce10a58b48';
  assert.equal(ask(body, `v=${NOW_MS},d=${digest}`).kind, 'taken');
  assert.equal(ask(`${body} `, `v=${NOW_MS},d=${digest}`).kind, 'refused');
});

function signed(event: RetellEvent) {
  const body = JSON.stringify(event);
  const digest = createHmac('sha256', 'key_synthetic_0123456789').update(`${body}${NOW_MS}`);
  const result = ask(body, `v=${NOW_MS},d=${digest.digest('hex')}`);
  if (result.kind !== 'taken') assert.fail(result.detail);
  return result;
}

test('a call that ended has its facts', () => {
  assert.deepEqual(signed(ended).reports[0]?.facts, {
    from: '+15550100001',
    to: '+15550100002',
    endedAtMs: 1_763_596_742_000,
    durationMs: 42_000,
    hangupCause: 'user_hangup',
    recordingUrl: 'https://recordings.example.com/call_synthetic_01/recording.wav',
    agentId: 'agent_synthetic_01',
  });
});

test('a call stopped by hand is canceled only if it had not begun', () => {
  const [report] = signed(over('12', 'manual_stopped')).reports;
  assert.deepEqual(
    report?.variants.map(({ hint, status }) => ({ hint, status })),
    [{ hint: 'ANSWERED', status: 'COMPLETED' }],
  );
});

test('a call without a direction has no log, since a log needs one', () => {
  const call = { ...ended.call, direction: undefined };
  assert.equal(signed({ event: 'call_ended', call }).callLog, null);
});

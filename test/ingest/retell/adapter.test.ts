/** Retell passes the suite of all adapters, signed by its rule: `v=time,d=HMAC(body + time)`. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { retellAdapter } from '../../../src/ingest/retell/adapter.ts';
import { conform } from '../conformance.ts';
import ended from './recordings/call-ended.json' with { type: 'json' };
import started from './recordings/call-started.json' with { type: 'json' };

type Fields = Readonly<Record<string, unknown>>;

interface Event {
  readonly event?: unknown;
  readonly call?: unknown;
}

const OTHER = {
  call_type: 'phone_call',
  direction: 'outbound',
  from_number: '+15550100001',
  to_number: '+15550100002',
  call_status: 'not_connected',
};

function over(id: string, reason: string, more: Fields = {}): Event {
  const call = { ...OTHER, call_id: `call_synthetic_${id}`, disconnection_reason: reason, ...more };
  return { event: 'call_ended', call };
}

const inbound = { direction: 'inbound' };

conform<Event>({
  adapter: retellAdapter,
  secrets: ['key_synthetic_0123456789', 'key_synthetic_previous', 'key_synthetic_wrong_01'],
  covers: 'body',
  send(event, { secret, atMs }) {
    const body = JSON.stringify(event);
    const digest = createHmac('sha256', secret).update(`${body}${atMs}`).digest('hex');
    const headers = { 'x-retell-signature': `v=${atMs},d=${digest}` };
    return { contentType: 'application/json', body, headers };
  },
  events: [
    { event: started, becomes: 'hint ANSWERED; OUTBOUND CALLING' },
    { event: { ...started, event: 'transcript_updated' }, becomes: 'ignored' },
    { event: ended, becomes: 'OUTBOUND COMPLETED; log of 4 turns' },
    { event: { ...ended, event: 'call_analyzed' }, becomes: 'ignored' },
    { event: over('02', 'voicemail_reached'), becomes: 'OUTBOUND VOICEMAIL_REACHED' },
    { event: over('03', 'dial_busy'), becomes: 'OUTBOUND BUSY' },
    { event: over('04', 'user_declined'), becomes: 'OUTBOUND BUSY' },
    { event: over('05', 'dial_no_answer'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: over('06', 'invalid_destination'), becomes: 'OUTBOUND UNREACHABLE' },
    { event: over('07', 'dial_failed'), becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED' },
    {
      event: over('08', 'telephony_provider_permission_denied'),
      becomes: 'OUTBOUND ERROR CALL_NOT_PERMITTED',
    },
    {
      event: over('09', 'error_llm_websocket_lost_connection'),
      becomes: 'OUTBOUND ERROR CALL_INTERRUPTED',
    },
    { event: over('10', 'error_retell'), becomes: 'OUTBOUND ERROR INTERNAL_ERROR' },
    { event: over('11', 'error_unknown'), becomes: 'OUTBOUND ERROR UNKNOWN_ERROR' },
    { event: over('12', 'manual_stopped'), becomes: 'OUTBOUND CANCELED' },
    {
      event: over('13', 'concurrency_limit_reached'),
      becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED',
    },
    {
      event: over('14', 'concurrency_limit_reached', inbound),
      becomes: 'INBOUND CONCURRENCY_LIMIT_EXCEEDED',
    },
    { event: over('15', 'user_hangup', inbound), becomes: 'INBOUND COMPLETED' },
    {
      event: over('16', 'agent_hangup', { call_type: 'web_call', direction: undefined }),
      becomes: 'INBOUND COMPLETED',
    },
    { event: over('17', 'inactivity', { direction: undefined }), becomes: '? COMPLETED' },
    { event: { event: 'chat_started' }, becomes: 'ignored' },
  ],
  unknown: [
    { event: 'call_teleported', call: OTHER },
    over('18', 'solar_flare'),
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

test("what sign() of Retell's own library (retell-sdk 4.0.0) made is taken", () => {
  const body =
    '{"event":"call_started","call":{"call_id":"call_synthetic_0001",' +
    '"call_type":"phone_call","direction":"inbound"}}';
  const digest = '63ddb3a3a8d824ee58b5c646dee5986b37bd20f8fad84f6f99a75cce10a58b48';
  assert.equal(ask(body, `v=${NOW_MS},d=${digest}`).kind, 'taken');
  assert.equal(ask(`${body} `, `v=${NOW_MS},d=${digest}`).kind, 'refused');
});

function signed(event: Event) {
  const body = JSON.stringify(event);
  const digest = createHmac('sha256', 'key_synthetic_0123456789').update(`${body}${NOW_MS}`);
  const result = ask(body, `v=${NOW_MS},d=${digest.digest('hex')}`);
  if (result.kind !== 'taken') assert.fail(result.detail);
  return result;
}

test('a call that ended says its facts', () => {
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

test('a call that was stopped by hand is canceled only if it had not begun', () => {
  const [report] = signed(over('12', 'manual_stopped')).reports;
  assert.deepEqual(
    report?.variants.map(({ hint, status }) => ({ hint, status })),
    [{ hint: 'ANSWERED', status: 'COMPLETED' }],
  );
});

test('a call whose direction is not said has no log, since a log has one', () => {
  const call = { ...ended.call, direction: undefined };
  assert.equal(signed({ event: 'call_ended', call }).callLog, null);
});

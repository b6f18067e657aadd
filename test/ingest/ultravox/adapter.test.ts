/** Ultravox passes the suite of all adapters, signed by its rule: HMAC(body + ISO 8601 time). */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { ultravoxAdapter } from '../../../src/ingest/ultravox/adapter.ts';
import { conform } from '../conformance.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Event {
  readonly event?: unknown;
  readonly call?: unknown;
}

const CALL = {
  callId: '00000000-0000-4000-8000-000000000001',
  clientVersion: null,
  created: '2026-11-20T00:00:00.000000Z',
  joined: null,
  ended: null,
  endReason: null,
  agentId: 'agent-synthetic',
  medium: {
    sip: {
      outgoing: { from: '+15550100001', to: 'sip:+15550100002@sip.example', password: 'synthetic' },
    },
  },
  metadata: { order: '17', count: 3 },
};
const JOINED = { ...CALL, joined: '2026-11-20T00:00:10.250000Z' };
const OVER = { ...JOINED, ended: '2026-11-20T00:01:10.250000Z', endReason: 'hangup' };
const incoming = { medium: { sip: { incoming: {} } } };

const over = (id: string, endReason: unknown, more: Fields = {}): Event => ({
  event: 'call.ended',
  call: { ...OVER, callId: `00000000-0000-4000-8000-0000000000${id}`, endReason, ...more },
});

const signature = (body: string, time: string, secret: string) =>
  createHmac('sha256', secret).update(`${body}${time}`).digest('hex');

conform<Event>({
  adapter: ultravoxAdapter,
  secrets: ['ultravox-synthetic-0123', 'ultravox-synthetic-prev', 'ultravox-synthetic-wrong'],
  covers: 'body',
  send(event, { secret, atMs }) {
    const body = JSON.stringify(event);
    const time = new Date(atMs).toISOString().replace('Z', '000+00:00');
    const headers = {
      'x-ultravox-webhook-timestamp': time,
      'x-ultravox-webhook-signature': signature(body, time, secret),
    };
    return { contentType: 'application/json', body, headers };
  },
  events: [
    { event: { event: 'call.started', call: CALL }, becomes: 'OUTBOUND DIALING' },
    { event: { event: 'call.joined', call: JOINED }, becomes: 'OUTBOUND CALLING' },
    { event: { event: 'call.ended', call: OVER }, becomes: 'OUTBOUND COMPLETED' },
    { event: { event: 'call.billed', call: OVER }, becomes: 'ignored' },
    { event: over('02', 'agent_hangup'), becomes: 'OUTBOUND COMPLETED' },
    { event: over('03', 'timeout'), becomes: 'OUTBOUND COMPLETED' },
    { event: over('04', 'unjoined'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: over('05', 'connection_error'), becomes: 'OUTBOUND ERROR CALL_INTERRUPTED' },
    { event: over('06', 'system_error'), becomes: 'OUTBOUND ERROR INTERNAL_ERROR' },
    { event: over('07', 'hangup', incoming), becomes: 'INBOUND COMPLETED' },
    {
      event: over('08', 'unjoined', incoming),
      becomes: 'INBOUND ERROR CALL_CONNECTION_FAILED',
    },
    { event: over('09', 'hangup', { medium: { webRtc: {} } }), becomes: 'INBOUND COMPLETED' },
    { event: over('10', 'hangup', { medium: null }), becomes: 'INBOUND COMPLETED' },
    { event: over('11', 'hangup', { medium: { twilio: {} } }), becomes: '? COMPLETED' },
  ],
  unknown: [{ event: 'call.teleported', call: CALL }, over('12', 'solar_flare'), over('13', null)],
  strange: [
    {},
    { event: 'call.started' },
    { event: 'call.started', call: [] },
    { event: 1, call: CALL },
    over('14', 'hangup', { callId: 14 }),
  ],
});

const NOW = '2026-11-20T00:02:00.000000+00:00';

function read(event: Event, given = '') {
  const body = JSON.stringify(event);
  const secret = 'ultravox-synthetic-0123';
  return ultravoxAdapter.read({
    method: 'POST',
    contentType: 'application/json',
    body,
    headers: {
      'x-ultravox-webhook-timestamp': NOW,
      'x-ultravox-webhook-signature': given + signature(body, NOW, secret),
    },
    publicUrl: 'https://calls.example.com/',
    query: {},
    secrets: [secret],
    nowMs: Date.parse(NOW),
  });
}

test('a call that ended says its facts', () => {
  const result = read({ event: 'call.ended', call: OVER });
  if (result.kind !== 'taken') assert.fail(result.detail);
  assert.deepEqual(result.reports[0]?.facts, {
    from: '+15550100001',
    to: 'sip:+15550100002@sip.example',
    answeredAtMs: Date.UTC(2026, 10, 20, 0, 0, 10, 250),
    endedAtMs: Date.UTC(2026, 10, 20, 0, 1, 10, 250),
    durationMs: 60_000,
    hangupCause: 'hangup',
    agentId: 'agent-synthetic',
    metadata: { order: '17' },
  });
});

test('one of several signatures is enough, as while secrets change', () => {
  assert.equal(read({ event: 'call.billed', call: OVER }, `${'0'.repeat(64)},`).kind, 'taken');
});

/** Dialpad passes the suite of all adapters, signed by its rule: the body is a token. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { dialpadAdapter } from '../../../src/ingest/dialpad/adapter.ts';
import { conform } from '../conformance.ts';

type Fields = Readonly<Record<string, unknown>>;

const AT = 1_795_132_800_000;
const of = (state: string, id: number, more: Fields = {}): Fields => ({
  call_id: 4_978_137_078_431_000 + id,
  state,
  direction: 'outbound',
  internal_number: '+15550100001',
  external_number: '+15550100002',
  date_started: AT,
  event_timestamp: AT + 1_000,
  target: { type: 'user', id: 5_908_860_123_456_789, phone: '+15550100001' },
  contact: { type: 'local', phone: '+15550100002' },
  entry_point_call_id: null,
  master_call_id: null,
  ...more,
});
const ended = (id: number, more: Fields = {}): Fields =>
  of('hangup', id, { date_ended: AT + 9_000, date_connected: AT + 3_000, ...more });

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

function token(fields: Fields, secret: string): string {
  const text = `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url(JSON.stringify(fields))}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

const SECRETS = ['synthetic-secret-01', 'synthetic-secret-02', 'synthetic-secret-03'] as const;
const INBOUND = { direction: 'inbound' };

conform<Fields>({
  adapter: dialpadAdapter,
  secrets: SECRETS,
  covers: 'body',
  proof: 'body',
  send: (fields, { secret }) => ({
    contentType: 'application/jwt',
    body: token(fields, secret),
    headers: {},
  }),
  events: [
    { event: of('calling', 1), becomes: 'OUTBOUND CALLING' },
    { event: of('connected', 1, { date_connected: AT }), becomes: 'OUTBOUND CALLING' },
    { event: of('hold', 1), becomes: 'ignored' },
    { event: ended(1), becomes: 'OUTBOUND COMPLETED' },
    { event: ended(2, { date_connected: null }), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: of('ringing', 3, INBOUND), becomes: 'INBOUND ACCEPTING' },
    { event: of('connected', 3, INBOUND), becomes: 'INBOUND CALLING' },
    { event: ended(3, INBOUND), becomes: 'INBOUND COMPLETED' },
    { event: ended(4, { ...INBOUND, date_connected: null }), becomes: 'INBOUND COMPLETED' },
    { event: of('missed', 5, INBOUND), becomes: 'INBOUND ERROR CALL_CONNECTION_FAILED' },
    { event: of('blocked', 6, INBOUND), becomes: 'INBOUND ERROR CALL_NOT_PERMITTED' },
    { event: of('voicemail', 7, INBOUND), becomes: 'ignored' },
    { event: ended(8, { entry_point_call_id: 4_978_137_078_431_001 }), becomes: 'ignored' },
    { event: { agent: 'available' }, becomes: 'ignored' },
  ],
  unknown: [of('teleported', 20), of('calling', 21, { direction: 'sideways' })],
  strange: [{}, { state: 'hangup' }, { state: 'calling', call_id: 1.5 }],
});

test('a call that ended says its numbers, times, duration and agent', () => {
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

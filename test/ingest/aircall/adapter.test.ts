/** Aircall passes the suite of all adapters, with its token in the body. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aircallAdapter } from '../../../src/ingest/aircall/adapter.ts';
import { conform } from '../conformance.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Event {
  readonly event?: string;
  readonly data?: unknown;
}

const AT_S = 1_795_132_800;
const of = (event: string, id: number, more: Fields = {}): Event => ({
  event: `call.${event}`,
  data: {
    id,
    call_uuid: `CA${String(id).padStart(32, '0')}`,
    direction: 'inbound',
    status: 'initial',
    missed_call_reason: null,
    started_at: AT_S,
    answered_at: null,
    ended_at: null,
    duration: 0,
    voicemail: null,
    raw_digits: '+1 555-010-0001',
    user: { id: 42, name: 'Synthetic Agent' },
    number: { id: 7, digits: '+1 555-010-0002' },
    ...more,
  },
});
const ended = (id: number, more: Fields): Event =>
  of('ended', id, { status: 'done', ended_at: AT_S + 9, duration: 9, ...more });
const missed = (id: number, reason: string): Event => ended(id, { missed_call_reason: reason });
const OUT = { direction: 'outbound' };

conform<Event>({
  adapter: aircallAdapter,
  secrets: ['synthetic-token-aaaa01', 'synthetic-token-aaaa02', 'synthetic-token-aaaa03'],
  covers: 'sender',
  proof: 'body',
  send: (event, { secret, atMs }) => ({
    contentType: 'application/json',
    body: JSON.stringify({
      resource: 'call',
      timestamp: Math.floor(atMs / 1_000),
      token: secret,
      ...event,
    }),
    headers: {},
  }),
  events: [
    { event: of('created', 1), becomes: 'INBOUND ACCEPTING' },
    { event: of('ringing_on_agent', 1), becomes: 'INBOUND ACCEPTING' },
    { event: of('agent_declined', 1), becomes: 'ignored' },
    { event: of('answered', 1, { answered_at: AT_S + 2 }), becomes: 'INBOUND CALLING' },
    { event: of('hungup', 1), becomes: 'ignored' },
    { event: ended(1, { answered_at: AT_S + 2 }), becomes: 'INBOUND COMPLETED' },
    { event: missed(2, 'short_abandoned'), becomes: 'INBOUND COMPLETED' },
    { event: missed(3, 'abandonned_in_ivr'), becomes: 'INBOUND COMPLETED' },
    {
      event: ended(4, { voicemail: 'https://example.com/voicemail' }),
      becomes: 'INBOUND COMPLETED',
    },
    {
      event: missed(5, 'agents_did_not_answer'),
      becomes: 'INBOUND ERROR CALL_CONNECTION_FAILED',
    },
    { event: missed(6, 'no_available_agent'), becomes: 'INBOUND ERROR CALL_CONNECTION_FAILED' },
    { event: missed(7, 'out_of_opening_hours'), becomes: 'INBOUND ERROR CALL_CONNECTION_FAILED' },
    { event: of('created', 8, OUT), becomes: 'OUTBOUND CALLING' },
    { event: of('answered', 8, { ...OUT, answered_at: AT_S }), becomes: 'OUTBOUND CALLING' },
    { event: ended(8, { ...OUT, answered_at: AT_S }), becomes: 'OUTBOUND COMPLETED' },
    { event: ended(9, OUT), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: { event: 'user.opened.v2', data: {} }, becomes: 'ignored' },
  ],
  unknown: [
    of('teleported', 20),
    missed(21, 'solar_flare'),
    of('created', 22, { direction: 'sideways' }),
  ],
  strange: [{}, { event: 'call.created' }, { event: 'call.ended', data: { id: true } }],
});

test('a call that ended says its numbers, times, reason and agent', () => {
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

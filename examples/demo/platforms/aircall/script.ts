/**
 * What Aircall sends about calls: it signs nothing, and writes the token of the webhook into each
 * body. Must use no code of the adapter.
 */
import type { PlatformScript } from '../script.ts';

type Fields = Readonly<Record<string, unknown>>;
export interface AircallEvent {
  readonly event?: string;
  readonly data?: unknown;
}

export const AT_S = 1_795_132_800;
export const of = (event: string, id: number, more: Fields = {}): AircallEvent => ({
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
export const ended = (id: number, more: Fields): AircallEvent =>
  of('ended', id, { status: 'done', ended_at: AT_S + 9, duration: 9, ...more });
export const missed = (id: number, reason: string): AircallEvent =>
  ended(id, { missed_call_reason: reason });
const OUT = { direction: 'outbound' };

export const aircallScript: PlatformScript<AircallEvent> = {
  secrets: ['synthetic-token-aaaa01', 'synthetic-token-aaaa02', 'synthetic-token-aaaa03'],
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
  nameOf({ event, data }) {
    const { missed_call_reason: reason } = Object(data);
    return [event, reason].filter(Boolean).join(' ');
  },
};

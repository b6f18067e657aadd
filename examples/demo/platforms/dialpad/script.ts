/**
 * What Dialpad sends about calls, signed by its rule: the body is a token, HS256, whose claims are
 * the event. Must use no code of the adapter.
 */
import { createHmac } from 'node:crypto';
import type { PlatformScript } from '../script.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const AT = 1_795_132_800_000;
export const of = (state: string, id: number, more: Fields = {}): Fields => ({
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
export const ended = (id: number, more: Fields = {}): Fields =>
  of('hangup', id, { date_ended: AT + 9_000, date_connected: AT + 3_000, ...more });

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

export function token(fields: Fields, secret: string): string {
  const text = `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url(JSON.stringify(fields))}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

const INBOUND = { direction: 'inbound' };

export const dialpadScript: PlatformScript<Fields> = {
  secrets: ['synthetic-secret-01', 'synthetic-secret-02', 'synthetic-secret-03'],
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
  nameOf: ({ state, agent }) => String(state ?? agent),
};

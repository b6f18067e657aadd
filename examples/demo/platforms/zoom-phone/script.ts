/**
 * What Zoom Phone sends about calls, signed by its rule: HMAC-SHA256 over `v0:time:body`. Must use
 * no code of the adapter.
 */
import { createHmac } from 'node:crypto';
import type { PlatformScript } from '../script.ts';

type Fields = Readonly<Record<string, unknown>>;
export interface ZoomEvent {
  readonly event?: string;
  readonly event_ts?: number;
  readonly payload?: Fields;
}

const OUTSIDE = { extension_type: 'pstn', phone_number: '+15550100001' };
const OWN = {
  extension_type: 'user',
  extension_number: 800,
  user_id: 'synthetic-user-1',
  phone_number: '+15550100002',
};

export function of(event: string, callId: string, more: Fields = {}): ZoomEvent {
  const isCaller = event.includes('caller');
  const object = {
    call_id: callId,
    caller: isCaller ? OWN : OUTSIDE,
    callee: isCaller ? OUTSIDE : OWN,
    ringing_start_time: '2026-11-20T00:00:01Z',
    ...more,
  };
  return {
    event: `phone.${event}`,
    event_ts: 1_795_132_801_000,
    payload: { account_id: 'synthetic-account', object },
  };
}

export const ended = (side: string, callId: string, handup_result: string): ZoomEvent =>
  of(`${side}_ended`, callId, { handup_result, call_end_time: '2026-11-20T00:00:09Z' });

export function signed(body: string, secret: string, atMs: number) {
  const time = String(Math.floor(atMs / 1_000));
  const hex = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex');
  return { 'x-zm-request-timestamp': time, 'x-zm-signature': `v0=${hex}` };
}

export const zoomPhoneScript: PlatformScript<ZoomEvent> = {
  secrets: ['synthetic-token-01', 'synthetic-token-02', 'synthetic-token-03'],
  send(event, { secret, atMs }) {
    const body = JSON.stringify(event);
    return { contentType: 'application/json', body, headers: signed(body, secret, atMs) };
  },
  events: [
    { event: of('caller_ringing', '1'), becomes: 'OUTBOUND CALLING' },
    { event: of('caller_connected', '1'), becomes: 'hint ANSWERED; OUTBOUND CALLING' },
    { event: of('caller_hold', '1'), becomes: 'ignored' },
    { event: ended('caller', '1', 'Call connected'), becomes: 'OUTBOUND COMPLETED' },
    { event: ended('caller', '2', 'Call Cancel'), becomes: 'OUTBOUND CANCELED' },
    { event: ended('caller', '3', 'No Answer'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: ended('caller', '4', 'Busy'), becomes: 'OUTBOUND BUSY' },
    { event: ended('caller', '5', 'Voicemail'), becomes: 'OUTBOUND VOICEMAIL_REACHED' },
    { event: of('callee_ringing', '6'), becomes: 'INBOUND ACCEPTING' },
    { event: of('callee_missed', '6', { handup_result: 'No Answer' }), becomes: 'ignored' },
    { event: of('callee_answered', '6'), becomes: 'hint ANSWERED; INBOUND CALLING' },
    { event: ended('callee', '6', 'Answered by Other Member'), becomes: 'ignored' },
    { event: ended('callee', '6', 'Call connected'), becomes: 'INBOUND COMPLETED' },
    { event: ended('callee', '7', 'Call Cancel'), becomes: 'INBOUND COMPLETED' },
    { event: ended('callee', '8', 'Voicemail'), becomes: 'INBOUND COMPLETED' },
    { event: of('callee_ringing', '9', { caller: OWN }), becomes: 'ignored' },
    { event: of('voicemail_received', '9'), becomes: 'ignored' },
  ],
  nameOf({ event = '', payload = {} }) {
    const { handup_result: result } = Object(payload.object);
    return [event, result].filter(Boolean).join(' ');
  },
};

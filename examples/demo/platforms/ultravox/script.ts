/**
 * What Ultravox sends about calls, signed by its rule: HMAC-SHA256 over the body and the time.
 * Must use no code of the adapter.
 */
import { createHmac } from 'node:crypto';
import type { PlatformScript } from '../script.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface UltravoxEvent {
  readonly event?: unknown;
  readonly call?: unknown;
}

export const CALL = {
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
export const OVER = { ...JOINED, ended: '2026-11-20T00:01:10.250000Z', endReason: 'hangup' };
const incoming = { medium: { sip: { incoming: {} } } };

export const over = (id: string, endReason: unknown, more: Fields = {}): UltravoxEvent => ({
  event: 'call.ended',
  call: { ...OVER, callId: `00000000-0000-4000-8000-0000000000${id}`, endReason, ...more },
});

/** The call was never joined; `terminationReason`: what SIP said of it. */
export const unjoined = (id: string, terminationReason: string): UltravoxEvent =>
  over(id, 'unjoined', { joined: null, sipDetails: { billedDuration: null, terminationReason } });

export const signature = (body: string, time: string, secret: string) =>
  createHmac('sha256', secret).update(`${body}${time}`).digest('hex');

export const ultravoxScript: PlatformScript<UltravoxEvent> = {
  secrets: ['ultravox-synthetic-0123', 'ultravox-synthetic-prev', 'ultravox-synthetic-wrong'],
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
    { event: unjoined('15', 'SIP_TERMINATION_BUSY'), becomes: 'OUTBOUND BUSY' },
    { event: unjoined('16', 'SIP_TERMINATION_REJECTED'), becomes: 'OUTBOUND BUSY' },
    { event: unjoined('17', 'SIP_TERMINATION_INVALID_NUMBER'), becomes: 'OUTBOUND UNREACHABLE' },
    { event: unjoined('18', 'SIP_TERMINATION_TIMEOUT'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: unjoined('19', 'SIP_TERMINATION_CANCELED'), becomes: 'OUTBOUND CANCELED' },
    {
      event: over('20', 'connection_error', { joined: null }),
      becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED',
    },
    { event: over('09', 'hangup', { medium: { webRtc: {} } }), becomes: 'INBOUND COMPLETED' },
    { event: over('10', 'hangup', { medium: null }), becomes: 'INBOUND COMPLETED' },
    { event: over('11', 'hangup', { medium: { twilio: {} } }), becomes: '? COMPLETED' },
  ],
  nameOf({ event, call }) {
    const { endReason, sipDetails } = Object(call);
    return [event, endReason, Object(sipDetails).terminationReason].filter(Boolean).join(' ');
  },
};

/**
 * What Retell AI sends about calls, signed by its rule: `v=time,d=HMAC(body + time)`, with the time
 * in milliseconds. Must use no code of the adapter.
 */
import { createHmac } from 'node:crypto';
import type { PlatformScript } from '../script.ts';
import ended from './call-ended.json' with { type: 'json' };
import started from './call-started.json' with { type: 'json' };

type Fields = Readonly<Record<string, unknown>>;

export interface RetellEvent {
  readonly event?: unknown;
  readonly call?: unknown;
}

export const OTHER = {
  call_type: 'phone_call',
  direction: 'outbound',
  from_number: '+15550100001',
  to_number: '+15550100002',
  call_status: 'not_connected',
};

export function over(id: string, reason: string, more: Fields = {}): RetellEvent {
  const call = { ...OTHER, call_id: `call_synthetic_${id}`, disconnection_reason: reason, ...more };
  return { event: 'call_ended', call };
}

const inbound = { direction: 'inbound' };

export const retellScript: PlatformScript<RetellEvent> = {
  secrets: ['key_synthetic_0123456789', 'key_synthetic_previous', 'key_synthetic_wrong_01'],
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
  nameOf: ({ event, call }) => [event, reasonOf(call)].filter(Boolean).join(' '),
};

function reasonOf(call: unknown): unknown {
  return Object(call).disconnection_reason;
}

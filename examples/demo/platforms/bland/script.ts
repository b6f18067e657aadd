/**
 * What Bland sends about calls, signed by its rule: hex HMAC-SHA256 over the body.
 * Must use no code of the adapter.
 */
import { createHmac } from 'node:crypto';
import type { PlatformScript } from '../script.ts';
import ended from './post-call.json' with { type: 'json' };

export type BlandEvent = Readonly<Record<string, unknown>>;

const inbound = { inbound: true };

export function over(id: string, status: string | undefined, more: BlandEvent = {}): BlandEvent {
  const { transcripts, ...call } = ended;
  return { ...call, call_id: `00000000-0000-4000-8000-0000000000${id}`, status, ...more };
}

export const blandScript: PlatformScript<BlandEvent> = {
  secrets: ['bland-synthetic-0123456', 'bland-synthetic-previous', 'bland-synthetic-wrong'],
  send(event, { secret }) {
    const body = JSON.stringify(event);
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = { 'x-webhook-signature': signature };
    return { contentType: 'application/json', body, headers };
  },
  events: [
    { event: ended, becomes: 'OUTBOUND COMPLETED; log of 3 turns' },
    { event: { ...ended, event_type: 'citations' }, becomes: 'ignored' },
    {
      event: { level: 'call', category: 'info', message: 'Call answered.', call_id: 'c' },
      becomes: 'ignored',
    },
    {
      event: over('02', 'completed', { answered_by: 'voicemail' }),
      becomes: 'OUTBOUND VOICEMAIL_REACHED',
    },
    {
      event: over('03', 'completed', { answered_by: 'no-answer' }),
      becomes: 'OUTBOUND NO_RESPONSE',
    },
    { event: over('04', 'busy'), becomes: 'OUTBOUND BUSY' },
    { event: over('05', 'no-answer'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: over('06', 'canceled'), becomes: 'OUTBOUND CANCELED' },
    { event: over('07', 'failed'), becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED' },
    { event: over('08', 'unknown'), becomes: 'OUTBOUND ERROR UNKNOWN_ERROR' },
    { event: over('09', 'completed', inbound), becomes: 'INBOUND COMPLETED' },
    { event: over('10', 'completed', { inbound: undefined }), becomes: '? COMPLETED' },
    { event: over('11', undefined), becomes: 'OUTBOUND COMPLETED' },
    {
      event: over('12', undefined, { queue_status: 'call_error' }),
      becomes: 'OUTBOUND ERROR CALL_INTERRUPTED',
    },
    {
      event: over('13', undefined, { queue_status: 'queue_error' }),
      becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED',
    },
    { event: { call_id: 'c' }, becomes: 'ignored' },
  ],
  nameOf: ({ event_type: type, status, answered_by: by, queue_status: queue, category }) =>
    [type, status, by, queue, category].filter(Boolean).join(' ') || 'no status',
};

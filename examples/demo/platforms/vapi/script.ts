/**
 * What Vapi sends about calls, signed as the HMAC credential that it proposes: over `time.body`.
 * Must use no code of the adapter.
 */
import { createHmac } from 'node:crypto';
import type { PlatformScript } from '../script.ts';
import ended from './end-of-call-report.json' with { type: 'json' };

type Fields = Readonly<Record<string, unknown>>;
export interface VapiEvent {
  readonly message?: unknown;
}

export const { call } = ended.message;

export function of(type: string, more: Fields = {}): VapiEvent {
  return { message: { type, call, timestamp: 1_763_596_700_000, ...more } };
}

export const status = (word: string, more: Fields = {}) =>
  of('status-update', { status: word, ...more });

export function over(id: string, endedReason: string, more: Fields = {}): VapiEvent {
  return of('end-of-call-report', {
    endedReason,
    call: { ...call, id: `synthetic-${id}`, ...more },
  });
}

export const inbound = { type: 'inboundPhoneCall' };
export const EVENTS = [
  { event: status('queued'), becomes: 'OUTBOUND DIALING' },
  { event: status('ringing'), becomes: 'OUTBOUND CALLING' },
  { event: status('in-progress'), becomes: 'hint ANSWERED; OUTBOUND CALLING' },
  { event: of('conversation-update'), becomes: 'ignored' },
  { event: status('ended', { endedReason: 'customer-ended-call' }), becomes: 'OUTBOUND COMPLETED' },
  { event: ended, becomes: 'OUTBOUND COMPLETED; log of 3 turns' },
];

export const vapiScript: PlatformScript<VapiEvent> = {
  secrets: ['vapi-synthetic-0123456789', 'vapi-synthetic-previous', 'vapi-synthetic-wrong'],
  send(event, { secret, atMs }) {
    const body = JSON.stringify(event);
    const time = String(Math.floor(atMs / 1_000));
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const headers = { 'x-signature': signature, 'x-timestamp': time };
    return { contentType: 'application/json', body, headers };
  },
  events: [
    ...EVENTS,
    { event: status('scheduled'), becomes: 'ignored' },
    { event: status('ended'), becomes: 'ignored' },
    { event: of('tool-calls', { toolCallList: [] }), becomes: 'ignored' },
    { event: of('transcript[transcriptType="final"]'), becomes: 'ignored' },
    { event: { message: { type: 'chat.created', chat: {} } }, becomes: 'ignored' },
    { event: over('02', 'voicemail'), becomes: 'OUTBOUND VOICEMAIL_REACHED' },
    { event: over('03', 'customer-busy'), becomes: 'OUTBOUND BUSY' },
    { event: over('04', 'customer-did-not-answer'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: over('05', 'twilio-reported-customer-misdialed'), becomes: 'OUTBOUND UNREACHABLE' },
    { event: over('06', 'manually-canceled'), becomes: 'OUTBOUND CANCELED' },
    {
      event: over('07', 'twilio-failed-to-connect-call'),
      becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED',
    },
    {
      event: over('08', 'call.start.error-subscription-frozen'),
      becomes: 'OUTBOUND ERROR CALL_NOT_PERMITTED',
    },
    {
      event: over('09', 'call.in-progress.error-providerfault-openai-llm-failed'),
      becomes: 'OUTBOUND ERROR CALL_INTERRUPTED',
    },
    {
      event: over('10', 'call.start.error-vapifault-database-error'),
      becomes: 'OUTBOUND ERROR INTERNAL_ERROR',
    },
    {
      event: over('11', 'call.start.error-subscription-concurrency-limit-reached', inbound),
      becomes: 'INBOUND CONCURRENCY_LIMIT_EXCEEDED',
    },
    {
      event: over(
        '12',
        'call.in-progress.error-providerfault-outbound-sip-480-temporarily-unavailable',
      ),
      becomes: 'OUTBOUND UNREACHABLE',
    },
    { event: over('13', 'silence-timed-out', { type: 'webCall' }), becomes: 'INBOUND COMPLETED' },
    { event: over('14', 'customer-busy', { type: undefined }), becomes: '? BUSY' },
    { event: over('15', 'call-deleted'), becomes: 'ignored' },
  ],
  nameOf: ({ message }) => {
    const { type, status: word, endedReason } = Object(message);
    return [type, word, endedReason].filter(Boolean).join(' ');
  },
};

/**
 * What ElevenLabs sends about conversations, signed by its rule: `t=time,v0=HMAC(time.body)`. Must
 * use no code of the adapter.
 */
import { createHmac } from 'node:crypto';
import type { PlatformScript } from '../script.ts';
import sip from './failure-sip.json' with { type: 'json' };
import twilio from './failure-twilio.json' with { type: 'json' };
import transcription from './transcription.json' with { type: 'json' };

type Fields = Readonly<Record<string, unknown>>;

export interface ElevenLabsEvent {
  readonly type?: unknown;
  readonly event_timestamp?: number;
  readonly data?: unknown;
}

const { data } = transcription;

/** A conversation without turns; `metadata`: in place of that of the recording. */
export function over(id: string, more: Fields = {}): ElevenLabsEvent {
  const conversation_id = `conv_synthetic_${id}`;
  return { ...transcription, data: { ...data, conversation_id, transcript: [], ...more } };
}

export function failed(id: string, failure_reason: unknown, body: Fields = {}): ElevenLabsEvent {
  const metadata = { type: 'sip', body };
  return {
    ...sip,
    data: { agent_id: 'a', conversation_id: `conv_synthetic_${id}`, failure_reason, metadata },
  };
}

const VOICEMAIL = [
  {
    role: 'agent',
    message: null,
    tool_results: [
      {
        type: 'system',
        tool_name: 'voicemail_detection',
        result: { result_type: 'voicemail_detection_success', status: 'success' },
      },
    ],
    time_in_call_secs: 3,
  },
];
export const inbound = { phone_call: { ...data.metadata.phone_call, direction: 'inbound' } };

export const elevenLabsScript: PlatformScript<ElevenLabsEvent> = {
  secrets: ['wsec_synthetic_0123456789', 'wsec_synthetic_previous', 'wsec_synthetic_wrong_01'],
  send(event, { secret, atMs }) {
    const body = JSON.stringify(event);
    const time = Math.floor(atMs / 1_000);
    const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const headers = { 'elevenlabs-signature': `t=${time},v0=${digest}` };
    return { contentType: 'application/json', body, headers };
  },
  events: [
    { event: transcription, becomes: 'OUTBOUND COMPLETED; log of 3 turns' },
    { event: { type: 'post_call_audio', data: { full_audio: 'SUQz' } }, becomes: 'ignored' },
    { event: { data: { full_audio: 'SUQz' }, type: 'post_call_audio' }, becomes: 'ignored' },
    { event: over('04', { transcript: VOICEMAIL }), becomes: 'OUTBOUND VOICEMAIL_REACHED' },
    { event: over('05', { status: 'failed' }), becomes: 'OUTBOUND ERROR CALL_INTERRUPTED' },
    { event: over('06', { metadata: inbound }), becomes: 'INBOUND COMPLETED' },
    { event: over('07', { metadata: {} }), becomes: 'INBOUND COMPLETED' },
    { event: over('08', { metadata: { text_only: true } }), becomes: 'ignored' },
    { event: sip, becomes: 'OUTBOUND BUSY' },
    { event: twilio, becomes: 'OUTBOUND NO_RESPONSE' },
    { event: failed('09', 'unknown'), becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED' },
    { event: failed('10', 'unknown', { sip_status_code: 404 }), becomes: 'OUTBOUND UNREACHABLE' },
    {
      event: failed('11', 'unknown', { sip_status_code: 503 }),
      becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED',
    },
    {
      event: failed('12', 'unknown', { SipResponseCode: '403' }),
      becomes: 'OUTBOUND ERROR CALL_NOT_PERMITTED',
    },
  ],
  nameOf: ({ type, data: said }) => {
    const { status, failure_reason: reason } = Object(said);
    return [type, status, reason].filter(Boolean).join(' ');
  },
};

/** ElevenLabs passes the suite of all adapters, signed by its rule: `t=time,v0=HMAC(time.body)`. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { elevenLabsAdapter } from '../../../src/ingest/elevenlabs/adapter.ts';
import { conform } from '../conformance.ts';
import sip from './recordings/failure-sip.json' with { type: 'json' };
import twilio from './recordings/failure-twilio.json' with { type: 'json' };
import transcription from './recordings/transcription.json' with { type: 'json' };

type Fields = Readonly<Record<string, unknown>>;

interface Event {
  readonly type?: unknown;
  readonly event_timestamp?: number;
  readonly data?: unknown;
}

const { data } = transcription;

/** A conversation without turns; `metadata`: in place of that of the recording. */
function over(id: string, more: Fields = {}): Event {
  const conversation_id = `conv_synthetic_${id}`;
  return { ...transcription, data: { ...data, conversation_id, transcript: [], ...more } };
}

function failed(id: string, failure_reason: unknown, body: Fields = {}): Event {
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
const inbound = { phone_call: { ...data.metadata.phone_call, direction: 'inbound' } };

conform<Event>({
  adapter: elevenLabsAdapter,
  secrets: ['wsec_synthetic_0123456789', 'wsec_synthetic_previous', 'wsec_synthetic_wrong_01'],
  covers: 'body',
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
  unknown: [
    { type: 'voice_removal_notice', data: {} },
    over('13', { status: 'teleported' }),
    over('14', { status: null }),
    failed('15', 'solar-flare'),
  ],
  strange: [
    {},
    { type: 'post_call_transcription' },
    { type: 'post_call_transcription', data: [] },
    { type: 1, data },
    { type: 'call_initiation_failure', data: {} },
    over('16', { conversation_id: 16 }),
  ],
});

const NOW_MS = 1_763_596_800_000;
const SECRET = 'wsec_synthetic_0123456789';

function ask(body: string, v0: string) {
  return elevenLabsAdapter.read({
    method: 'POST',
    contentType: 'application/json',
    body,
    headers: { 'elevenlabs-signature': `t=${NOW_MS / 1_000},v0=${v0}` },
    publicUrl: 'https://calls.example.com/',
    query: {},
    secrets: [SECRET],
    nowMs: NOW_MS,
  });
}

test("what constructEvent() of ElevenLabs' library (elevenlabs-js 2.20.0) took is taken", () => {
  const body =
    '{"type":"post_call_audio","event_timestamp":1763596800,"data":{"agent_id":' +
    '"agent_synthetic","conversation_id":"conv_synthetic_0001","full_audio":""}}';
  const v0 = '6249c7591f30241e65c3d8f94f0428f74caaa2ab308a925d497d7765e27ecbc7';
  assert.equal(ask(body, v0).kind, 'taken');
  assert.equal(ask(`${body} `, v0).kind, 'refused');
});

function factsOf(event: Event) {
  const body = JSON.stringify(event);
  const text = `${NOW_MS / 1_000}.${body}`;
  const result = ask(body, createHmac('sha256', SECRET).update(text).digest('hex'));
  if (result.kind !== 'taken') assert.fail(result.detail);
  return result.reports[0]?.facts;
}

test('facts of a call: its numbers by direction, its times, its end', () => {
  const facts = {
    from: '+15550100001',
    to: '+15550100002',
    hangupCause: 'end_call tool was called.',
    agentId: 'agent_synthetic_01',
    answeredAtMs: 1_763_596_701_000,
    endedAtMs: 1_763_596_722_000,
    durationMs: 22_000,
  };
  assert.deepEqual(factsOf(transcription), facts);
  const turned = factsOf(over('06', { metadata: { ...data.metadata, ...inbound } }));
  assert.deepEqual(turned, { ...facts, from: facts.to, to: facts.from });
});

test('facts of a call that was not connected: its numbers and SIP code', () => {
  const agentId = 'agent_synthetic_01';
  const from = '+15550100001';
  assert.deepEqual(factsOf(sip), {
    from,
    to: '+15550100002',
    hangupCause: 'busy',
    agentId,
    sipCode: 486,
  });
  assert.deepEqual(factsOf(twilio), {
    from,
    to: '+15550100003',
    hangupCause: 'no-answer',
    agentId,
    sipCode: 487,
  });
});

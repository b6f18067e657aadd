/** ElevenLabs passes the suite of all adapters, signed by its rule: `t=time,v0=HMAC(time.body)`. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import sip from '../../../examples/demo/platforms/elevenlabs/failure-sip.json' with {
  type: 'json',
};
import twilio from '../../../examples/demo/platforms/elevenlabs/failure-twilio.json' with {
  type: 'json',
};
import {
  type ElevenLabsEvent,
  elevenLabsScript,
  failed,
  inbound,
  over,
} from '../../../examples/demo/platforms/elevenlabs/script.ts';
import transcription from '../../../examples/demo/platforms/elevenlabs/transcription.json' with {
  type: 'json',
};
import { elevenLabsAdapter } from '../../../src/ingest/elevenlabs/adapter.ts';
import { conform } from '../conformance.ts';

const { data } = transcription;

conform<ElevenLabsEvent>({
  ...elevenLabsScript,
  adapter: elevenLabsAdapter,
  covers: 'body',
  unknown: [
    { type: 'voice_removal_notice', data: {} },
    over('13', { status: 'teleported' }),
    over('14', { status: null }),
    failed('15', 'solar-flare'),
    over('16', { metadata: { phone_call: { direction: 'sideways' } } }),
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

test('a body that constructEvent() of elevenlabs-js 2.20.0 accepts is accepted', () => {
  const body =
    '{"type":"post_call_audio","event_timestamp":1763596800,"data":{"agent_id":' +
    '"agent_synthetic","conversation_id":"conv_synthetic_0001","full_audio":""}}';
  const v0 = '6249c7591f30241e65c3d8f94f0428f74caaa2ab308a925d497d7765e27ecbc7';
  assert.equal(ask(body, v0).kind, 'taken');
  assert.equal(ask(`${body} `, v0).kind, 'refused');
});

function factsOf(event: ElevenLabsEvent) {
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

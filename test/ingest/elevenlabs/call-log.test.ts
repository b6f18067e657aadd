/** The transcript of an ElevenLabs conversation as a call log that keeps the rules of logs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import recording from '../../../examples/demo/platforms/elevenlabs/transcription.json' with {
  type: 'json',
};
import { callLogFaults } from '../../../src/acw/call-log/call-log-rules.ts';
import { callLogOf, endOf, foundVoicemail } from '../../../src/ingest/elevenlabs/call-log.ts';

const START = { start_time_unix_secs: 1_763_596_700 };

test('speakers, texts and times of a transcript become a log', () => {
  const log = callLogOf(recording.data, 'OUTBOUND');
  assert.deepEqual(log, {
    direction: 'OUTBOUND',
    startedAt: '2025-11-19T23:58:20.000Z',
    endedAt: '2025-11-19T23:58:42.000Z',
    language: 'en',
    turns: [
      { speaker: 'AGENT', text: 'Hello.', startMs: 0 },
      { speaker: 'CUSTOMER', text: 'Is my order on its way?', startMs: 2_000 },
      { speaker: 'AGENT', text: 'It is.', startMs: 5_000 },
    ],
  });
  assert.deepEqual(callLogFaults(log), []);
});

test('times that go back, are missing or odd still give turns in order', () => {
  const said = (message: string, time_in_call_secs?: unknown) => ({
    role: 'user',
    message,
    time_in_call_secs,
  });
  const transcript = [said('One.', -3), said('Two.', 4.0004), said('Three.', 1), said('Four.')];
  const log = callLogOf({ metadata: START, transcript }, 'INBOUND');
  assert.deepEqual(
    log?.turns.map(({ startMs }) => startMs),
    [0, 4_000, 4_000, 4_000],
  );
  if (log !== null) assert.deepEqual(callLogFaults(log), []);
});

test('without turns or without a start there is no log, and an odd language is left out', () => {
  const transcript = [{ role: 'user', message: 'Yes.', time_in_call_secs: 0 }];
  for (const none of [undefined, [], 'text', [null, { role: 'tool', message: 'x' }]]) {
    assert.equal(callLogOf({ metadata: START, transcript: none }, 'INBOUND'), null);
  }
  assert.equal(callLogOf({ metadata: {}, transcript }, 'INBOUND'), null);
  const metadata = { ...START, main_language: 'English (US)' };
  const log = callLogOf({ metadata, transcript }, 'INBOUND');
  assert.equal(log?.language, undefined);
  assert.deepEqual(log === null ? null : callLogFaults(log), []);
});

test('the end is known if start and duration are', () => {
  assert.equal(endOf({ metadata: { ...START, call_duration_secs: 5 } }), 1_763_596_705_000);
  assert.equal(endOf({ metadata: START }), null);
  assert.equal(endOf({ metadata: { ...START, call_duration_secs: 253_000_000_000 } }), null);
  assert.equal(endOf({ metadata: { call_duration_secs: 5 } }), null);
});

test("voicemail is what the agent's tool found, not what it looked for", () => {
  const found = (result_type: unknown) =>
    foundVoicemail({ transcript: [{ tool_results: [{ result: { result_type } }] }] });
  assert.equal(found('voicemail_detection_success'), true);
  assert.equal(found('end_call_success'), false);
  for (const transcript of [undefined, [], [{ tool_results: null }], [{ tool_results: [1] }]]) {
    assert.equal(foundVoicemail({ transcript }), false);
  }
});

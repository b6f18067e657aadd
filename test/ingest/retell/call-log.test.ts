/** The transcript of a Retell call as a call log that keeps the rules of logs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import ended from '../../../examples/demo/platforms/retell/call-ended.json' with { type: 'json' };
import { callLogFaults } from '../../../src/acw/call-log/call-log-rules.ts';
import { callLogOf, recordingOf } from '../../../src/ingest/retell/call-log.ts';

const said = (role: string, content: unknown, ...words: object[]) => ({ role, content, words });
const START = { start_timestamp: 1_763_596_700_000 };

test('speakers, texts and times of a transcript become a log', () => {
  const log = callLogOf(ended.call, 'OUTBOUND');
  assert.deepEqual(log, {
    direction: 'OUTBOUND',
    startedAt: '2025-11-19T23:58:20.000Z',
    endedAt: '2025-11-19T23:59:02.000Z',
    recordingUrl: 'https://recordings.example.com/call_synthetic_01/recording.wav',
    turns: [
      { speaker: 'AGENT', text: 'Hello.', startMs: 400, endMs: 900 },
      { speaker: 'CUSTOMER', text: 'Is my order on its way?', startMs: 2_100, endMs: 3_600 },
      { speaker: 'AGENT', text: 'It is.', startMs: 3_400, endMs: 4_100 },
      { speaker: 'CUSTOMER', text: 'Thanks.', startMs: 4_100 },
    ],
  });
  assert.deepEqual(callLogFaults(log), []);
});

test('times that go back, are missing or odd still give turns in order', () => {
  const transcript_object = [
    said('user', 'One.', { start: 5, end: 6 }),
    said('agent', 'Two.', { start: 4, end: 4.5 }),
    said('transfer_target', 'Three.', { start: -1, end: 'late' }),
    said('agent', 'Four.', { start: 7.0004 }, { end: 7.5006 }),
  ];
  const log = callLogOf({ ...START, transcript_object }, 'INBOUND');
  assert.deepEqual(
    log?.turns.map(({ speaker, startMs, endMs }) => [speaker, startMs, endMs]),
    [
      ['CUSTOMER', 5_000, 6_000],
      ['AGENT', 5_000, undefined],
      ['AGENT', 5_000, undefined],
      ['AGENT', 7_000, 7_501],
    ],
  );
  if (log !== null) assert.deepEqual(callLogFaults(log), []);
});

test('tool calls, digits and empty texts are no turns; without turns there is no log', () => {
  const nothing = [said('tool_call_result', 'x'), said('dtmf', '1'), said('user', ''), 1, null];
  const only = (transcript_object: unknown) =>
    callLogOf({ ...START, transcript_object }, 'INBOUND');
  assert.equal(only([...nothing, said('user', 'Yes.')])?.turns.length, 1);
  for (const none of [nothing, [], undefined, 'text', {}]) assert.equal(only(none), null);
});

test('a call without a start has no log, since turns count from it', () => {
  const transcript_object = [said('user', 'Yes.')];
  for (const start_timestamp of [undefined, '1763596700000', -1, 1e300]) {
    assert.equal(callLogOf({ start_timestamp, transcript_object }, 'INBOUND'), null);
  }
});

test('a recording counts only under https', () => {
  assert.equal(
    recordingOf({ recording_url: 'https://a.example/b.wav' }),
    'https://a.example/b.wav',
  );
  for (const recording_url of ['http://a.example/b.wav', '', 1, undefined]) {
    assert.equal(recordingOf({ recording_url }), null);
  }
});

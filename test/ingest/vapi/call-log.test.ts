/** The report at the end of a Vapi call as a call log. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import ended from '../../../examples/demo/platforms/vapi/end-of-call-report.json' with {
  type: 'json',
};
import { callLogOf } from '../../../src/ingest/vapi/call-log.ts';

const { message } = ended;

test('sentences of agent and customer become turns; prompts and tools do not', () => {
  assert.deepEqual(callLogOf(message, 'OUTBOUND'), {
    direction: 'OUTBOUND',
    startedAt: '2025-11-19T23:58:20.000Z',
    endedAt: '2025-11-19T23:59:02.500Z',
    turns: [
      { speaker: 'AGENT', text: 'Good morning, this is Acme.', startMs: 1_200 },
      { speaker: 'CUSTOMER', text: 'I would like to move my appointment.', startMs: 4_000 },
      { speaker: 'AGENT', text: 'Done. Goodbye.', startMs: 9_050 },
    ],
    recordingUrl: 'https://storage.example.com/synthetic-0001-mono.wav',
  });
});

test('a call without a sentence, or without its start, has no log', () => {
  assert.equal(callLogOf({ ...message, artifact: { messages: [] } }, 'OUTBOUND'), null);
  assert.equal(callLogOf({ ...message, artifact: undefined }, 'OUTBOUND'), null);
  assert.equal(callLogOf({ ...message, startedAt: 'yesterday' }, 'OUTBOUND'), null);
});

test('times never go back, and missing ones of a message come from the call', () => {
  const messages = [
    { role: 'user', message: 'First.', secondsFromStart: 2 },
    { role: 'assistant', message: 'Second.', secondsFromStart: 1 },
    'no message',
  ];
  const log = callLogOf(
    { call: { startedAt: '2025-11-19T23:58:20.000Z' }, artifact: { messages } },
    'INBOUND',
  );
  assert.deepEqual(
    log?.turns.map(({ startMs }) => startMs),
    [2_000, 2_000],
  );
  assert.equal(log?.recordingUrl, undefined);
});

/** A transcript of Bland as a call log. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import ended from '../../../examples/demo/platforms/bland/post-call.json' with { type: 'json' };
import { callLogOf } from '../../../src/ingest/bland/call-log.ts';

test('phrases become turns from when the call was connected; actions do not', () => {
  assert.deepEqual(callLogOf(ended, 'OUTBOUND', Date.UTC(2026, 10, 20, 0, 0, 52)), {
    direction: 'OUTBOUND',
    startedAt: '2026-11-20T00:00:07.000Z',
    endedAt: '2026-11-20T00:00:52.000Z',
    turns: [
      { speaker: 'CUSTOMER', text: 'Hello?', startMs: 1_500 },
      { speaker: 'AGENT', text: 'Good morning, this is Acme.', startMs: 3_250 },
      { speaker: 'AGENT', text: 'Done. Goodbye.', startMs: 3_250 },
    ],
    recordingUrl: 'https://recordings.example.com/synthetic-0001.mp3',
  });
});

test('a call without a phrase, or that was not connected, has no log', () => {
  assert.equal(callLogOf({ ...ended, transcripts: [] }, 'OUTBOUND', null), null);
  assert.equal(callLogOf({ ...ended, transcripts: ['a'] }, 'OUTBOUND', null), null);
  assert.equal(callLogOf({ ...ended, started_at: null }, 'OUTBOUND', null), null);
});

test('a phrase without a time begins when the one before it does', () => {
  const transcripts = [
    { user: 'robot', text: 'This call is recorded.' },
    { user: 'user', text: 'Yes.', created_at: 'soon' },
  ];
  const log = callLogOf({ ...ended, transcripts, recording_url: null }, 'INBOUND', null);
  assert.deepEqual(log?.turns, [
    { speaker: 'SYSTEM', text: 'This call is recorded.', startMs: 0 },
    { speaker: 'CUSTOMER', text: 'Yes.', startMs: 0 },
  ]);
  assert.equal(log?.recordingUrl, undefined);
});

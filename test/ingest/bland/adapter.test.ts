/** Bland passes the suite of all adapters, signed by its rule: hex HMAC over the body. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import ended from '../../../examples/demo/platforms/bland/post-call.json' with { type: 'json' };
import {
  type BlandEvent,
  blandScript,
  over,
} from '../../../examples/demo/platforms/bland/script.ts';
import { blandAdapter } from '../../../src/ingest/bland/adapter.ts';
import { conform } from '../conformance.ts';

conform<BlandEvent>({
  ...blandScript,
  adapter: blandAdapter,
  covers: 'body',
  unknown: [
    over('14', 'teleported'),
    over('15', undefined, { queue_status: 'parked' }),
    { ...ended, event_type: 'solar_flare' },
    { level: 'moon', call_id: 'c' },
  ],
  strange: [{}, { status: 'completed' }, { status: 1 }, over('16', 'busy', { call_id: 16 })],
});

function read(event: BlandEvent) {
  const body = JSON.stringify(event);
  const secret = 'bland-synthetic-0123456';
  const result = blandAdapter.read({
    method: 'POST',
    contentType: 'application/json',
    body,
    headers: { 'x-webhook-signature': createHmac('sha256', secret).update(body).digest('hex') },
    publicUrl: 'https://calls.example.com/',
    query: {},
    secrets: [secret],
    nowMs: 0,
  });
  if (result.kind !== 'taken') assert.fail(result.detail);
  return result;
}

test('a call that ended has its facts; its latest possible end is none of them', () => {
  assert.deepEqual(read(ended).reports[0]?.facts, {
    from: '+15550100001',
    to: '+15550100002',
    answeredAtMs: Date.UTC(2026, 10, 20, 0, 0, 7),
    endedAtMs: Date.UTC(2026, 10, 20, 0, 0, 52),
    durationMs: 45_000,
    hangupCause: 'ASSISTANT',
    recordingUrl: 'https://recordings.example.com/synthetic-0001.mp3',
    tags: ['RESCHEDULED'],
  });
});

test('minutes replace a missing duration in seconds, and an error is the cause', () => {
  const call = over('17', 'failed', { corrected_duration: null, error_message: 'No route.' });
  const [report] = read(call).reports;
  assert.deepEqual([report?.facts.durationMs, report?.facts.hangupCause], [45_000, 'No route.']);
  assert.equal(report?.report.errors[0]?.message, 'No route.');
});

test('a call without a direction has no log, since a log needs one', () => {
  assert.equal(read({ ...ended, inbound: undefined }).callLog, null);
});

test('an unknown answered_by is named, and the status decides', () => {
  const { reports, unmapped } = read(over('18', 'completed', { answered_by: 'fax' }));
  assert.deepEqual([reports[0]?.report.status, unmapped], ['COMPLETED', ['answered_by fax']]);
  for (const answered_by of ['human', 'unknown', 'voicemail', 'no-answer', null]) {
    assert.deepEqual(read(over('19', 'completed', { answered_by })).unmapped, []);
  }
});

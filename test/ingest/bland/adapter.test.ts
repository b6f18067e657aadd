/** Bland passes the suite of all adapters, signed by its rule: hex HMAC over the body. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { blandAdapter } from '../../../src/ingest/bland/adapter.ts';
import { conform } from '../conformance.ts';
import ended from './recordings/post-call.json' with { type: 'json' };

type Event = Readonly<Record<string, unknown>>;

const inbound = { inbound: true };

function over(id: string, status: string | undefined, more: Event = {}): Event {
  const { transcripts, ...call } = ended;
  return { ...call, call_id: `00000000-0000-4000-8000-0000000000${id}`, status, ...more };
}

conform<Event>({
  adapter: blandAdapter,
  secrets: ['bland-synthetic-0123456', 'bland-synthetic-previous', 'bland-synthetic-wrong'],
  covers: 'body',
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
  unknown: [
    over('14', 'teleported'),
    over('15', undefined, { queue_status: 'parked' }),
    { ...ended, event_type: 'solar_flare' },
    { level: 'moon', call_id: 'c' },
  ],
  strange: [{}, { status: 'completed' }, { status: 1 }, over('16', 'busy', { call_id: 16 })],
});

function read(event: Event) {
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

test('a call that ended says its facts; when it must end at the latest is none', () => {
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

test('minutes stand in for a duration in seconds, and an error is the cause', () => {
  const call = over('17', 'failed', { corrected_duration: null, error_message: 'No route.' });
  const [report] = read(call).reports;
  assert.deepEqual([report?.facts.durationMs, report?.facts.hangupCause], [45_000, 'No route.']);
  assert.equal(report?.report.errors[0]?.message, 'No route.');
});

test('a call whose direction is not said has no log, since a log has one', () => {
  assert.equal(read({ ...ended, inbound: undefined }).callLog, null);
});

/**
 * The real process with sender threads: deliveries of many calls to several endpoints, of which one
 * fails again and again, arrive in order for each call and endpoint.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Received } from './receiver.ts';
import { sharedSetup } from './setup.ts';

const setup = sharedSetup({ RINGPOST_SENDER_THREADS: '2' });
const CALLS = 40;
const STATUSES = ['CALLING', 'CLOSING', 'COMPLETED'];
const TRIGGERS = STATUSES.map((status) => `OUTBOUND_CALL_${status}`);
const PATHS = ['/steady', '/flaky'];

test('S6.1: lanes keep their order on several threads, through retries', async (t) => {
  const journey = await setup(t);
  journey.receiver.answer('/flaky', (earlier) => (earlier % 5 === 0 ? 503 : 200));
  for (const path of PATHS) {
    await journey.endpoint(path, {
      triggers: TRIGGERS,
      retryScheduleMs: [1_000, 1_000, 1_000, 1_000, 1_000],
      pacing: { concurrency: 20 },
    });
  }
  for (const status of STATUSES) {
    const reports = Array.from({ length: CALLS }, (_, call) => ({
      callId: `call-${call}`,
      direction: 'OUTBOUND',
      status,
    }));
    assert.equal((await journey.post('/v1/reports', { reports })).status, 202);
  }
  const wanted = CALLS * STATUSES.length * PATHS.length;
  await journey.receiver.until((received) => deliveriesOf(received).size >= wanted);
  const seen = new Map<string, number>();
  for (const [lane, sequence] of journey.receiver.received.map(laneOf)) {
    const before = seen.get(lane) ?? 0;
    assert.ok(sequence === before || sequence === before + 1, `${lane}: ${before}, ${sequence}`);
    seen.set(lane, sequence);
  }
});

function laneOf({ path, headers, body }: Received): readonly [lane: string, sequence: number] {
  return [`${path} ${JSON.parse(body).data.callId}`, Number(headers['webhook-sequence'])];
}

/** Each delivery that came, without repeats. */
function deliveriesOf(received: readonly Received[]): ReadonlySet<string> {
  return new Set(received.map((each) => laneOf(each).join(' ')));
}

/** The segments of a delivery's bar, for each of its states. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  deliverySegments,
  runPhases,
  type TimelineDelivery,
} from '../../../../dashboard/src/page/call/timeline-segment.ts';
import { attempt, delivery, iso, run, START_MS } from './sample-call.ts';

const FAILED = { outcome: 'retryable', status: 503 } as const;

function told(
  one: TimelineDelivery,
  before: TimelineDelivery | null = null,
  nowMs = 60_000,
): readonly string[] {
  return deliverySegments(one, before, START_MS + nowMs).map(
    ({ kind, tone, fromMs, toMs }) => `${tone ?? kind} ${fromMs - START_MS}-${toMs - START_MS}`,
  );
}

test('delivered at once: scheduled for a moment, then in flight', () => {
  const one = delivery(1, { closedAt: iso(140), attemptList: [attempt(1, 40)] });
  assert.deepEqual(told(one), ['scheduled 0-40', 'good 40-140']);
});

test('between attempts a delivery backs off, and the last attempt succeeds', () => {
  const one = delivery(1, {
    closedAt: iso(5_200),
    attemptList: [attempt(1, 0, FAILED), attempt(2, 5_100)],
  });
  assert.deepEqual(told(one), ['bad 0-100', 'scheduled 100-5100', 'good 5100-5200']);
});

test('a delivery waits until the one before it is closed', () => {
  const before = delivery(1, { closedAt: iso(3_000) });
  const one = delivery(2, { closedAt: iso(3_150), attemptList: [attempt(1, 3_050)] });
  assert.deepEqual(told(one, before), ['waiting 0-3000', 'scheduled 3000-3050', 'good 3050-3150']);
});

test('a waiting delivery waits until now, and has nothing planned', () => {
  const before = delivery(1, { state: 'retrying', dueAt: iso(90_000) });
  const one = delivery(2, { state: 'waiting', dueAt: iso(1), behind: 'dlv_1' });
  assert.deepEqual(told(one, before), ['waiting 0-60000']);
});

test('a reopened delivery does not make its followers wait for its second end', () => {
  const before = delivery(1, { closedAt: iso(50_000) });
  const one = delivery(2, { closedAt: iso(1_100), attemptList: [attempt(1, 1_000)] });
  assert.deepEqual(told(one, before), ['waiting 0-1000', 'good 1000-1100']);
});

test('while a delivery backs off its next attempt is planned', () => {
  const one = delivery(1, {
    state: 'retrying',
    dueAt: iso(90_000),
    attempts: 1,
    attemptList: [attempt(1, 0, FAILED)],
  });
  assert.deepEqual(told(one), ['bad 0-100', 'scheduled 100-60000', 'future 90000-90000']);
  const last = deliverySegments(one, null, START_MS + 60_000).at(-1);
  assert.equal(last?.number, 2);
});

test('an attempt in flight grows until now, from when it was due', () => {
  const one = delivery(1, {
    state: 'sending',
    dueAt: iso(59_000),
    attempts: 1,
    attemptList: [attempt(1, 0, FAILED)],
  });
  assert.deepEqual(told(one), ['bad 0-100', 'scheduled 100-59000', 'busy 59000-60000']);
  assert.deepEqual(told(one, null, 61_000).at(-1), 'busy 59000-61000');
});

test('a held delivery is held until now', () => {
  const one = delivery(1, { state: 'held', attemptList: [attempt(1, 0, FAILED)] });
  assert.deepEqual(told(one), ['bad 0-100', 'held 100-60000']);
});

test('a cancelled delivery ends at its cancellation, also while it waited', () => {
  const one = delivery(1, { state: 'cancelled', closedAt: iso(9_000) });
  assert.deepEqual(told(one), ['scheduled 0-9000']);
  const before = delivery(1, { closedAt: iso(30_000) });
  const waiting = delivery(2, { state: 'cancelled', closedAt: iso(9_000) });
  assert.deepEqual(told(waiting, before), ['waiting 0-9000']);
});

test('attempts come in order whatever order they were listed in, and none overlaps', () => {
  const attemptList = [attempt(3, 7_000), attempt(1, 0, FAILED), attempt(2, 3_000, FAILED)];
  const segments = deliverySegments(
    delivery(1, { closedAt: iso(7_100), attemptList }),
    null,
    START_MS + 60_000,
  );
  segments.slice(1).forEach((segment, index) => {
    assert.ok(segment.fromMs >= (segments[index]?.toMs ?? 0));
  });
  assert.deepEqual(
    segments.flatMap(({ number }) => number ?? []),
    [1, 2, 3],
  );
});

test('a run waits for its launch, works, and ends', () => {
  const told = (changes: Parameters<typeof run>[0]) =>
    runPhases(run(changes), START_MS + 5_000).map(
      ({ kind, tone, fromMs, toMs }) => `${tone ?? kind} ${fromMs - START_MS}-${toMs - START_MS}`,
    );
  assert.deepEqual(told({}), ['waiting 0-100', 'good 100-900']);
  assert.deepEqual(told({ state: 'FAILED' }).at(-1), 'bad 100-900');
  assert.deepEqual(told({ state: 'QUEUED', startedAt: null, finishedAt: null }), [
    'waiting 0-5000',
  ]);
  assert.deepEqual(told({ state: 'RUNNING', finishedAt: null }).at(-1), 'busy 100-5000');
  assert.deepEqual(told({ state: 'WAITING_CALL_LOG', finishedAt: null, giveUpAt: iso(60_000) }), [
    'waiting 0-100',
    'waiting 100-5000',
    'future 60000-60000',
  ]);
  assert.deepEqual(told({ state: 'FAILED', startedAt: null }), ['waiting 0-900', 'bad 900-900']);
});

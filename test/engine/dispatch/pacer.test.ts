/** Step 7: a burst at once, then the rate, never more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Pacing } from '../../../src/core/endpoint/endpoint.ts';
import { PACING_DEFAULTS } from '../../../src/core/endpoint/endpoint-defaults.ts';
import { freshBucket, takeToken } from '../../../src/engine/dispatch/pacer.ts';

const SLACK = PACING_DEFAULTS.slack;

/** Takes `count` tokens as early as allowed; returns the times at which they were taken. */
function takenTimes(pacing: Pacing, count: number): readonly number[] {
  let bucket = freshBucket(pacing, 0);
  let nowMs = 0;
  const times: number[] = [];
  while (times.length < count) {
    const taken = takeToken(bucket, pacing, nowMs);
    bucket = taken.bucket;
    if (taken.waitMs === 0) times.push(nowMs);
    nowMs += taken.waitMs;
  }
  return times;
}

test('Slack: three at once, then one a second', () => {
  assert.deepEqual(takenTimes(SLACK, 6), [0, 0, 0, 1_000, 2_000, 3_000]);
});

test('without a rate there is never a wait', () => {
  const pacing = PACING_DEFAULTS.custom;
  let bucket = freshBucket(pacing, 0);
  for (let taken = 0; taken < 1_000; taken += 1) {
    const next = takeToken(bucket, pacing, 0);
    assert.equal(next.waitMs, 0);
    bucket = next.bucket;
  }
});

test('a bucket never holds more than the burst, however long it rested', () => {
  const rested = takeToken(freshBucket(SLACK, 0), SLACK, 1e9);
  assert.equal(rested.bucket.tokens, SLACK.burst - 1);
});

test('a lower burst takes effect at once', () => {
  const lowered = { ...SLACK, burst: 1 };
  const { bucket } = takeToken(freshBucket(SLACK, 0), lowered, 0);
  assert.equal(takeToken(bucket, lowered, 0).waitMs, 1_000);
});

test('a time before the last one refills nothing', () => {
  const empty = { tokens: 0, atMs: 5_000 };
  assert.deepEqual(takeToken(empty, SLACK, 1_000), { bucket: empty, waitMs: 1_000 });
});

test('any pacing keeps its rate over any span, and the returned wait is enough', () => {
  const pacing = fc.record({
    ratePerS: fc.double({ min: 0.1, max: 1_000, noNaN: true }),
    burst: fc.integer({ min: 1, max: 50 }),
    concurrency: fc.constant(1),
  });
  fc.assert(
    fc.property(pacing, (given) => {
      const times = takenTimes(given, 100);
      for (const [index, atMs] of times.entries()) {
        const allowed = given.burst + (atMs * given.ratePerS) / 1_000 + 0.01;
        assert.ok(index + 1 <= allowed, `${index + 1} at ${atMs}`);
      }
    }),
  );
});

test('after the returned wait there is a token', () => {
  const rate = fc.double({ min: 0.1, max: 1_000, noNaN: true });
  fc.assert(
    fc.property(rate, fc.double({ min: 0, max: 0.99, noNaN: true }), (ratePerS, tokens) => {
      const pacing = { ratePerS, burst: 1, concurrency: 1 };
      const { bucket, waitMs } = takeToken({ tokens, atMs: 0 }, pacing, 0);
      assert.ok(waitMs >= 1 && Number.isInteger(waitMs));
      assert.equal(takeToken(bucket, pacing, waitMs).waitMs, 0);
    }),
  );
});

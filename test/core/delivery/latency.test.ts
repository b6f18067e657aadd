/** Percentiles from bucket counts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LATENCY_BOUNDS_MS, percentilesOf } from '../../../src/core/delivery/latency.ts';

function counts(entries: Readonly<Record<number, number>>): number[] {
  return [...LATENCY_BOUNDS_MS, Number.POSITIVE_INFINITY].map((_, index) => entries[index] ?? 0);
}

test('without counts there are no percentiles', () => {
  assert.equal(percentilesOf(counts({})), null);
  assert.equal(percentilesOf([]), null);
});

test('values are taken as spread evenly within a bucket', () => {
  // All of a hundred between 100 and 250 ms.
  assert.deepEqual(percentilesOf(counts({ 7: 100 })), { p50: 175, p95: 242.5, p99: 248.5 });
});

test('percentiles fall into the buckets that hold their rank', () => {
  // 90 below 1 ms, 9 between 5 and 10 ms, 1 between 1 and 2.5 s.
  assert.deepEqual(percentilesOf(counts({ 0: 90, 3: 9, 10: 1 })), {
    p50: 0.6,
    p95: 7.8,
    p99: 10,
  });
});

test('beyond the last bound a percentile is that bound', () => {
  assert.deepEqual(percentilesOf(counts({ 15: 4 })), { p50: 600_000, p95: 600_000, p99: 600_000 });
});

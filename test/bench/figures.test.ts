/** Figures of the bench: one out of many. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, percentile } from '../../bench/figures.ts';

test('the median is the value in the middle, or the mean of the two', () => {
  assert.equal(median([5, 1, 3]), 3);
  assert.equal(median([4, 1, 2, 8]), 3);
  assert.equal(median([7]), 7);
});

test('the median of nothing is no number', () => {
  assert.ok(Number.isNaN(median([])));
});

test('a percentile is the value below which this share lies', () => {
  const sorted = Array.from({ length: 101 }, (_, index) => index);
  assert.deepEqual(
    [0.5, 0.99, 1].map((share) => percentile(sorted, share)),
    [50, 99, 100],
  );
});

/** Scales of the bench's pictures: where values lie, and which of them an axis names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linear, logarithmic } from '../../../bench/curve/scale.ts';

test('a linear axis begins at 0 and ends at a round value that holds every value', () => {
  assert.deepEqual(linear([3, 97]).ticks, [0, 20, 40, 60, 80, 100]);
  assert.deepEqual(linear([0.93, 1]).ticks, [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(linear([301]).ticks, [0, 100, 200, 300, 400]);
});

test('a linear axis places values in proportion', () => {
  const { place } = linear([97]);
  assert.deepEqual([0, 25, 100].map(place), [0, 0.25, 1]);
});

test('values that are all 0 have an axis, too', () => {
  const { place, ticks } = linear([0, 0]);
  assert.equal(place(0), 0);
  assert.equal(ticks.length, 2);
});

test('a logarithmic axis names the powers of ten around its values', () => {
  assert.deepEqual(logarithmic([1_000, 1_000_000]).ticks, [1_000, 10_000, 100_000, 1_000_000]);
  assert.deepEqual(logarithmic([2_000, 30_000]).ticks, [1_000, 10_000, 100_000]);
});

test('a logarithmic axis places equal factors at equal distances', () => {
  const { place } = logarithmic([1_000, 1_000_000]);
  const places = [1_000, 10_000, 100_000, 1_000_000].map((value) => Math.round(place(value) * 300));
  assert.deepEqual(places, [0, 100, 200, 300]);
});

test('one value has a logarithmic axis of one power of ten', () => {
  assert.deepEqual(logarithmic([1_000]).ticks, [1_000, 10_000]);
});

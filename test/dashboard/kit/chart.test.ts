/** What charts draw: stacks and gaps, or no chart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  axisSteps,
  isEmptyChart,
  stackedValues,
  topOf,
} from '../../../dashboard/src/kit/chart/series.ts';

const series = (id: string, values: readonly (number | null)[], stacked = false) => ({
  id,
  name: id,
  tone: 'busy' as const,
  values,
  stacked,
});

test('stacked series are sums with those before; lines stay unchanged', () => {
  const data = {
    timesMs: [0, 1],
    series: [series('a', [1, null], true), series('line', [9, 9]), series('b', [2, 3], true)],
  };
  assert.deepEqual(stackedValues(data), [
    [1, 0],
    [9, 9],
    [3, 3],
  ]);
});

test('a chart of nothing but zeros and gaps is no chart', () => {
  assert.ok(isEmptyChart({ timesMs: [0, 1], series: [series('a', [0, null])] }));
  assert.ok(!isEmptyChart({ timesMs: [0], series: [series('a', [1])] }));
});

test('the lines of an axis have round values, and an axis of shares reaches 100 %', () => {
  assert.ok(axisSteps('count').every((step) => Number.isInteger(step)));
  assert.ok(axisSteps('duration').includes(300_000));
  assert.ok(!axisSteps('duration').includes(500_000));
  assert.equal(topOf(0.4, 'share'), topOf(1, 'share'));
  assert.ok(topOf(40, 'count') > 40);
  assert.equal(topOf(null, 'count'), 1);
});

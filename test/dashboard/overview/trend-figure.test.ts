/** The series of the backlog and of runs of agents. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  backlogAtBegin,
  backlogChart,
  oldestChart,
  runChart,
  runTimeChart,
} from '../../../dashboard/src/page/overview/trend-figure.ts';
import { en } from '../../../dashboard/src/words/en.ts';
import { ja } from '../../../dashboard/src/words/ja.ts';

const overviewText = { en: en.overview, ja: ja.overview };

const t = overviewText.en.chart;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();

test('an unrecorded minute is a gap, and without waiting deliveries there is no oldest age', () => {
  const steps = [
    { from: at(0), open: null, oldestAgeMs: null },
    { from: at(1), open: 0, oldestAgeMs: null },
    { from: at(2), open: 7, oldestAgeMs: 90_000 },
  ];
  assert.deepEqual(backlogChart(steps, t).series[0]?.values, [null, 0, 7]);
  assert.deepEqual(oldestChart(steps, t).series[0]?.values, [null, 0, 90_000]);
  assert.equal(backlogAtBegin(steps), 0);
  assert.equal(backlogAtBegin(steps.slice(0, 1)), null);
});

test('runs are stacked by how they ended; a step without one has no duration', () => {
  const steps = [
    { from: at(0), succeeded: 3, failed: 1, durationMs: { p50: 10, p95: 20 } },
    { from: at(1), succeeded: 0, failed: 2, durationMs: null },
  ];
  assert.deepEqual(
    runChart(steps, t).series.map(({ values }) => values),
    [
      [3, 0],
      [1, 2],
    ],
  );
  assert.deepEqual(
    runTimeChart(steps).series.map(({ values }) => values),
    [
      [10, null],
      [20, null],
    ],
  );
});

/** The figures of the overview: shares, differences, series, and the steps of the charts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFor } from '../../../dashboard/src/i18n/format.ts';
import {
  callChart,
  chartRange,
  deliveryChart,
  deltaOf,
  rangeBefore,
  successChart,
} from '../../../dashboard/src/page/overview/figure.ts';
import { RANGES } from '../../../dashboard/src/range/range.ts';
import { en } from '../../../dashboard/src/words/en.ts';
import { ja } from '../../../dashboard/src/words/ja.ts';
import { STATS_STEPS_MAX } from '../../../src/engine/ports/query-store.ts';

const overviewText = { en: en.overview, ja: ja.overview };

const t = overviewText.en;
const NOW_MS = Date.UTC(2026, 10, 20, 12, 7, 31);
const format = formatFor('en');
const options = {
  show: format.number,
  percent: format.percent,
  better: 'more',
  t: t.delta,
} as const;

test('a difference has its size, whether it is good, and the earlier value', () => {
  assert.deepEqual(deltaOf(110, 100, options), {
    ...({ text: '+10%', tone: 'good', title: '100 in the range before' } as const),
  });
  assert.equal(deltaOf(90, 100, options)?.tone, 'bad');
  assert.equal(deltaOf(90, 100, { ...options, better: 'less' })?.tone, 'good');
  assert.equal(deltaOf(90, 100, { ...options, better: null })?.tone, 'off');
  assert.deepEqual(deltaOf(5, 5, options), {
    ...({ text: '±0', tone: 'off', title: 'As in the range before' } as const),
  });
  assert.equal(deltaOf(0.9, 0.95, { ...options, points: true })?.text, '−5%');
});

test('without an earlier value there is no difference', () => {
  assert.equal(deltaOf(5, 0, options), undefined);
  assert.equal(deltaOf(5, null, options), undefined);
  assert.equal(deltaOf(null, 5, options), undefined);
});

test('every range has few enough steps, is aligned, and ends after now', () => {
  for (const range of [...RANGES, undefined]) {
    const { fromMs, toMs, stepMs } = chartRange(range, NOW_MS);
    const steps = (toMs - fromMs) / stepMs;
    assert.ok(steps >= 15 && steps <= Math.min(80, STATS_STEPS_MAX), `${range}: ${steps}`);
    assert.equal(fromMs % stepMs, 0);
    assert.ok(toMs > NOW_MS && toMs - NOW_MS <= stepMs);
  }
  const early = chartRange('24h', NOW_MS);
  assert.deepEqual(chartRange('24h', NOW_MS + 60_000), early, 'the same question within a step');
  assert.equal(rangeBefore(early).toMs, early.fromMs);
});

test('a pinned range covers what it names', () => {
  const from = Date.UTC(2026, 9, 1);
  for (const days of [0.01, 1, 20, 300]) {
    const to = from + days * 86_400_000;
    const text = `${new Date(from).toISOString()}..${new Date(to).toISOString()}`;
    const range = chartRange(text, NOW_MS);
    assert.ok(range.fromMs <= from + range.stepMs && range.toMs >= to);
    assert.ok((range.toMs - range.fromMs) / range.stepMs <= STATS_STEPS_MAX);
  }
});

test('deliveries are stacked by how they ended; success has gaps where nothing ended', () => {
  const figures = { made: 9, attempts: 12, latencyMs: null };
  const empty = { ...figures, attempts: 3, delivered: 0, firstTry: 0, failed: 0 };
  const full = { ...figures, delivered: 6, firstTry: 4, failed: 2 };
  const stats = {
    ...({
      from: '',
      to: '',
      stepS: 60,
      total: full,
      backlog: 0,
      failing: 0,
      oldestOpenAt: null,
    } as const),
    steps: [
      { from: '2026-11-20T12:00:00.000Z', ...full },
      { from: '2026-11-20T12:01:00.000Z', ...empty },
    ],
  };
  assert.deepEqual(
    deliveryChart(stats, t.chart).series.map(({ values }) => values),
    [
      [4, 0],
      [2, 0],
      [2, 0],
    ],
  );
  assert.deepEqual(
    successChart(stats, t.chart).series.map(({ values }) => values),
    [
      [0.75, null],
      [0.5, null],
      [0.5, 0],
    ],
  );
});

test('calls are grouped by colour; an unknown status is not lost', () => {
  const steps: Parameters<typeof callChart>[0] = [
    { from: '2026-11-20T12:00:00.000Z', byStatus: { COMPLETED: 3, BUSY: 1, NO_RESPONSE: 1 } },
    { from: '2026-11-20T12:01:00.000Z', byStatus: { MY_OWN: 2, constructor: 1 } },
  ];
  assert.deepEqual(
    callChart(steps, t.status).series.map(({ id, values }) => [id, ...values]),
    [
      ['completed', 3, 0],
      ['missed', 2, 0],
      ['other', 0, 3],
    ],
  );
});

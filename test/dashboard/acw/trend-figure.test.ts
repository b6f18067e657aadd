/** The trend of evaluations as rates and series. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  averageScore,
  countChart,
  failureShare,
  passRate,
  scoreChart,
} from '../../../dashboard/src/page/acw/trend-figure.ts';
import { en } from '../../../dashboard/src/words/en.ts';
import { ja } from '../../../dashboard/src/words/ja.ts';

const trendText = { en: en.trend, ja: ja.trend };

const t = trendText.en.chart;
const NOTHING = { evaluations: 0, averagePercentage: null, passed: 0, judged: 0 };
const SOME = { evaluations: 3, averagePercentage: 72.5, passed: 1, judged: 2 };
const steps = [
  { from: '2026-11-20T12:00:00.000Z', ...NOTHING },
  { from: '2026-11-20T13:00:00.000Z', ...SOME },
];

test('a rate of nothing is unknown, not zero, and a gap in the line', () => {
  assert.deepEqual([averageScore(NOTHING), passRate(NOTHING)], [null, null]);
  assert.deepEqual([averageScore(SOME), passRate(SOME)], [0.725, 0.5]);
  const [score, rate] = scoreChart(steps, t).series;
  assert.deepEqual(
    [score?.values, rate?.values],
    [
      [null, 0.725],
      [null, 0.5],
    ],
  );
});

test('evaluations are stacked, and those without a score only if there are any', () => {
  const shown = countChart(steps, t).series.map(({ id, values }) => [id, values[1]]);
  assert.deepEqual(shown, [
    ['passed', 1],
    ['failed', 1],
    ['none', 1],
  ]);
  const scored = countChart([{ ...steps[1], from: '', ...SOME, evaluations: 2 }], t);
  assert.equal(scored.series.length, 2);
});

test('unknown results do not count as judged', () => {
  const of = { scorecardId: 'sc_1', criterionId: 'a', question: null };
  assert.equal(failureShare({ ...of, failed: 1, passed: 3, unknown: 9 }), 0.25);
});

/**
 * The trend of evaluations as figures and series of charts. Where nothing was judged there is no
 * rate, and a gap in the line. Pure.
 */

import type { EvaluationStatsReply } from '../../../../src/http/schema/trend.ts';
import type { Words } from '../../i18n/words.ts';
import type { ChartData } from '../../kit/chart/series.ts';

type Figures = EvaluationStatsReply['total'];
type Steps = EvaluationStatsReply['steps'];
export type CriterionFigures = EvaluationStatsReply['criteria'][number];

/** From 0 to 1. */
export function averageScore({ averagePercentage }: Figures): number | null {
  return averagePercentage === null ? null : averagePercentage / 100;
}

export function passRate({ passed, judged }: Figures): number | null {
  return judged === 0 ? null : passed / judged;
}

/** The share among judged criteria; unknown ones are left out. */
export function failureShare({ failed, passed }: CriterionFigures): number {
  return failed / Math.max(1, failed + passed);
}

export function scoreChart(steps: Steps, t: Words['trend']['chart']): ChartData {
  return {
    timesMs: timesOf(steps),
    series: [
      { id: 'score', name: t.average, tone: 'busy', values: steps.map(averageScore) },
      { id: 'rate', name: t.passRate, tone: 'good', dashed: true, values: steps.map(passRate) },
    ],
  };
}

export function countChart(steps: Steps, t: Words['trend']['chart']): ChartData {
  const all = [
    ['passed', t.passed, 'good', steps.map(({ passed }) => passed)],
    ['failed', t.failed, 'bad', steps.map(({ judged, passed }) => judged - passed)],
    ['none', t.noScore, 'off', steps.map(({ evaluations, judged }) => evaluations - judged)],
  ] as const;
  return {
    timesMs: timesOf(steps),
    series: all
      .filter(([id, , , values]) => id !== 'none' || values.some((value) => value > 0))
      .map(([id, name, tone, values]) => ({ id, name, tone, values, stacked: true })),
  };
}

function timesOf(steps: Steps): readonly number[] {
  return steps.map(({ from }) => Date.parse(from));
}

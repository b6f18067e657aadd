/**
 * Series of charts of the backlog and of runs of agents, from what the API counts. What was not
 * seen is a gap, never a zero. Pure.
 */

import type { BacklogStatsReply, RunStatsReply } from '../../../../src/http/schema/trend.ts';
import type { Words } from '../../i18n/words.ts';
import type { ChartData } from '../../kit/chart/series.ts';

type BacklogSteps = BacklogStatsReply['steps'];
type RunSteps = RunStatsReply['steps'];

export function backlogChart(steps: BacklogSteps, t: Words['overview']['chart']): ChartData {
  return {
    timesMs: timesOf(steps),
    series: [
      { id: 'open', name: t.mostWaiting, tone: 'busy', values: steps.map(({ open }) => open) },
    ],
  };
}

/** If nothing waited, there is no age of the oldest delivery. */
export function oldestChart(steps: BacklogSteps, t: Words['overview']['chart']): ChartData {
  return {
    timesMs: timesOf(steps),
    series: [
      {
        id: 'oldest',
        name: t.oldest,
        tone: 'warn',
        values: steps.map(({ open, oldestAgeMs }) => oldestAgeMs ?? (open === null ? null : 0)),
      },
    ],
  };
}

/** The first recorded backlog in the range; null: none was recorded. */
export function backlogAtBegin(steps: BacklogSteps): number | null {
  return steps.find(({ open }) => open !== null)?.open ?? null;
}

export function runChart(steps: RunSteps, t: Words['overview']['chart']): ChartData {
  return {
    timesMs: timesOf(steps),
    series: [
      {
        id: 'succeeded',
        name: t.runOk,
        tone: 'good',
        stacked: true,
        values: steps.map(({ succeeded }) => succeeded),
      },
      {
        id: 'failed',
        name: t.runFailed,
        tone: 'bad',
        stacked: true,
        values: steps.map(({ failed }) => failed),
      },
    ],
  };
}

export function runTimeChart(steps: RunSteps): ChartData {
  const line = (id: 'p50' | 'p95') => steps.map(({ durationMs }) => durationMs?.[id] ?? null);
  return {
    timesMs: timesOf(steps),
    series: [
      { id: 'p50', name: 'p50', tone: 'good', values: line('p50') },
      { id: 'p95', name: 'p95', tone: 'busy', values: line('p95') },
    ],
  };
}

function timesOf(steps: readonly { readonly from: string }[]): readonly number[] {
  return steps.map(({ from }) => Date.parse(from));
}

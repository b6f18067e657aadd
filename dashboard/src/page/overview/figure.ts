/**
 * The figures of the overview from what the API counts: differences from the range before with
 * what is good about them, and series of charts. Pure.
 */

import type { StatsReply } from '../../api/endpoint.ts';
import type { Words } from '../../i18n/words.ts';
import type { ChartData, SeriesTone } from '../../kit/chart/series.ts';
import { boundsOf } from '../../range/range.ts';
import { attemptShare, firstTryShare, successShare } from '../../word/delivery-figure.ts';

export interface Delta {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'off';
  readonly title: string;
}

interface DeltaOptions {
  readonly show: (value: number) => string;
  /** Which way is better; `null`: neither is. */
  readonly better: 'more' | 'less' | null;
  /** Differences of shares are told in points, others in per cent of what was. */
  readonly points?: boolean;
  readonly percent: (share: number) => string;
  readonly t: Words['overview']['delta'];
}

/** A share of next to nothing says nothing. */
const CHANGE_MAX = 9.99;

/** Undefined: one of the two is not known, or there is nothing to compare with. */
export function deltaOf(
  now: number | null,
  before: number | null,
  { show, better, points = false, percent, t }: DeltaOptions,
): Delta | undefined {
  if (now === null || before === null || (before === 0 && !points)) return undefined;
  const change = points ? now - before : (now - before) / before;
  const isSame = Math.abs(change) < 0.0005;
  const title = isSame ? t.none : t.was(show(before));
  if (isSame) return { text: '±0', tone: 'off', title };
  const isGood = better === 'more' ? change > 0 : change < 0;
  const tone = better === null ? 'off' : isGood ? 'good' : 'bad';
  const size = Math.min(CHANGE_MAX, Math.abs(change));
  const text = `${change > 0 ? '+' : '−'}${percent(size)}`;
  return { text: size < CHANGE_MAX ? text : `> ${text}`, tone, title };
}

export function deliveryChart({ steps }: StatsReply, t: Words['overview']['chart']): ChartData {
  return {
    timesMs: steps.map(({ from }) => Date.parse(from)),
    series: [
      series(
        'first',
        t.firstTry,
        'good',
        steps.map(({ firstTry }) => firstTry),
      ),
      series(
        'later',
        t.later,
        'warn',
        steps.map(({ delivered, firstTry }) => delivered - firstTry),
      ),
      series(
        'failed',
        t.failed,
        'bad',
        steps.map(({ failed }) => failed),
      ),
    ],
  };
}

export function successChart({ steps }: StatsReply, t: Words['overview']['chart']): ChartData {
  return {
    timesMs: steps.map(({ from }) => Date.parse(from)),
    series: [
      {
        id: 'end',
        name: t.eventual,
        tone: 'good',
        values: steps.map((step) => successShare(step)),
      },
      {
        id: 'first',
        name: t.firstTry,
        tone: 'busy',
        dashed: true,
        values: steps.map((step) => firstTryShare(step)),
      },
      { id: 'attempts', name: t.attempts, tone: 'warn', values: steps.map(attemptShare) },
    ],
  };
}

export function latencyChart({ steps }: StatsReply): ChartData {
  const line = (id: 'p50' | 'p95' | 'p99', tone: SeriesTone, dashed: boolean) => ({
    id,
    name: id,
    tone,
    dashed,
    values: steps.map(({ latencyMs }) => latencyMs?.[id] ?? null),
  });
  return {
    timesMs: steps.map(({ from }) => Date.parse(from)),
    series: [line('p50', 'good', false), line('p95', 'busy', false), line('p99', 'off', true)],
  };
}

interface CallStep {
  readonly from: string;
  readonly byStatus: Readonly<Record<string, number>>;
}

const GROUPS = ['completed', 'missed', 'error', 'open', 'other'] as const;
type Group = (typeof GROUPS)[number];

const TONES: Readonly<Record<Group, SeriesTone>> = {
  completed: 'good',
  missed: 'warn',
  error: 'bad',
  open: 'busy',
  other: 'off',
};

const GROUP_OF: Readonly<Record<string, Group>> = {
  COMPLETED: 'completed',
  ERROR: 'error',
  HEALTHCHECK_FAILED: 'error',
  CALLING: 'open',
  CLOSING: 'open',
  NONE: 'open',
  BUSY: 'missed',
  NO_RESPONSE: 'missed',
  UNREACHABLE: 'missed',
  VOICEMAIL_REACHED: 'missed',
};

/** Groups of statuses, so that colours can tell them apart; the empty ones are left out. */
export function callChart(steps: readonly CallStep[], t: Words['overview']['status']): ChartData {
  const grouped = steps.map(({ byStatus }) => groupCounts(byStatus));
  return {
    timesMs: steps.map(({ from }) => Date.parse(from)),
    series: GROUPS.filter((group) => grouped.some((counts) => counts[group] > 0)).map((group) =>
      series(
        group,
        t[group],
        TONES[group],
        grouped.map((counts) => counts[group]),
      ),
    ),
  };
}

function groupCounts(byStatus: Readonly<Record<string, number>>): Record<Group, number> {
  const counts: Record<Group, number> = { completed: 0, missed: 0, error: 0, open: 0, other: 0 };
  for (const [status, count] of Object.entries(byStatus)) {
    const group = Object.hasOwn(GROUP_OF, status) ? GROUP_OF[status] : undefined;
    counts[group ?? 'other'] += count;
  }
  return counts;
}

function series(id: string, name: string, tone: SeriesTone, values: readonly number[]) {
  return { id, name, tone, values, stacked: true };
}

export interface ChartRange {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Up to this length, this step. */
const STEPS: ReadonlyArray<readonly [lengthMs: number, stepMs: number]> = [
  [HOUR_MS, MINUTE_MS],
  [6 * HOUR_MS, 5 * MINUTE_MS],
  [24 * HOUR_MS, 30 * MINUTE_MS],
  [7 * 24 * HOUR_MS, 3 * HOUR_MS],
  [31 * 24 * HOUR_MS, 12 * HOUR_MS],
];
const LONGEST_MS = 24 * HOUR_MS;

/**
 * The range of the overview as steps of charts: few enough to read, and aligned, so that a relative
 * range asks for the same figures until its next step begins. Pure.
 */
export function chartRange(range: string | undefined, nowMs: number): ChartRange {
  const bounds = boundsOf(range, nowMs) ?? { fromMs: nowMs - LONGEST_MS, toMs: null };
  const endMs = bounds.toMs ?? nowMs;
  const lengthMs = Math.max(MINUTE_MS, endMs - bounds.fromMs);
  const found = STEPS.find(([upToMs]) => lengthMs <= upToMs);
  const stepMs = found?.[1] ?? LONGEST_MS;
  const toMs = Math.ceil((endMs + (bounds.toMs === null ? 1 : 0)) / stepMs) * stepMs;
  return { fromMs: toMs - Math.ceil(lengthMs / stepMs) * stepMs, toMs, stepMs };
}

/** The same length right before it. */
export function rangeBefore({ fromMs, toMs, stepMs }: ChartRange): ChartRange {
  return { fromMs: fromMs - (toMs - fromMs), toMs: fromMs, stepMs };
}

/** The parameters of the API. */
export function stepQuery({ fromMs, toMs, stepMs }: ChartRange) {
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    step: stepMs / 1_000,
  };
}

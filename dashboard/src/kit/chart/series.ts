/**
 * What a chart draws: times, and for each series its values, with a gap (null) where there is
 * none. The helpers are pure; the drawing itself is in `uplot-drawing.ts`, loaded when needed.
 */

export type SeriesTone = 'good' | 'bad' | 'busy' | 'warn' | 'off';

interface ChartSeries {
  readonly id: string;
  readonly name: string;
  readonly tone: SeriesTone;
  readonly values: readonly (number | null)[];
  /** Bars, stacked on those before; else a line. */
  readonly stacked?: boolean;
  readonly dashed?: boolean;
}

export interface ChartData {
  /** Begin of each step, epoch ms, ascending. */
  readonly timesMs: readonly number[];
  readonly series: readonly ChartSeries[];
}

export function isEmptyChart({ series }: ChartData): boolean {
  return series.every(({ values }) => values.every((value) => value === null || value === 0));
}

/** Each stacked series as the sum of itself and the stacked ones before; lines as they are. */
export function stackedValues(data: ChartData): readonly (readonly (number | null)[])[] {
  const sums = data.timesMs.map(() => 0);
  return data.series.map(({ values, stacked = false }) => {
    if (!stacked) return values;
    return values.map((value, index) => {
      sums[index] = (sums[index] ?? 0) + (value ?? 0);
      return sums[index] ?? 0;
    });
  });
}

/** `share`: from 0 to 1. `duration`: milliseconds. */
export type ChartUnit = 'count' | 'share' | 'duration';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const POWERS_MAX = 9;

const COUNTS = Array.from({ length: POWERS_MAX }, (_, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
).flat();
const STEPS: Readonly<Record<ChartUnit, readonly number[]>> = {
  count: COUNTS,
  share: [0.01, 0.02, 0.05, 0.1, 0.25, 0.5],
  duration: [
    ...COUNTS.filter((ms) => ms < SECOND_MS),
    ...[1, 2, 5, 10, 15, 30].map((s) => s * SECOND_MS),
    ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
    ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
    ...[1, 2, 5, 10, 20, 50].map((days) => days * DAY_MS),
  ],
};

/** A line must not be cut in half where it is highest. */
const HEADROOM = 1.06;

/**
 * The upright axis of a chart, by what it counts: where its lines may lie, so that they have round
 * names (30 s, 5 min, never 8 min 20 s; no half deliveries), and how high it goes. Pure.
 */
export function axisSteps(unit: ChartUnit): readonly number[] {
  return STEPS[unit];
}

/** Shares always show all that there is: 99 % does not look like a cliff. */
export function topOf(max: number | null, unit: ChartUnit): number {
  if (unit === 'share') return HEADROOM;
  return max === null || max <= 0 ? 1 : max * HEADROOM;
}

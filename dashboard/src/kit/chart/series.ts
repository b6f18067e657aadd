/**
 * What a chart draws: times, and for each series its values, with a gap (null) where there is
 * none. The helpers are pure; the drawing itself is in `uplot-drawing.ts`, loaded when needed.
 */

export type SeriesTone = 'good' | 'bad' | 'busy' | 'warn' | 'off';

export interface ChartSeries {
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

/**
 * Figures of the benchmarks: one out of many, and as people read them.
 * Must never measure anything itself.
 */

export function rate(perSecond: number): string {
  return `${Math.round(perSecond)}/s`;
}

export function mib(value: number): string {
  return `${value.toFixed(0)} MiB`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Of what was measured: the value below which this share lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

/**
 * Figures of the benchmarks: one out of many, and formatted for people. Must never measure anything
 * itself.
 */

export function rate(perSecond: number): string {
  return `${Math.round(perSecond)}/s`;
}

export function mib(value: number): string {
  return `${value.toFixed(0)} MiB`;
}

/** Both in milliseconds. */
export function delays({ p50, p99 }: { readonly p50: number; readonly p99: number }): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}

/** The mean of the two in the middle if their number is even. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = [Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2)];
  return middle.reduce((sum, at) => sum + (sorted[at] ?? Number.NaN), 0) / 2;
}

/** The measured value below which this share lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

/**
 * The durations of deliveries, counted per bucket, and percentiles of such counts (S12.18). Values
 * are assumed to be evenly spread within a bucket; beyond the last bound only that bound is known,
 * and the result says so. Pure.
 */

/** The upper bounds of the buckets; one more bucket counts the values above the last. */
export const LATENCY_BOUNDS_MS = [
  1, 2, 5, 10, 20, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000, 60_000, 600_000,
] as const;
export const LATENCY_BUCKETS = LATENCY_BOUNDS_MS.length + 1;

/** The bucket that a time falls into. */
export function latencyBucket(durationMs: number): number {
  const index = LATENCY_BOUNDS_MS.findIndex((bound) => durationMs <= bound);
  return index < 0 ? LATENCY_BOUNDS_MS.length : index;
}

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** `counts` has one entry per bound and one for larger values. Null if nothing was counted. */
export function percentilesOf(counts: readonly number[]): Percentiles | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const at = (share: number) => valueAt(counts, share * total);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function valueAt(counts: readonly number[], rank: number): number {
  let below = 0;
  let lower = 0;
  for (const [index, upper] of LATENCY_BOUNDS_MS.entries()) {
    const count = counts[index] ?? 0;
    if (count > 0 && below + count >= rank) {
      return round(lower + ((rank - below) / count) * (upper - lower));
    }
    below += count;
    lower = upper;
  }
  return lower;
}

function round(valueMs: number): number {
  return Math.round(valueMs * 10) / 10;
}

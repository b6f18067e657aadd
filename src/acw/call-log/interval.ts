/**
 * Intervals of a call, and their union, overlap and gaps. Every figure of talk and silence is
 * computed from these. Pure; an interval contains its start and not its end, so two that touch do
 * not overlap.
 */

export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

/** The same time as disjoint intervals in order; empty intervals disappear. */
export function union(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals
    .filter(({ startMs, endMs }) => endMs > startMs)
    .sort((a, b) => a.startMs - b.startMs);
  const merged: { startMs: number; endMs: number }[] = [];
  for (const { startMs, endMs } of sorted) {
    const last = merged.at(-1);
    if (last === undefined || startMs > last.endMs) merged.push({ startMs, endMs });
    else last.endMs = Math.max(last.endMs, endMs);
  }
  return merged;
}

/** The total length of disjoint intervals. */
export function lengthMs(disjoint: readonly Interval[]): number {
  return disjoint.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
}

/** The length of the time that lies both in an interval of `a` and in one of `b`. */
export function overlapMs(a: readonly Interval[], b: readonly Interval[]): number {
  return lengthMs(union(a)) + lengthMs(union(b)) - lengthMs(union([...a, ...b]));
}

/** The parts of `whole` that `disjoint` does not cover; both are in order. */
export function gaps(disjoint: readonly Interval[], whole: Interval): Interval[] {
  const free: Interval[] = [];
  let fromMs = whole.startMs;
  for (const { startMs, endMs } of disjoint) {
    if (startMs > fromMs) free.push({ startMs: fromMs, endMs: startMs });
    fromMs = endMs;
  }
  if (whole.endMs > fromMs) free.push({ startMs: fromMs, endMs: whole.endMs });
  return free;
}

/**
 * Intervals of a call and their sums: union, overlap, gaps. Every figure of talk and silence is one
 * of these. Pure; an interval holds its start and not its end, so two that touch do not overlap.
 */

export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

/** The same time without overlap, in order; empty intervals vanish. */
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

/** Of intervals that do not overlap. */
export function lengthMs(disjoint: readonly Interval[]): number {
  return disjoint.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
}

/** The time that is in any of `a` and in any of `b`: what both have less what either has. */
export function overlapMs(a: readonly Interval[], b: readonly Interval[]): number {
  return lengthMs(union(a)) + lengthMs(union(b)) - lengthMs(union([...a, ...b]));
}

/** The parts of `whole` that `disjoint` leaves free; both in order. */
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

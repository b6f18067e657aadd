/**
 * When nobody talked: the span of the call less the union of all turns with speech, those of the
 * system included, since an announcement is no silence. Speech and silence together are exactly
 * the duration. Pure.
 */

import type { Timeline } from '../call-log/timeline.ts';
import { gaps, type Interval, lengthMs, union } from './interval.ts';
import { rounded } from './rounded.ts';

/** Shorter pauses belong to talk and are not listed, but they count in the sums. */
export const SILENCE_SEGMENT_MS_MIN = 3_000;
export const SILENCE_SEGMENTS_MAX = 100;

export interface Silence {
  readonly figures: {
    readonly totalMs: number;
    readonly ratio: number;
    readonly longestMs: number;
    readonly segments: readonly Interval[];
  };
  /** There were more segments than a result lists. */
  readonly cut: boolean;
}

export function silenceOf({ turns, span }: Pick<Timeline, 'turns' | 'span'>): Silence {
  const free = gaps(union(turns), span);
  const totalMs = lengthMs(free);
  const durationMs = span.endMs - span.startMs;
  const long = free.filter((gap) => lengthMs([gap]) >= SILENCE_SEGMENT_MS_MIN);
  const figures = {
    totalMs,
    ratio: durationMs === 0 ? 0 : rounded(totalMs / durationMs, 4),
    longestMs: free.reduce((longest, gap) => Math.max(longest, lengthMs([gap])), 0),
    segments: longestOf(long),
  };
  return { figures, cut: long.length > SILENCE_SEGMENTS_MAX };
}

/** Of equal ones the earlier; then back in the order of the call. */
function longestOf(segments: readonly Interval[]): Interval[] {
  return segments
    .toSorted((a, b) => lengthMs([b]) - lengthMs([a]) || a.startMs - b.startMs)
    .slice(0, SILENCE_SEGMENTS_MAX)
    .sort((a, b) => a.startMs - b.startMs);
}

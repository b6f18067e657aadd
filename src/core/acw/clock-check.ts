/**
 * Whether the speakers' times are on one clock. When a channel is off by seconds, a polite call
 * looks like a quarrel; so before anything is said about interruptions, the log itself is asked.
 * Decisions section 8: negative response latency, or more than 20 % overlap. Pure.
 */
import type { Party, Percentiles } from './analysis.ts';

/** Of the time in which at least one party talks. */
export const OVERLAP_RATIO_MAX = 0.2;

export interface ClockFacts {
  readonly latency: Readonly<Record<Party, Percentiles>>;
  readonly overlapMs: number;
  readonly speechMs: number;
}

/** One early answer is an interruption; when half of a party's answers are, it is the clock. */
export function clockSkewSuspected({ latency, overlapMs, speechMs }: ClockFacts): boolean {
  const medians = [latency.AGENT.p50, latency.CUSTOMER.p50];
  if (medians.some((median) => median !== null && median < 0)) return true;
  return overlapMs > OVERLAP_RATIO_MAX * speechMs;
}

/**
 * Whether the speakers' times are on one clock. When a channel is off by seconds, a polite call
 * looks like a quarrel; so before anything is said about interruptions, the log itself is asked.
 * S11.9: negative response latency, or more than 20 % overlap. Pure.
 */
import type { Party, Percentiles } from './analysis.ts';

/** Of the time in which at least one party talks. */
export const OVERLAP_RATIO_MAX = 0.2;

export interface ClockFacts {
  readonly latency: Readonly<Record<Party, Percentiles>>;
  readonly overlapMs: number;
  readonly speechMs: number;
}

/**
 * One early answer is an interruption; when half of a party's answers are, it is the clock: what
 * one party seems to come too early by, the other seems to come too late by. One who cuts in all
 * the time is early, too, but the other then answers as people do.
 */
export function clockSkewSuspected({ latency, overlapMs, speechMs }: ClockFacts): boolean {
  const { AGENT, CUSTOMER } = latency;
  if (cutsIn(AGENT.p50, CUSTOMER.p50) || cutsIn(CUSTOMER.p50, AGENT.p50)) return false;
  const medians = [AGENT.p50, CUSTOMER.p50];
  if (medians.some((median) => median !== null && median < 0)) return true;
  return overlapMs > OVERLAP_RATIO_MAX * speechMs;
}

/** A speaker who begins early by less than this does not cut in. */
const CUT_IN_MS_MIN = 200;

function cutsIn(own: number | null, other: number | null): boolean {
  return own !== null && other !== null && own <= -CUT_IN_MS_MIN && other >= 0 && other < -own;
}

/** No speaker says a word in so little time: the times are seconds. */
const WORD_MS_MIN = 20;
const SECONDS_TURNS_MIN = 5;

/** `turns`: those with speech, in the order they began. */
export function secondsSuspected(
  turns: readonly { readonly words: number; readonly startMs: number }[],
): boolean {
  const before = turns.slice(0, -1);
  const words = before.reduce((sum, turn) => sum + turn.words, 0);
  const lastMs = turns.at(-1)?.startMs ?? 0;
  return turns.length >= SECONDS_TURNS_MIN && lastMs > 0 && lastMs < words * WORD_MS_MIN;
}

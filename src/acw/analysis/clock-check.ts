/**
 * Checks whether the times of both speakers come from one clock (S11.9). If one channel is seconds
 * late, a polite call looks like a quarrel, so this is checked before interruptions are counted:
 * negative response latency, or more than 20 % overlap. Pure.
 */
import type { Party, Percentiles } from './analysis.ts';

/** The largest plausible share of overlap in the time in which at least one party talks. */
export const OVERLAP_RATIO_MAX = 0.2;

export interface ClockFacts {
  readonly latency: Readonly<Record<Party, Percentiles>>;
  readonly overlapMs: number;
  readonly speechMs: number;
}

/**
 * A single early answer is an interruption. If half of a party's answers are early, the clocks
 * probably differ: one party then seems to answer too early and the other too late. If a party
 * merely cuts in often, the other party's answers have the usual delay.
 */
export function clockSkewSuspected({ latency, overlapMs, speechMs }: ClockFacts): boolean {
  const { AGENT, CUSTOMER } = latency;
  if (cutsIn(AGENT.p50, CUSTOMER.p50) || cutsIn(CUSTOMER.p50, AGENT.p50)) return false;
  const medians = [AGENT.p50, CUSTOMER.p50];
  if (medians.some((median) => median !== null && median < 0)) return true;
  return overlapMs > OVERLAP_RATIO_MAX * speechMs;
}

/** A party cuts in only if it begins at least so much early. */
const CUT_IN_MS_MIN = 200;

function cutsIn(own: number | null, other: number | null): boolean {
  return own !== null && other !== null && own <= -CUT_IN_MS_MIN && other >= 0 && other < -own;
}

/**
 * The shortest time in which a word can be said. If the log allows less, its times are probably
 * seconds.
 */
const WORD_MS_MIN = 20;
const SECONDS_TURNS_MIN = 5;

/** `turns`: the turns with speech, in the order in which they began. */
export function secondsSuspected(
  turns: readonly { readonly words: number; readonly startMs: number }[],
): boolean {
  const before = turns.slice(0, -1);
  const words = before.reduce((sum, turn) => sum + turn.words, 0);
  const lastMs = turns.at(-1)?.startMs ?? 0;
  return turns.length >= SECONDS_TURNS_MIN && lastMs > 0 && lastMs < words * WORD_MS_MIN;
}

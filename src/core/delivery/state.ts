/**
 * The states of a delivery (S6.6), and step 9, second half: the state after an attempt (S6.11 to
 * S6.14, S6.27). Eight states are stored. Two more are shown: `sending` (its attempt is in flight,
 * which only the dispatcher knows) and `held` (it is ready, but its endpoint is disabled or on
 * hold). Both are derived, so disabling an endpoint changes no delivery row.
 */
import type { Verdict } from './outcome.ts';

/** Waiting behind its head; due at once or at `dueAtMs`; waiting for a retry. */
export const OPEN_STATES = ['waiting', 'due', 'retrying'] as const;
/** Nothing more happens by itself. `blocked`: the destination guard refused the address. */
export const CLOSED_STATES = [
  'delivered',
  'rejected',
  'exhausted',
  'blocked',
  'cancelled',
] as const;

export type OpenState = (typeof OPEN_STATES)[number];
export type ClosedState = (typeof CLOSED_STATES)[number];
export type StoredState = OpenState | ClosedState;

export const SHOWN_STATES = [...OPEN_STATES, ...CLOSED_STATES, 'sending', 'held'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** Closed although the receiver does not have it; `recover` and bulk retry take these. */
export const FAILED_STATES = ['rejected', 'exhausted', 'blocked'] as const;

export function isOpen(state: StoredState): state is OpenState {
  return state === 'waiting' || state === 'due' || state === 'retrying';
}

/** `failures`: failed attempts that count, including this one. Times: epoch ms. */
export type NextState =
  | { readonly state: ClosedState; readonly atMs: number; readonly failures: number }
  | { readonly state: 'retrying'; readonly dueAtMs: number; readonly failures: number };

export interface EndedTry {
  readonly verdict: Verdict;
  /** Failed attempts that counted before this one. */
  readonly failures: number;
  readonly manual: boolean;
  /** The state after a failed manual attempt: a closed state, else a retry at `resumeAtMs`. */
  readonly resumeState: ClosedState | null;
  readonly resumeAtMs: number | null;
  /** When the attempt before this one began; null if there was none. */
  readonly lastAttemptAtMs: number | null;
  /** The waits before the 2nd, 3rd, ... attempt; empty: no retry. */
  readonly schedule: readonly number[];
  readonly nowMs: number;
  /** Uniform in [0, 1); spreads retries that failed together. */
  readonly fraction: number;
}

/** A backoff exceeds its step by up to this part of it, and is never shorter. */
export const BACK_OFF_SPREAD = 0.2;

export function nextState(input: EndedTry): NextState {
  const { verdict, nowMs } = input;
  if (verdict.outcome === 'delivered') {
    return { state: 'delivered', atMs: nowMs, failures: input.failures };
  }
  if (input.manual) return resume(input);
  const failures = input.failures + 1;
  switch (verdict.outcome) {
    case 'blocked':
      return { state: 'blocked', atMs: nowMs, failures };
    case 'rejected':
    case 'gone':
      return { state: 'rejected', atMs: nowMs, failures };
    case 'retryable': {
      const stepMs = input.schedule[input.failures];
      if (stepMs === undefined) return { state: 'exhausted', atMs: nowMs, failures };
      return { state: 'retrying', dueAtMs: nowMs + delayMs(input, stepMs), failures };
    }
  }
}

/** A failed manual attempt leaves the delivery as it was. */
function resume(input: EndedTry): NextState {
  const { resumeState, nowMs, failures } = input;
  if (resumeState !== null) return { state: resumeState, atMs: nowMs, failures };
  return { state: 'retrying', dueAtMs: resumedAtMs(input), failures };
}

/**
 * The due time before the manual attempt. If the last attempt lies in the future, the clock went
 * back since: the whole delay begins again now, because it is unknown how much of it has passed.
 */
function resumedAtMs({ nowMs, resumeAtMs, lastAttemptAtMs }: EndedTry): number {
  const aheadMs = Math.max(0, (lastAttemptAtMs ?? nowMs) - nowMs);
  return Math.max(nowMs, (resumeAtMs ?? nowMs) - aheadMs);
}

/** The longer of backoff and `Retry-After`; the latter counts only up to the longest step. */
function delayMs(input: EndedTry, stepMs: number): number {
  const backOffMs = Math.ceil(stepMs * (1 + BACK_OFF_SPREAD * input.fraction));
  const askedMs = Math.min(input.verdict.retryAfterMs ?? 0, Math.max(...input.schedule));
  return Math.max(backOffMs, askedMs);
}

/**
 * The states of a delivery (S6.6), and step 9, second half: the state after an attempt (S6.11 to
 * S6.14, S6.27). Eight are stored. Shown besides: `sending` (its attempt is in flight, known only
 * to the dispatcher) and `held` (it could go, but its endpoint is disabled or on hold); both are
 * derived, so disabling an endpoint writes no delivery row.
 */
import type { Verdict } from './outcome.ts';

/** Behind its head; the next attempt is due at once or at `dueAtMs`; waiting for a retry. */
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

/** Closed without the receiver having it: what `recover` and bulk retry pick up. */
export const FAILED_STATES = ['rejected', 'exhausted', 'blocked'] as const;

export function isOpen(state: StoredState): state is OpenState {
  return state === 'waiting' || state === 'due' || state === 'retrying';
}

/** `failures`: failed attempts that count, this one included. Times: epoch ms. */
export type NextState =
  | { readonly state: ClosedState; readonly atMs: number; readonly failures: number }
  | { readonly state: 'retrying'; readonly dueAtMs: number; readonly failures: number };

export interface EndedTry {
  readonly verdict: Verdict;
  /** Failed attempts that counted before this one. */
  readonly failures: number;
  readonly manual: boolean;
  /**
   * The state to which a failed manual attempt returns: a closed state, else a retry at
   * `resumeAtMs`.
   */
  readonly resumeState: ClosedState | null;
  readonly resumeAtMs: number | null;
  /** When the attempt before this one began; null: there was none. */
  readonly lastAttemptAtMs: number | null;
  /** The waits before the 2nd, 3rd, ... attempt; empty: no retry. */
  readonly schedule: readonly number[];
  readonly nowMs: number;
  /** Uniform in [0, 1); spreads retries that failed together. */
  readonly fraction: number;
}

/** A back-off is longer than its step by up to this part of it, never shorter. */
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

/** A failed manual attempt leaves everything as it was before it. */
function resume(input: EndedTry): NextState {
  const { resumeState, nowMs, failures } = input;
  if (resumeState !== null) return { state: resumeState, atMs: nowMs, failures };
  return { state: 'retrying', dueAtMs: resumedAtMs(input), failures };
}

/**
 * As it was set before. An earlier attempt in the future means that the clock went back since:
 * then its whole delay begins again now, because how much of it has passed is not known.
 */
function resumedAtMs({ nowMs, resumeAtMs, lastAttemptAtMs }: EndedTry): number {
  const aheadMs = Math.max(0, (lastAttemptAtMs ?? nowMs) - nowMs);
  return Math.max(nowMs, (resumeAtMs ?? nowMs) - aheadMs);
}

/** The longer of back-off and `Retry-After`, which counts up to the longest step only. */
function delayMs(input: EndedTry, stepMs: number): number {
  const backOffMs = Math.ceil(stepMs * (1 + BACK_OFF_SPREAD * input.fraction));
  const askedMs = Math.min(input.verdict.retryAfterMs ?? 0, Math.max(...input.schedule));
  return Math.max(backOffMs, askedMs);
}

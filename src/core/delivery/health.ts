/**
 * The health of an endpoint: the hold (a circuit breaker), its doubling, the wake on recovery, and
 * the reasons to disable (S6.16 to S6.18, S6.22). Pure: the dispatcher passes outcomes and the
 * time.
 */
import type { DisabledReason } from '../endpoint/endpoint.ts';
import type { AttemptOutcome } from './outcome.ts';

export interface EndpointHealth {
  /** Failed attempts since the last success, and up to three calls to which they belonged. */
  readonly consecutiveFailures: number;
  readonly failedCalls: readonly number[];
  readonly consecutiveTimeouts: number;
  /** Non-null during a hold: first attempts of other lanes wait until then. */
  readonly holdUntilMs: number | null;
  readonly holdMs: number;
  /** When an outage ended: retries last tried before this time are advanced. */
  readonly recoveredAtMs: number | null;
  readonly lastSuccessAtMs: number | null;
  /** When failing began, and how many deliveries were given up since, for the rule of 72 h. */
  readonly failingSinceMs: number | null;
  readonly settledFailures: number;
  /** Since when its answers say that no retry can help; null after a success. */
  readonly attentionSinceMs: number | null;
}

export const HEALTHY: EndpointHealth = {
  consecutiveFailures: 0,
  failedCalls: [],
  consecutiveTimeouts: 0,
  holdUntilMs: null,
  holdMs: 0,
  recoveredAtMs: null,
  lastSuccessAtMs: null,
  failingSinceMs: null,
  settledFailures: 0,
  attentionSinceMs: null,
};

/** A hold begins after this many consecutive failures, of at least this many different calls. */
export const HOLD_FAILURES = 5;
export const HOLD_CALLS = 3;
export const HOLD_MS_MIN = 30_000;
export const HOLD_MS_MAX = 600_000;
/** An endpoint is disabled if nothing succeeded for this time and this many were given up. */
export const FAILING_MS_MAX = 72 * 3_600_000;
export const FAILING_DELIVERIES = 20;
/** Spreads the ends of holds, so that the endpoints of a broken host are not probed together. */
const HOLD_SPREAD = 0.2;
/** The longest hold. One that seems longer began before the clock went back. */
export const HOLD_LASTS_MS_MAX = HOLD_MS_MAX * (1 + HOLD_SPREAD);

/**
 * `held`: no first attempt is sent. `probe`: the hold has ended and one first attempt may be sent.
 */
export type HoldPhase = 'open' | 'held' | 'probe';

/** One ended attempt. `call`: the key of its call. `fraction`: uniform in [0, 1). */
export interface EndedAttempt {
  readonly outcome: AttemptOutcome;
  readonly error: string | null;
  readonly call: number;
  readonly nowMs: number;
  /** Whether this attempt closed its delivery as failed. */
  readonly gaveUp: boolean;
  /** Whether the answer says that an operator must look at the endpoint. */
  readonly attention?: boolean;
  readonly fraction?: number;
}

export function afterAttempt(health: EndpointHealth, attempt: EndedAttempt): EndpointHealth {
  switch (attempt.outcome) {
    case 'blocked':
      // The destination guard refused the address, so nothing is known about the endpoint.
      return health;
    case 'delivered':
      return afterSuccess(health, attempt.nowMs);
    // A rejection counts too. Rejected deliveries are given up at once, so while a receiver refuses
    // everything, a hold keeps the later deliveries from being given up one by one.
    case 'retryable':
    case 'rejected':
    case 'gone':
      return afterFailure(health, attempt);
  }
}

export function holdPhase(health: EndpointHealth, nowMs: number): HoldPhase {
  if (health.holdUntilMs === null) return 'open';
  return holdLasts(health.holdUntilMs, nowMs) ? 'held' : 'probe';
}

/** False after the end of the hold. Also false if the clock went back, so that a probe is sent. */
export function holdLasts(holdUntilMs: number, nowMs: number): boolean {
  const leftMs = holdUntilMs - nowMs;
  return leftMs > 0 && leftMs <= HOLD_LASTS_MS_MAX;
}

/**
 * A hold that lies further ahead than its own length was set while the clock was ahead, so it is
 * over now. Any other one ends within `HOLD_MS_MAX`, since a clock may have been ahead by less.
 */
export function repairedHold(health: EndpointHealth, nowMs: number): EndpointHealth {
  const { holdUntilMs, holdMs } = health;
  if (holdUntilMs === null) return health;
  const leftMs = holdUntilMs - nowMs;
  if (leftMs > longestOf(Math.max(holdMs, HOLD_MS_MIN))) return { ...health, holdUntilMs: nowMs };
  return leftMs > HOLD_MS_MAX ? { ...health, holdUntilMs: nowMs + HOLD_MS_MAX } : health;
}

function longestOf(holdMs: number): number {
  return Math.ceil(holdMs * (1 + HOLD_SPREAD));
}

/** Why the endpoint must be disabled now; `health` is the health after the attempt. */
export function disableReason(
  health: EndpointHealth,
  outcome: AttemptOutcome,
  nowMs: number,
): DisabledReason | null {
  if (outcome === 'gone') return 'gone';
  if (health.failingSinceMs === null || health.settledFailures < FAILING_DELIVERIES) return null;
  return nowMs - health.failingSinceMs >= FAILING_MS_MAX ? 'failing' : null;
}

function afterSuccess(health: EndpointHealth, nowMs: number): EndpointHealth {
  const wasOut = health.holdUntilMs !== null || health.consecutiveFailures >= HOLD_FAILURES;
  return {
    ...HEALTHY,
    recoveredAtMs: wasOut ? nowMs : health.recoveredAtMs,
    lastSuccessAtMs: nowMs,
  };
}

function afterFailure(health: EndpointHealth, attempt: EndedAttempt): EndpointHealth {
  const consecutiveFailures = health.consecutiveFailures + 1;
  const failedCalls = withCall(health.failedCalls, attempt.call);
  const timedOut = attempt.error === 'timeout' || attempt.error === 'connect-timeout';
  const failed: EndpointHealth = {
    ...health,
    consecutiveFailures,
    failedCalls,
    consecutiveTimeouts: timedOut ? health.consecutiveTimeouts + 1 : 0,
    recoveredAtMs: null,
    failingSinceMs: health.failingSinceMs ?? attempt.nowMs,
    settledFailures: health.settledFailures + (attempt.gaveUp ? 1 : 0),
    attentionSinceMs: attentionSince(health, attempt),
  };
  switch (holdPhase(health, attempt.nowMs)) {
    case 'held':
      return failed;
    case 'probe':
      return hold(failed, Math.min(health.holdMs * 2, HOLD_MS_MAX), attempt);
    case 'open':
      return consecutiveFailures >= HOLD_FAILURES && failedCalls.length >= HOLD_CALLS
        ? hold(failed, HOLD_MS_MIN, attempt)
        : failed;
  }
}

function attentionSince(health: EndpointHealth, { attention, nowMs }: EndedAttempt): number | null {
  return attention === true ? (health.attentionSinceMs ?? nowMs) : health.attentionSinceMs;
}

/** Keeps up to `HOLD_CALLS` different calls; the rule needs no more. */
function withCall(calls: readonly number[], call: number): readonly number[] {
  return calls.length >= HOLD_CALLS || calls.includes(call) ? calls : [...calls, call];
}

function hold(health: EndpointHealth, holdMs: number, attempt: EndedAttempt): EndpointHealth {
  const lastsMs = Math.ceil(holdMs * (1 + HOLD_SPREAD * (attempt.fraction ?? 0)));
  return { ...health, holdMs, holdUntilMs: attempt.nowMs + lastsMs };
}

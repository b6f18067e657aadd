/**
 * How fast a person may try to sign in, as a pure rule: some tries are free, then the wait after
 * each failure doubles up to a bound, and after an hour without a failure the count begins again. A
 * try counts as failed from its beginning, so that parallel tries have no advantage. No account is
 * locked for good: the wait for an account as a whole is at most a minute, and does not apply to a
 * network where its owner signed in before. Source: S13.11.
 */

export interface SignInTries {
  readonly failures: number;
  readonly failedAtMs: number;
  /** No try is allowed before this time. */
  readonly openAtMs: number;
}

export interface ThrottleRule {
  readonly free: number;
  readonly firstWaitMs: number;
  readonly mostWaitMs: number;
}

/**
 * `pair`: one account from one network. `account`: one account from all networks. `network`: all
 * accounts from one network, which may be an office.
 */
export const THROTTLE_RULES = {
  pair: { free: 5, firstWaitMs: 10_000, mostWaitMs: 900_000 },
  account: { free: 20, firstWaitMs: 5_000, mostWaitMs: 60_000 },
  network: { free: 50, firstWaitMs: 10_000, mostWaitMs: 900_000 },
} as const satisfies Record<string, ThrottleRule>;
export type ThrottleSubject = keyof typeof THROTTLE_RULES;

/** Longer than any wait. */
export const TRIES_FORGOTTEN_MS = 3_600_000;

/** How long to wait in ms; 0: a try is allowed. Counts nothing. */
export function mayTry(before: SignInTries | null, nowMs: number, rule: ThrottleRule): number {
  const known = knownTries(before, nowMs, rule);
  return known === null ? 0 : Math.max(0, known.openAtMs - nowMs);
}

/** The wait in ms if the try is not allowed, else the new count. */
export function tryOnce(
  before: SignInTries | null,
  nowMs: number,
  rule: ThrottleRule,
): { readonly waitMs: number } | { readonly kept: SignInTries } {
  const waitMs = mayTry(before, nowMs, rule);
  if (waitMs > 0) return { waitMs };
  const failures = (knownTries(before, nowMs, rule)?.failures ?? 0) + 1;
  return { kept: { failures, failedAtMs: nowMs, openAtMs: nowMs + waitAfter(failures, rule) } };
}

/**
 * If the clock was ahead for a while, its times must not block a person for longer than the rule.
 */
function knownTries(
  before: SignInTries | null,
  nowMs: number,
  rule: ThrottleRule,
): SignInTries | null {
  if (before === null || nowMs - before.failedAtMs >= TRIES_FORGOTTEN_MS) return null;
  return before.openAtMs - nowMs <= rule.mostWaitMs ? before : null;
}

function waitAfter(failures: number, { free, firstWaitMs, mostWaitMs }: ThrottleRule): number {
  if (failures < free) return 0;
  return Math.min(mostWaitMs, firstWaitMs * 2 ** Math.min(30, failures - free));
}

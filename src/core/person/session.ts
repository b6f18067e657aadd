/**
 * How long a person stays signed in, as a pure rule: a session ends if it was not used for a while,
 * and at the latest some days after it began. A change of rights needs a recent proof of identity.
 * Source: S13.6, S13.9 and docs/decisions/0038.
 */

export const SIGN_IN_WAYS = ['setup', 'password', 'invitation', 'oidc', 'passkey'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/**
 * How long the link that creates the first owner works; it expires because it may remain in a log.
 */
export const SETUP_LINK_MS = 24 * 3_600_000;

/** A working day without use, and two weeks in total. */
export const SESSION_IDLE_MS = 12 * 3_600_000;
export const SESSION_MAX_MS = 14 * 86_400_000;
/**
 * How often the time of the last use is written at most, so that requests of a busy page cost no
 * write.
 */
export const SESSION_SEEN_EVERY_MS = 60_000;

/** How long after a password, a passkey or the identity provider rights can be changed. */
export const PROVEN_MS = 10 * 60_000;

/** How long a browser may take to answer the challenge of a passkey. */
export const CHALLENGE_MS = 5 * 60_000;

export interface SessionTimes {
  readonly createdAtMs: number;
  readonly seenAtMs: number;
}

/** When the session ends if it is not used any more. */
export function idleUntil({ createdAtMs, seenAtMs }: SessionTimes): number {
  return Math.min(seenAtMs + SESSION_IDLE_MS, expiresAt({ createdAtMs }));
}

export function expiresAt({ createdAtMs }: Pick<SessionTimes, 'createdAtMs'>): number {
  return createdAtMs + SESSION_MAX_MS;
}

export function isOver(times: SessionTimes, nowMs: number): boolean {
  return nowMs >= idleUntil(times);
}

/** When the person must prove their identity again. */
export function provenUntil({ provenAtMs }: { readonly provenAtMs: number }): number {
  return provenAtMs + PROVEN_MS;
}

/**
 * A proof in the future was written while the clock was ahead; it counts no longer than one made
 * now.
 */
export function isProven(session: { readonly provenAtMs: number }, nowMs: number): boolean {
  return session.provenAtMs <= nowMs + PROVEN_MS && nowMs < provenUntil(session);
}

/** Whether the time of the last use is old enough to be written again. */
export function isUnseen({ seenAtMs }: SessionTimes, nowMs: number): boolean {
  return nowMs - seenAtMs >= SESSION_SEEN_EVERY_MS;
}

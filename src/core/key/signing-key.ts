/**
 * An RSA key that signs requests to receivers, and its states: it signs, it is published to
 * receivers, it is forgotten (S7.14 to S7.17). `engine/key/` moves it from state to state.
 */
import type { ProjectKey } from '../id.ts';

/** next (published) → active → retiring (both sign) → retired; revoking skips retiring. */
export const SIGNING_KEY_STATES = ['next', 'active', 'retiring', 'retired', 'revoked'] as const;
export type SigningKeyState = (typeof SIGNING_KEY_STATES)[number];

/** `kid`: RFC 7638 thumbprint. `privateKey`: PKCS #8 PEM, sealed. `publicKey`: SPKI PEM. */
export interface SigningKey {
  readonly kid: string;
  readonly projectKey: ProjectKey;
  readonly state: SigningKeyState;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly createdAtMs: number;
  readonly stateSinceMs: number;
  /** When its state ends by itself: a retiring key retires, a retired or revoked one is deleted. */
  readonly stateUntilMs: number | null;
}

/** How long a key stays in the list after it stopped signing. */
export const FORGET_AFTER_DAYS = 90;

/** Whether the key signs now. A retiring key stops at its time, even before the sweep. */
export function isSigning(key: SigningKey, nowMs: number): boolean {
  return key.state === 'active' || isRetiringAt(key, nowMs);
}

/** Whether receivers can read the key. */
export function isPublished(key: SigningKey, nowMs: number): boolean {
  return key.state === 'next' || isSigning(key, nowMs);
}

export function isRetiringAt(key: SigningKey, nowMs: number): boolean {
  return key.state === 'retiring' && (key.stateUntilMs === null || key.stateUntilMs > nowMs);
}

/**
 * An RSA key that signs requests to receivers, and what it does at a time: it signs, it is shown to
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
  /** When it moves on by itself: a retiring key retires, a retired or revoked one is forgotten. */
  readonly stateUntilMs: number | null;
}

/** How long a key that stopped stays in the list. */
export const FORGET_AFTER_DAYS = 90;

/** Signs now. A retiring key stops at its time, whether or not the sweep has come by. */
export function isSigning(key: SigningKey, nowMs: number): boolean {
  return key.state === 'active' || isRetiringAt(key, nowMs);
}

/** Shown to receivers. */
export function isPublished(key: SigningKey, nowMs: number): boolean {
  return key.state === 'next' || isSigning(key, nowMs);
}

export function isRetiringAt(key: SigningKey, nowMs: number): boolean {
  return key.state === 'retiring' && (key.stateUntilMs === null || key.stateUntilMs > nowMs);
}

/**
 * Which signing key becomes what (S7.16): `next` → `active` → `retiring` → `retired`, and `revoked`
 * from any of the first three. Pure, but for the key that a revocation may need.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import {
  FORGET_AFTER_DAYS,
  isRetiringAt,
  type SigningKey,
  type SigningKeyState,
} from '../../core/key/signing-key.ts';
import { DAY_MS } from '../../core/time.ts';

/** Both keys sign this long after a rotation. */
export const OVERLAP_DAYS_MAX = 7;
/** Keys that sign one request at most: every signature costs a third of a millisecond. */
export const SIGNERS_MAX = 3;
/** `next` becomes active, the active key retires. Answers the keys that change. */
export function movesOfRotation(
  keys: readonly SigningKey[],
  next: SigningKey,
  overlapDays: number,
  nowMs: number,
): readonly SigningKey[] {
  const old = keys.filter((key) => key.state === 'active');
  const retiring = keys.filter((key) => isRetiringAt(key, nowMs));
  if (overlapDays > 0 && old.length + retiring.length + 1 > SIGNERS_MAX) {
    throw new ServiceError(
      'STATE_CONFLICT',
      `${retiring.length} keys are still retiring; wait, revoke one, or rotate with overlapDays 0.`,
    );
  }
  // The old key first: a store may insist on one active key at every moment.
  return [
    ...old.map((key) => retired(key, overlapDays, nowMs)),
    moved(next, 'active', nowMs, null),
  ];
}

/** Answers the keys that change; asks for a successor only when the active key is revoked. */
export async function movesOfRevocation(
  keys: readonly SigningKey[],
  kid: string,
  successor: () => Promise<SigningKey>,
  nowMs: number,
): Promise<readonly SigningKey[]> {
  const key = keys.find((each) => each.kid === kid);
  if (key === undefined) throw new ServiceError('NOT_FOUND', 'The project has no key of this kid.');
  if (key.state === 'retired' || key.state === 'revoked') {
    throw new ServiceError('STATE_CONFLICT', `The key is ${key.state} already.`);
  }
  const revoked = moved(key, 'revoked', nowMs, nowMs + FORGET_AFTER_DAYS * DAY_MS);
  if (key.state !== 'active') return [revoked];
  return [revoked, moved(await successor(), 'active', nowMs, null)];
}

/** kid to state: what an audit entry says. */
export function statesOf(keys: readonly SigningKey[]): Readonly<Record<string, SigningKeyState>> {
  return Object.fromEntries(keys.map((key) => [key.kid, key.state]));
}

function retired(key: SigningKey, overlapDays: number, nowMs: number): SigningKey {
  return overlapDays === 0
    ? moved(key, 'retired', nowMs, nowMs + FORGET_AFTER_DAYS * DAY_MS)
    : moved(key, 'retiring', nowMs, nowMs + overlapDays * DAY_MS);
}

function moved(
  key: SigningKey,
  state: SigningKeyState,
  nowMs: number,
  stateUntilMs: number | null,
): SigningKey {
  return { ...key, state, stateSinceMs: nowMs, stateUntilMs };
}

/**
 * The state changes of signing keys (S7.16): `next` → `active` → `retiring` → `retired`, and
 * `revoked` from any of the first three. Pure, except that a revocation may create a key.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import {
  FORGET_AFTER_DAYS,
  isRetiringAt,
  type SigningKey,
  type SigningKeyState,
} from '../../core/key/signing-key.ts';
import { DAY_MS } from '../../core/time.ts';

/** The longest time for which both keys sign after a rotation. */
export const OVERLAP_DAYS_MAX = 7;
/**
 * The largest number of keys that sign one request: every signature costs a third of a millisecond.
 */
export const SIGNERS_MAX = 3;
/** `next` becomes active and the active key retires. Returns the keys that change. */
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
  // The old key first, because a store may allow only one active key at any moment.
  return [
    ...old.map((key) => retired(key, overlapDays, nowMs)),
    moved(next, 'active', nowMs, null),
  ];
}

/** Returns the keys that change; asks for a successor only if the active key is revoked. */
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

/** The state of each kid, as an audit entry shows it. */
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

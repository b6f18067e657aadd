/**
 * A signing key's state in tones, and what
 * follows from it. Pure.
 */
import type { SigningKeyRecord } from '../../api/endpoint.ts';

type KeyState = SigningKeyRecord['state'];

export const KEY_TONES = {
  next: 'waiting',
  active: 'good',
  retiring: 'busy',
  retired: 'off',
  revoked: 'bad',
} as const satisfies Readonly<Record<KeyState, string>>;

export function signs({ state }: Pick<SigningKeyRecord, 'state'>): boolean {
  return state === 'active' || state === 'retiring';
}

/** Receivers can load it; and only such a key can still be stopped. */
export function isPublished(record: Pick<SigningKeyRecord, 'state'>): boolean {
  return record.state === 'next' || signs(record);
}

export interface Rotation {
  /** The key that waits to sign. */
  readonly next: SigningKeyRecord | null;
  readonly active: SigningKeyRecord | null;
  readonly retiring: readonly SigningKeyRecord[];
  /** A rotation with an overlap would be refused: three keys sign at most. */
  readonly isFull: boolean;
}

/** Three keys sign one request at most: the active one, the new one, and so one that retires. */
const RETIRING_MAX = 1;

export function rotationOf(keys: readonly SigningKeyRecord[]): Rotation {
  const retiring = keys.filter(({ state }) => state === 'retiring');
  return {
    next: keys.find(({ state }) => state === 'next') ?? null,
    active: keys.find(({ state }) => state === 'active') ?? null,
    retiring,
    isFull: retiring.length > RETIRING_MAX,
  };
}

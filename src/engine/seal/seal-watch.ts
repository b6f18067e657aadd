/**
 * Watches every sealed text that does not open: one that was altered, was moved to another record,
 * or was sealed by another master key. It is refused as before; besides, an event tells the log and
 * the metrics, and the state of the system names the last one. What browsers hand back (the cookies
 * of a sign-in under way and of a known browser) may be anything, and is no sign of it.
 */

import { createExpiringCache } from '../expiring-cache.ts';
import type { Clock } from '../ports/clock.ts';
import type { Emit } from '../ports/emit.ts';
import type { Secrets } from '../ports/secrets.ts';

/** Contexts of texts that are kept by browsers. */
const FROM_OUTSIDE: ReadonlySet<string> = new Set([
  'oidc-sign-in',
  'second-factor-step',
  'passkey-challenge',
  'known-device',
]);
/** A page that lists a source asks each time; one record is told of once in this time. */
export const TOLD_EVERY_MS = 600_000;
const TOLD_MAX = 1_000;

export interface SealState {
  /** Since the process started, each try. */
  readonly refused: number;
  readonly last: { readonly atMs: number; readonly kind: string; readonly record: string } | null;
}

export interface SealWatch {
  readonly secrets: Secrets;
  state(): SealState;
}

export function watchSeals(secrets: Secrets, parts: { clock: Clock; emit: Emit }): SealWatch {
  const { clock, emit } = parts;
  const told = createExpiringCache<true>(clock, { entriesMax: TOLD_MAX, ttlMs: TOLD_EVERY_MS });
  let state: SealState = { refused: 0, last: null };

  function note(context: string, place: string, error: unknown): void {
    // Some are sealed in a context of their own: the kind, a space, and the id of the record.
    const [kind = '', owner = ''] = context.split(' ');
    const record = place === '' ? owner : place;
    if (FROM_OUTSIDE.has(kind)) return;
    state = { refused: state.refused + 1, last: { atMs: clock.wallMs(), kind, record } };
    const key = `${kind} ${record}`;
    const isTold = told.get(key) === true;
    if (!isTold) told.set(key, true, clock.monoMs());
    // The sentence holds no sealed and no plain text.
    const reason = error instanceof Error ? error.message : String(error);
    emit({ name: 'seal.refused', kind, record, reason, repeated: isTold });
  }

  return {
    secrets: {
      ...secrets,
      open(sealed, context, place) {
        try {
          return secrets.open(sealed, context, place);
        } catch (error) {
          note(context, place ?? '', error);
          throw error;
        }
      },
    },
    state: () => state,
  };
}

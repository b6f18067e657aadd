/**
 * Watches for sealed texts that do not open because they were altered, moved to another record, or
 * sealed by another master key. They are refused as always; in addition an event informs the log
 * and the metrics, and the system status names the last one. Cookies that browsers return (an
 * unfinished sign-in, a known browser) may hold anything, so they are not counted.
 */

import { messageOf } from '../../core/error/service-error.ts';
import { createExpiringCache } from '../expiring-cache.ts';
import type { Clock } from '../ports/clock.ts';
import type { Emit } from '../ports/emit.ts';
import type { Secrets } from '../ports/secrets.ts';

/** Contexts of texts that browsers keep. */
const FROM_OUTSIDE: ReadonlySet<string> = new Set([
  'oidc-sign-in',
  'second-factor-step',
  'passkey-challenge',
  'known-device',
]);
/**
 * How long an event for the same record is not repeated: a page that lists a source opens its
 * secret each time.
 */
export const TOLD_EVERY_MS = 600_000;
const TOLD_MAX = 1_000;

export interface SealState {
  /** Every failed try since the process started. */
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
    // Some contexts name their record: the kind, a space, and its id.
    const [kind = '', owner = ''] = context.split(' ');
    const record = place === '' ? owner : place;
    if (FROM_OUTSIDE.has(kind)) return;
    state = { refused: state.refused + 1, last: { atMs: clock.wallMs(), kind, record } };
    const key = `${kind} ${record}`;
    const isTold = told.get(key) === true;
    if (!isTold) told.set(key, true, clock.monoMs());
    // The message holds neither the sealed nor the plain text.
    const reason = messageOf(error);
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

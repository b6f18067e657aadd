/**
 * Opens the secret box of this process: it checks the master key against the store, reports every
 * refused text, and seals again texts that an earlier version sealed without a place, before
 * anything else is opened.
 */
import type { Settings } from '../config/settings.ts';
import type { Clock } from '../engine/ports/clock.ts';
import type { Emit } from '../engine/ports/emit.ts';
import type { Store } from '../engine/ports/store.ts';
import { resealAll } from '../engine/seal/reseal.ts';
import { type SealWatch, watchSeals } from '../engine/seal/seal-watch.ts';
import { unlock } from './unlock.ts';

export async function openSeals(
  store: Store,
  settings: Settings,
  { clock, emit }: { readonly clock: Clock; readonly emit: Emit },
): Promise<SealWatch> {
  const secrets = await unlock(store, settings);
  const rows = await resealAll({ store, secrets, clock });
  emit({ name: 'sweep.ended', sweep: 'reseal', rows });
  return watchSeals(secrets, { clock, emit });
}

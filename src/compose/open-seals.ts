/**
 * Opens the secret box of this process: it checks the master key against the store, reports every
 * refused text, and seals again texts that an earlier version sealed without a place, before
 * anything else is opened. While a process has two keys, it asks the store which one seals.
 */
import type { Settings } from '../config/settings.ts';
import type { Clock } from '../engine/ports/clock.ts';
import type { Emit } from '../engine/ports/emit.ts';
import type { Store } from '../engine/ports/store.ts';
import { resealAll } from '../engine/seal/reseal.ts';
import { type SealWatch, watchSeals } from '../engine/seal/seal-watch.ts';
import type { KeyRing } from '../system/key-ring.ts';
import { sealedBy } from '../system/secret-box.ts';
import { otherProcesses, processName } from './open-store.ts';
import { unlock } from './unlock.ts';

export async function openSeals(
  store: Store,
  settings: Settings,
  { clock, emit }: { readonly clock: Clock; readonly emit: Emit },
): Promise<SealWatch> {
  const secrets = await unlock(store, settings);
  if (settings.databaseUrl !== null) {
    const ended = await endedProcesses(store, settings);
    await store.noteKeyRing({ process: processName(), ids: secrets.ids, ended });
  }
  const rows = await resealAll({ store, secrets, clock });
  emit({ name: 'sweep.ended', sweep: 'reseal', rows });
  if (secrets.ids.length > 1) followRotation(store, secrets);
  return watchSeals(secrets, { clock, emit });
}

/** Reads the notes first: a process has a connection before it notes its keys. */
async function endedProcesses(
  store: Pick<Store, 'keyRings'>,
  settings: Settings,
): Promise<readonly string[]> {
  const noted = await store.keyRings();
  const running = await otherProcesses(settings);
  return noted.map((ring) => ring.process).filter((name) => !running.includes(name));
}

/** A rotation waits longer than this before it looks for the last texts of the former key. */
export const FOLLOW_MS = 3_000;

function followRotation(store: Pick<Store, 'keyCheck'>, ring: KeyRing): void {
  const look = async (): Promise<void> => {
    const sealed = await store.keyCheck();
    if (sealed !== null) ring.sealWith(sealedBy(sealed) ?? '');
  };
  // It ends with the process; a store that does not answer is asked again.
  setInterval(() => look().catch(() => {}), FOLLOW_MS).unref();
}

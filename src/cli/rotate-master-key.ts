/**
 * `ringpost rotate-master-key`: seals everything anew with another master key. On PostgreSQL the
 * processes go on, with both keys; the embedded store must be stopped for the moment that it takes.
 * Broken off, it goes on where it was when it is run again: a text says which key sealed it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { FOLLOW_MS } from '../compose/open-seals.ts';
import { type OpenedStore, openStore, otherProcesses } from '../compose/open-store.ts';
import { assertMasterKey, beginRotation, nextKeyOf, unlock } from '../compose/unlock.ts';
import type { Settings } from '../config/settings.ts';
import { rotateAll } from '../engine/seal/reseal.ts';
import { systemClock as clock } from '../system/clock.ts';
import type { KeyRing } from '../system/key-ring.ts';
import { adoptNextFile, readMasterKey } from '../system/master-key.ts';
import { keyIdOf, MASTER_KEY_BYTES, sealedBy } from '../system/secret-box.ts';
import { fail } from './fail.ts';

/** A line of progress for so many records. */
const TELL_EVERY = 50;
/** Each further pass finds only what was sealed during the one before. */
const PASSES_MAX = 5;
const BOTH =
  'RINGPOST_MASTER_KEY_NEXT names no key. Make one with: openssl rand -base64 32; give it to ' +
  'every process as RINGPOST_MASTER_KEY_NEXT beside the present key, start each anew, then ' +
  'repeat this.';

export async function runRotateMasterKey(settings: Settings): Promise<void> {
  try {
    assertMasterKey(settings);
    const store = await openStore(settings);
    try {
      await rotate(store, settings);
    } finally {
      await store.close();
    }
  } catch (error) {
    fail(error);
  }
}

async function rotate(store: OpenedStore, settings: Settings): Promise<void> {
  const { masterKey, masterKeyNext, databaseUrl } = settings;
  const isFile = masterKey === null && masterKeyNext === null && databaseUrl === null;
  const names = await unlock(store, settings);
  // Broken off, it goes on to the key that the store names, wherever that key is kept.
  const isHalf = (await store.keyRotation()) !== null;
  const nextId = isHalf ? names.sealsWith() : keyIdOf(nextKey(settings, isFile));
  const ring = await unlock(store, settings);
  const formerId = ring.ids.find((id) => id !== nextId);
  if (formerId === undefined) throw new Error(`the next master key is the present one (${nextId})`);
  await assertAllHave(store, settings, nextId);
  const began = await beginRotation(store, ring, nextId);
  ring.sealWith(nextId);
  tell(`${began ? 'begins' : 'goes on'}: from the master key ${formerId} to ${nextId}`);
  const { changed, left } = await passes(store, settings, ring, nextId);
  await store.endKeyRotation(null);
  tell(`done: ${changed} records are sealed by ${nextId}`);
  if (left > 0) {
    tell(`${left} records have a secret that neither key opens, as before: enter those anew`);
  }
  if (isFile) {
    const former = adoptNextFile(settings.dataDir, { nextId, formerId });
    tell(`master.key is the new key. ${former} opens backups of before: move it to them, away`);
    return;
  }
  tell(
    `now set RINGPOST_MASTER_KEY to the key ${nextId} and take RINGPOST_MASTER_KEY_NEXT away, ` +
      'for one process after the other. Keep the former key as long as backups of before.',
  );
}

/** With a file as the present key, the next one is made beside it. */
function nextKey(settings: Settings, isFile: boolean): Buffer {
  const present = nextKeyOf(settings);
  if (present !== null) return present;
  if (!isFile) throw new Error(BOTH);
  const { dataDir } = settings;
  const made = readMasterKey({ setting: null, dataDir, make: true, next: true });
  if (made.kind === 'ok' && made.key.length === MASTER_KEY_BYTES) return made.key;
  throw new Error(made.kind === 'invalid' ? made.problem : `no key could be made in ${dataDir}`);
}

/** A process without the next key could open nothing that is sealed from now on. */
async function assertAllHave(
  store: OpenedStore,
  settings: Settings,
  nextId: string,
): Promise<void> {
  const names = await otherProcesses(settings);
  if (names.length === 0) return;
  const rings = new Map((await store.keyRings()).map((ring) => [ring.process, ring.ids]));
  const without = names.filter((name) => rings.get(name)?.includes(nextId) !== true);
  if (without.length === 0) return;
  throw new Error(
    `these processes run without the next master key ${nextId}: ${without.join(', ')}. Give them ` +
      'RINGPOST_MASTER_KEY_NEXT, start them anew, then repeat this. Nothing was changed.',
  );
}

async function passes(
  store: OpenedStore,
  settings: Settings,
  secrets: KeyRing,
  nextId: string,
): Promise<{ readonly changed: number; readonly left: number }> {
  const isOld = (sealed: string): boolean => sealedBy(sealed) !== nextId;
  let changed = 0;
  const onChanged = (): void => {
    changed += 1;
    if (changed % TELL_EVERY === 0) tell(`${changed} records`);
  };
  let left = 0;
  let missed = 0;
  for (let pass = 1; pass <= PASSES_MAX; pass += 1) {
    const before = changed;
    const found = await rotateAll({ store, secrets, clock, isOld, onChanged });
    left = found.left;
    missed = found.missed;
    const isAlone = (await otherProcesses(settings)).length === 0;
    if (missed === 0 && (isAlone || (pass > 1 && changed === before))) break;
    if (isAlone) continue;
    // Until every process seals with the next key, too.
    await wait(2 * FOLLOW_MS);
  }
  if (missed === 0) return { changed, left };
  throw new Error(`${missed} secrets were changed at the same time. Repeat this: it goes on.`);
}

function tell(line: string): void {
  process.stdout.write(`ringpost rotate-master-key: ${line}\n`);
}

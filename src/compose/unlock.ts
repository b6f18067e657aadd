/**
 * The master key of this process, and the check that it is the key of the store. No secret may be
 * sealed with a key that other processes do not have, so a process with another key ends here,
 * before it does anything. Must never make a key for data that was sealed with another one, nor for
 * a store that several processes share.
 */
import type { Settings } from '../config/settings.ts';
import { keyPlace, opened, type Secrets, SIGNING_KEY_CONTEXT } from '../engine/ports/secrets.ts';
import type { Store } from '../engine/ports/store.ts';
import { createKeyRing, type KeyRing } from '../system/key-ring.ts';
import { type MasterKey, readMasterKey } from '../system/master-key.ts';
import { sealedBy } from '../system/secret-box.ts';

type Unlockable = Pick<
  Store,
  'keyCheck' | 'putKeyCheck' | 'keyRotation' | 'endKeyRotation' | 'projects' | 'signingKeys'
>;

/** A text that only the right key opens. */
interface Proof {
  readonly sealed: string;
  readonly context: string;
  readonly place?: string;
}

const CHECK_CONTEXT = 'master-key-check';
/** Any text would do, since only whether it opens counts. */
const CHECK_TEXT = 'ringpost';

const LAST_RESORT =
  'If it is lost for good, stop every Ringpost on this data and run `ringpost adopt-master-key`: ' +
  'what the lost key sealed must then be entered anew.';

/** Called before a shared store is opened, because all its processes need the same key. */
export function assertMasterKey(settings: Settings): void {
  if (settings.databaseUrl !== null) keyOf(settings, false);
}

/** Throws an Error that says what to do if the key is missing or is not that of the store. */
export async function unlock(store: Unlockable, settings: Settings): Promise<KeyRing> {
  const known = await proofOf(store);
  const secrets = keyRingOf(settings, known === null);
  if (known !== null && !opens(secrets, known)) throw wrongKey(settings);
  const former = await store.keyRotation();
  if (former !== null && !opens(secrets, proofText(former))) throw halfRotated(former);
  // While the key is rotated, the store says which one seals.
  if (known !== null) secrets.sealWith(sealedBy(known.sealed) ?? '');
  const mine = secrets.seal(CHECK_TEXT, CHECK_CONTEXT);
  const sealed = await store.putKeyCheck({ sealed: mine, replace: false });
  if (!opens(secrets, proofText(sealed))) throw wrongKey(settings);
  secrets.sealWith(sealedBy(sealed) ?? '');
  return secrets;
}

/**
 * For reading beside a running service: opens and makes nothing. `check`: the store's text that
 * only the right key opens. Throws an Error that says what to do.
 */
export function openSecrets(settings: Settings, check: string | null): Secrets {
  const secrets = keyRingOf(settings, false);
  if (check !== null && !opens(secrets, proofText(check))) throw wrongKey(settings);
  return secrets;
}

/** Whether the key of this process opens a text of the store. Throws if there is no key. */
export function fits(settings: Settings, sealed: string): boolean {
  return opens(keyRingOf(settings, false), proofText(sealed));
}

/**
 * Makes the present key that of the store. Returns false, and does nothing, if it is that already.
 */
export async function adoptMasterKey(store: Unlockable, settings: Settings): Promise<boolean> {
  const secrets = createKeyRing([keyOf(settings, true)]);
  const known = await proofOf(store);
  if (known !== null && opens(secrets, known)) return false;
  await store.putKeyCheck({ sealed: secrets.seal(CHECK_TEXT, CHECK_CONTEXT), replace: true });
  await store.endKeyRotation(null);
  return true;
}

/**
 * Makes `nextId`, a key of the ring, the key that seals, in one commit with the note of a rotation.
 * Returns false if it was already.
 */
export async function beginRotation(
  store: Unlockable,
  ring: KeyRing,
  nextId: string,
): Promise<boolean> {
  const former = await store.keyCheck();
  if (former === null || sealedBy(former) === nextId) return false;
  ring.sealWith(nextId);
  const sealed = ring.seal(CHECK_TEXT, CHECK_CONTEXT);
  await store.putKeyCheck({ sealed, replace: true, former });
  return true;
}

function proofText(sealed: string): Proof {
  return { sealed, context: CHECK_CONTEXT };
}

/** A store of version 0.1 has no check text, but a signing key from its first start on. */
async function proofOf(store: Unlockable): Promise<Proof | null> {
  const check = await store.keyCheck();
  if (check !== null) return { sealed: check, context: CHECK_CONTEXT };
  for (const { key } of await store.projects()) {
    const active = (await store.signingKeys(key)).find(({ state }) => state === 'active');
    if (active === undefined) continue;
    const place = keyPlace(key, active.kid);
    return { sealed: active.privateKey, context: SIGNING_KEY_CONTEXT, place };
  }
  return null;
}

function opens(secrets: Secrets, { sealed, context, place }: Proof): boolean {
  if (opened(secrets, sealed, context, place) !== null) return true;
  // An earlier version sealed it without a place.
  return place !== undefined && opened(secrets, sealed, context) !== null;
}

/** The present key, and the next one while there is one. */
function keyRingOf(settings: Settings, isNew: boolean): KeyRing {
  const present = keyOf(settings, isNew);
  const next = nextKeyOf(settings);
  return createKeyRing(next === null ? [present] : [present, next]);
}

export function nextKeyOf({ masterKeyNext, dataDir }: Settings): Buffer | null {
  const found = readMasterKey({ setting: masterKeyNext, dataDir, make: false, next: true });
  if (found.kind === 'invalid') throw new Error(found.problem);
  return found.kind === 'ok' ? found.key : null;
}

function halfRotated(former: string): Error {
  return new Error(
    `The master key is being rotated, and secrets are left that only the former key ` +
      `${sealedBy(former)} opens. Give this process both keys (RINGPOST_MASTER_KEY, ` +
      'RINGPOST_MASTER_KEY_NEXT), or let `ringpost rotate-master-key` end with both.',
  );
}

function keyOf(settings: Settings, isNew: boolean): Buffer {
  const shared = settings.databaseUrl !== null;
  const make = isNew && !shared;
  const found = readMasterKey({ setting: settings.masterKey, dataDir: settings.dataDir, make });
  if (found.kind === 'ok') return found.key;
  throw new Error(found.kind === 'missing' ? missing(found, shared) : found.problem);
}

function missing({ path }: MasterKey & { readonly kind: 'missing' }, shared: boolean): string {
  return shared
    ? 'With PostgreSQL every process needs the same master key: set RINGPOST_MASTER_KEY, or put ' +
        `the same file at ${path}. For a new database make one with: openssl rand -base64 32`
    : `This data was sealed with a master key, and ${path} is gone. Put it back, or set ` +
        `RINGPOST_MASTER_KEY. ${LAST_RESORT}`;
}

function wrongKey({ databaseUrl }: Settings): Error {
  return new Error(
    databaseUrl === null
      ? 'The master key is not the one that this data was sealed with. Put the former master.key ' +
          `back, or set the former RINGPOST_MASTER_KEY. ${LAST_RESORT}`
      : 'The master key is not the one that this database was set up with. Give this process ' +
          `the RINGPOST_MASTER_KEY (or master.key) that the others have. ${LAST_RESORT}`,
  );
}

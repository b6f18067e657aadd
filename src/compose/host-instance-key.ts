/**
 * Makes, lists and revokes instance keys in the store while the service may be running, for an
 * operator of the host who may run commands on its data. If a service runs on the embedded store,
 * each is one short write or read on a connection of its own; the service has no cache of them.
 */
import { randomBytes } from 'node:crypto';
import type { Settings } from '../config/settings.ts';
import { newInstanceKey, newInstanceToken } from '../engine/key/instance-key-service.ts';
import { auditEntry, SYSTEM_AUTHOR } from '../engine/manage/author.ts';
import type { InstanceKey, InstanceStore } from '../engine/ports/instance-store.ts';
import { isDirectoryInUse } from '../store/sqlite/lock.ts';
import { instanceKeysBeside } from '../store/sqlite/setup-beside.ts';
import { systemClock as clock } from '../system/clock.ts';
import { createSecretBox } from '../system/secret-box.ts';
import { openStoreBriefly } from './open-store.ts';

type KeyStore = Pick<InstanceStore, 'createInstanceKey' | 'instanceKeys' | 'revokeInstanceKey'>;

/** `token`: the whole key, which can never be read again. */
export async function createHostInstanceKey(
  settings: Settings,
  name: string,
): Promise<{ readonly id: string; readonly token: string }> {
  // No secret is opened or sealed here, so any key will do.
  const secrets = createSecretBox(randomBytes(32));
  const token = newInstanceToken(secrets);
  const wanted = newInstanceKey(name, token, SYSTEM_AUTHOR, { secrets, clock });
  const { id } = await onStore(settings, (store) => store.createInstanceKey(wanted));
  return { id, token };
}

export function hostInstanceKeys(settings: Settings): Promise<readonly InstanceKey[]> {
  return onStore(settings, (store) => store.instanceKeys(null));
}

/** Returns false if there is no such key, or it is revoked already. */
export function revokeHostInstanceKey(settings: Settings, id: string): Promise<boolean> {
  const change = { before: null, after: null };
  const audit = auditEntry(SYSTEM_AUTHOR, clock.wallMs(), 'instance-key.revoked', id, change);
  return onStore(settings, (store) => store.revokeInstanceKey({ id, audit }));
}

async function onStore<Value>(
  settings: Settings,
  work: (store: KeyStore) => Promise<Value>,
): Promise<Value> {
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl === null && isDirectoryInUse(dataDir)) return work(instanceKeysBeside(dataDir));
  const store = await openStoreBriefly(settings);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/**
 * Opens the configured store for `ringpost export` and `ringpost import`, and says what stands in
 * their way: a service that runs, another master key, another schema, an import that was broken
 * off.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { ImportStore } from '../engine/ports/import-store.ts';
import type { Secrets } from '../engine/ports/secrets.ts';
import { newestOf, readMigrations } from '../store/migrate.ts';
import type { Loader, Snapshot } from '../store/operation/transfer/transfer-session.ts';
import { isDirectoryInUse } from '../store/sqlite/lock.ts';
import { DATABASE_FILE, MIGRATIONS } from '../store/sqlite/open.ts';
import { openSqliteLoader, openSqliteSnapshot } from '../store/sqlite/transfer-session.ts';
import { assertUnused, openStoreBriefly, placeOf } from './open-store.ts';
import { assertMasterKey, unlock } from './unlock.ts';

/** The schema that this version works with; the same number in both stores. */
export function knownSchema(): number {
  return newestOf(readMigrations(MIGRATIONS));
}

/** Whether a service works on the configured store now. */
export async function isServed({ databaseUrl: url, dataDir }: Settings): Promise<boolean> {
  if (url === null) return isDirectoryInUse(dataDir);
  const { connectedProcesses } = await import('../store/postgres/server/connected-processes.ts');
  return (await connectedProcesses(url)) !== '';
}

/** Whether a start has made the store. */
export async function storeExists({ databaseUrl: url, dataDir }: Settings): Promise<boolean> {
  if (url === null) return existsSync(join(dataDir, DATABASE_FILE));
  const { preflight } = await import('../store/postgres/server/preflight.ts');
  return (await preflight(url)).schema.present > 0;
}

export async function openSnapshot(settings: Settings): Promise<Snapshot> {
  const { databaseUrl: url, dataDir } = settings;
  if (!(await storeExists(settings))) {
    throw new Error(`There is no store in ${placeOf(settings)}. Name the one that a start made.`);
  }
  if (url === null) return openSqliteSnapshot(dataDir);
  const { openPostgresSnapshot } = await import('../store/postgres/server/transfer-session.ts');
  return openPostgresSnapshot(url);
}

/**
 * Migrates the store, makes its master key if it is new, and returns the box that seals for it.
 * Throws if a service works on it.
 */
export async function prepareImport(settings: Settings): Promise<Secrets> {
  assertMasterKey(settings);
  await assertUnused(settings);
  const store = await openStoreBriefly(settings);
  try {
    return await unlock(store, settings);
  } finally {
    await store.close();
  }
}

export async function openLoader({ databaseUrl: url, dataDir }: Settings): Promise<Loader> {
  if (url === null) return openSqliteLoader(dataDir);
  const { openPostgresLoader } = await import('../store/postgres/server/transfer-session.ts');
  return openPostgresLoader(url);
}

/** For a start: a service on half of an export would send what is not complete. */
export async function assertNoImport(store: ImportStore): Promise<void> {
  const file = await store.importUnderWay();
  if (file === null) return;
  throw new Error(
    `An import of ${file} was broken off. Run \`ringpost import ${file}\` again: it goes on ` +
      'where it stopped. If the file is lost, begin with an empty store.',
  );
}

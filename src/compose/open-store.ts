/**
 * Opens the configured store: PostgreSQL if there is an address, else the embedded one. The
 * start-up of both is here, so that no other file distinguishes them. The code of PostgreSQL is
 * loaded only for an address: 50 modules, 40 ms of a start on the embedded store.
 */
import { hostname } from 'node:os';
import type { Settings } from '../config/settings.ts';
import type { Store } from '../engine/ports/store.ts';
import type { SchemaChange } from '../store/migrate.ts';
import { Hosts } from '../store/postgres/server/hosts.ts';
import type { PostgresStore } from '../store/postgres/store.ts';
import { upgradeDirectory } from '../store/sqlite/open.ts';
import { openSqliteStore } from '../store/sqlite/store.ts';
import { systemClock as clock } from '../system/clock.ts';

export type OpenedStore = Store & Pick<PostgresStore, 'counters'>;

export interface StoreListener {
  /** Called if only a new process can continue. */
  onFatal(detail: string): void;
  /** Called once, when the migrations have run. */
  onSchema(change: SchemaChange): void;
}

/** Rejects with the fault and what to do. */
export async function openStore(
  settings: Settings,
  listener: Partial<StoreListener> = {},
  { threads = true } = {},
): Promise<OpenedStore> {
  const { databaseUrl: url, dataDir: directory } = settings;
  if (url === null) return openSqliteStore({ directory, threads, ...listener });
  const { openPostgresStore } = await import('../store/postgres/store.ts');
  return openPostgresStore({ ...listener, url, clock, workerName: processName() });
}

/**
 * For a command that asks the store one thing: the embedded one works in this thread, since the
 * start of its threads would take half of the command's processor time.
 */
export function openStoreBriefly(settings: Settings): Promise<OpenedStore> {
  return openStore(settings, {}, { threads: false });
}

/** As the database and other processes see this one. */
export function processName(): string {
  return `${hostname()}:${process.pid}`;
}

/** The names of all other processes on a shared store. */
export async function otherProcesses({ databaseUrl: url }: Settings): Promise<readonly string[]> {
  if (url === null) return [];
  const { processNames } = await import('../store/postgres/server/connected-processes.ts');
  return (await processNames(url)).filter((name) => name !== processName());
}

/** Runs the migrations of the store and opens nothing else. */
export async function migrateStore(settings: Settings): Promise<SchemaChange> {
  const { databaseUrl: url, dataDir } = settings;
  if (url === null) return upgradeDirectory(dataDir);
  const { upgrade } = await import('../store/postgres/server/migrate.ts');
  return upgrade({ url, unsafe: false });
}

/** The configured store, for messages; never the password. */
export function placeOf({ databaseUrl: url, dataDir }: Settings): string {
  return url === null ? `data directory ${dataDir}` : `PostgreSQL at ${new Hosts(url).places}`;
}

/**
 * For commands that would break running processes; the lock of the embedded store shows whether one
 * runs.
 */
export async function assertUnused({ databaseUrl: url }: Settings): Promise<void> {
  if (url === null) return;
  const { connectedProcesses } = await import('../store/postgres/server/connected-processes.ts');
  const others = await connectedProcesses(url);
  if (others === '') return;
  throw new Error(
    `Other Ringposts are connected to this database (${others}). Stop every one of them, then ` +
      'repeat this.',
  );
}

/**
 * Creates the records of the first start once, even if several processes start at the same moment.
 */
export async function oneAtATime<Value>(
  { databaseUrl: url }: Settings,
  work: () => Promise<Value>,
): Promise<Value> {
  if (url === null) return work();
  const { withAdvisoryLock } = await import('../store/postgres/server/advisory-lock.ts');
  return withAdvisoryLock(url, 'firstStart', work);
}

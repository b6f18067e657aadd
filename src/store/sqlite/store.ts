/**
 * The embedded store: all of `engine/ports/store.ts` on one SQLite file that one process owns.
 * Changes go to the writer, queries to a reader, and dispatch reads and look-ups to another reader,
 * so that a slow list never delays a delivery. A change resolves after its commit is on disk.
 */
import type { Store, StoreCondition } from '../../engine/ports/store.ts';
import { allStarted } from '../../thread/start-thread.ts';
import type { SchemaChange } from '../migrate.ts';
import { methodsBy, type OwnName, type SharedName } from '../operation/catalogue.ts';
import type { QueueCounters } from './backend.ts';
import { conditionOf } from './condition.ts';
import { lockDirectory } from './lock.ts';
import { openWriter, schemaVersion } from './open.ts';
import type { ReadRequest, WriteRequest } from './operations.ts';
import { connect, type Parts, type Performers } from './parts.ts';
import { performHere, performOnThread, startAtFirstUse } from './thread.ts';

export interface SqliteOptions {
  /** The data directory; created if it is missing. */
  readonly directory: string;
  /** False: each operation runs at once in this thread, for short commands, tests, simulator. */
  readonly threads: boolean;
  /**
   * Called once if a thread of the store dies by itself. All further requests are refused, and only
   * a new process can find out what is on disk: log `detail` and exit.
   */
  readonly onFatal?: (detail: string) => void;
  /** Called once, when the migrations have run. */
  readonly onSchema?: (change: SchemaChange) => void;
  /** Limits the database file, in pages of 4 KiB, so that tests can fill the disk. */
  readonly maxPages?: number;
}

export interface SqliteStore extends Store {
  /** The writer's work since the start, for metrics. */
  counters(): QueueCounters;
}

/** Throws `DataDirectoryError` or `MigrationError` with a message for the operator. */
export async function openSqliteStore(options: SqliteOptions): Promise<SqliteStore> {
  const { directory, threads } = options;
  const lock = lockDirectory(directory);
  try {
    const maxPages = options.maxPages ?? null;
    // Migrated here, before any thread starts, so that errors are thrown unchanged.
    const first = openWriter(directory, null, options.onSchema);
    const version = schemaVersion(first);
    first.close();
    const performers = threads
      ? await startThreads(directory, maxPages)
      : performHere({ directory, maxPages });
    const { close, condition, ...store } = storeOn(performers, options.onFatal);
    return {
      ...store,
      condition: () => condition(directory, version),
      close: async () => {
        await close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The store without its directory, which the caller that opened the file knows. */
export interface StoreOnPerformers extends Omit<SqliteStore, 'condition'> {
  condition(directory: string, schema: number): Promise<StoreCondition>;
}

/** The real store on given performers: the simulator decides when each batch is executed. */
export function storeOn(
  performers: Performers,
  onFatal?: (detail: string) => void,
): StoreOnPerformers {
  const parts = connect(performers, once(onFatal));
  const { writer, readers } = parts;
  return {
    ...operationsOf(parts),
    condition: (directory, schema) =>
      conditionOf(writer, () => parts.write('probe', null), directory, schema),
    counters: () => writer.counters(),
    close: async () => {
      await Promise.all([writer, ...readers].map((backend) => backend.drain()));
      // The writer closes last, because it merges the log into the file.
      for (const reader of readers) await reader.close();
      await writer.close();
    },
  };
}

async function startThreads(directory: string, maxPages: number | null): Promise<Performers> {
  const reading = { role: 'reader', directory, maxPages: null } as const;
  const [writer, dispatchReader] = await allStarted([
    performOnThread<WriteRequest>({ role: 'writer', directory, maxPages }),
    performOnThread<ReadRequest>(reading),
  ]);
  // A service that is asked for no list or figure holds 16 MiB less without this thread.
  const reader = startAtFirstUse(() => performOnThread<ReadRequest>(reading));
  return { gathers: true, writer, reader, dispatchReader };
}

function once(onFatal: SqliteOptions['onFatal']): (detail: string) => void {
  let tell = onFatal;
  return (detail) => {
    const told = tell;
    tell = undefined;
    told?.(detail);
  };
}

type Path = SharedName | Exclude<OwnName, 'condition' | 'close'>;

function operationsOf({ write, readNow, performer }: Parts): Pick<Store, Path> {
  const shared = methodsBy(performer);
  return {
    ...shared,
    // Looked at once a minute: if nothing is open, the reader of queries need not start.
    backlogs: async (asked) => (await readNow('backlogsIfEmpty', asked)) ?? shared.backlogs(asked),
    accept: (items) => write('accept', items, items.length),
    settle: (settlement) => write('settle', settlement),
    own: () => write('own', null),
    // No other process can take the shards, and the next start has a new epoch.
    release: async () => {},
    watch: () => {},
    announce: null,
    endpointsWithHeads: (shards) => readNow('endpointsWithHeads', { shards }),
    repairHeads: async (wanted) => {
      // There is hardly ever one, and a read costs the disk nothing.
      if (!(await readNow('isMistimed', wanted))) return { repaired: 0, more: false };
      return write('repairHeads', wanted);
    },
  };
}

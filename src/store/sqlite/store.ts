/**
 * The embedded store: everything of `engine/ports/store.ts` on one SQLite file that one process
 * owns. Changes go to the writer, queries to a reader, dispatch reads to a reader of their own so
 * that a slow list never delays a delivery. A change resolves after its commit is on disk.
 */
import type { AcwStore } from '../../engine/ports/acw-store.ts';
import type { Clock } from '../../engine/ports/clock.ts';
import type { DispatchStore } from '../../engine/ports/dispatch-store.ts';
import type { EmailChangeStore } from '../../engine/ports/email-change-store.ts';
import type { FiringStore } from '../../engine/ports/firing-store.ts';
import type { KeyedRequestStore } from '../../engine/ports/keyed-request-store.ts';
import type { PasskeyStore } from '../../engine/ports/passkey-store.ts';
import type { PeopleStore } from '../../engine/ports/people-store.ts';
import type { QueryStore } from '../../engine/ports/query-store.ts';
import type { ReportStore } from '../../engine/ports/report-store.ts';
import type { RetentionStore } from '../../engine/ports/retention-store.ts';
import type { Store, StoreCondition } from '../../engine/ports/store.ts';
import type { TrendStore } from '../../engine/ports/trend-store.ts';
import { acwOf } from './acw.ts';
import type { QueueCounters } from './backend.ts';
import { conditionOf } from './condition.ts';
import { keyedRequestsOf } from './keyed-request.ts';
import { lockDirectory } from './lock.ts';
import { openWriter, schemaVersion } from './open.ts';
import type { ReadRequest, WriteRequest } from './operations.ts';
import { type OperatorStore, operatorOf } from './operator.ts';
import { connect, type Parts, type Performers } from './parts.ts';
import { peopleOf } from './people.ts';
import { performHere, startThread } from './thread.ts';
import { trendsOf } from './trend.ts';

export interface SqliteOptions {
  /** The data directory; made when missing. */
  readonly directory: string;
  readonly clock: Clock;
  /** False runs every operation at once in this thread: for tests and the simulator. */
  readonly threads: boolean;
  /**
   * Called once when a thread of the store dies by itself. Everything asked of it is refused from
   * then on, and only a new process finds out what is on disk: log `detail` and exit.
   */
  readonly onFatal?: (detail: string) => void;
  /** Bounds the database file, in pages of 4 KiB, to see a full disk in tests. */
  readonly maxPages?: number;
}

export interface SqliteStore extends Store {
  /** What the writer has done since the start, for metrics. */
  counters(): QueueCounters;
}

/** Throws `DataDirectoryError` or `MigrationError` with a message for the operator. */
export async function openSqliteStore(options: SqliteOptions): Promise<SqliteStore> {
  const { directory, threads } = options;
  const lock = lockDirectory(directory);
  try {
    const maxPages = options.maxPages ?? null;
    // Migrated here, before any thread: what is wrong is thrown as it is.
    const first = openWriter(directory, null);
    const version = schemaVersion(first);
    first.close();
    const performers = threads
      ? await startThreads(directory, maxPages)
      : performHere({ directory, maxPages });
    const { close, condition, ...store } = storeOn(performers, options.clock, options.onFatal);
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

/** The store without its directory: who opened the file knows where it is and who owns it. */
export interface StoreOnPerformers extends Omit<SqliteStore, 'condition'> {
  condition(directory: string, schema: number): Promise<StoreCondition>;
}

/** The shipping store on given performers: the simulator decides when each batch is done. */
export function storeOn(
  performers: Performers,
  clock: Clock,
  onFatal?: (detail: string) => void,
): StoreOnPerformers {
  const parts = connect(performers, once(onFatal));
  const { writer, readers } = parts;
  return {
    ...storeOf(parts, clock),
    condition: (directory, schema) =>
      conditionOf(writer, () => parts.write('probe', null), directory, schema),
    counters: () => writer.counters(),
    close: async () => {
      await Promise.all([writer, ...readers].map((backend) => backend.drain()));
      // The writer goes last: it folds the log into the file.
      for (const reader of readers) await reader.close();
      await writer.close();
    },
  };
}

async function startThreads(directory: string, maxPages: number | null): Promise<Performers> {
  const reading = { role: 'reader', directory, maxPages: null } as const;
  const [writer, reader, dispatchReader] = await Promise.all([
    startThread<WriteRequest>({ role: 'writer', directory, maxPages }),
    startThread<ReadRequest>(reading),
    startThread<ReadRequest>(reading),
  ]);
  return { writer, reader, dispatchReader };
}

function once(onFatal: SqliteOptions['onFatal']): (detail: string) => void {
  let tell = onFatal;
  return (detail) => {
    const told = tell;
    tell = undefined;
    told?.(detail);
  };
}

type Rest = 'condition' | 'close';

function storeOf(parts: Parts, clock: Clock): Omit<Store, Rest> {
  return {
    ...pathOf(parts),
    ...manageOf(parts),
    ...acwOf(parts),
    ...operatorOf(parts),
    ...trendsOf(parts),
    ...keyedRequestsOf(parts),
    ...queriesOf(parts, clock),
    ...peopleOf(parts),
  };
}

type PathNames = keyof ReportStore | keyof DispatchStore | keyof RetentionStore;

function pathOf({ write, read, readNow }: Parts): Pick<Store, PathNames> {
  return {
    accept: (items) => write('accept', items, items.length),
    staleCalls: ({ nowMs, limit }) => read('staleCalls', { nowMs, limit }),
    own: () => write('own', null),
    // Nobody else is there to take them, and the next start has a new epoch.
    release: async () => {},
    watch: () => {},
    announce: null,
    endpointsWithHeads: (shards) => readNow('endpointsWithHeads', { shards }),
    runtime: (endpoint) => readNow('runtime', endpoint),
    readyHeads: (asked) => readNow('readyHeads', asked),
    settle: (settlement) => write('settle', settlement),
    redateHeads: async ({ endpoint, nowMs, limit }) => {
      // Nearly always there is none, and a read costs the disk nothing.
      const asked = { endpoint, nowMs, limit };
      if (!(await readNow('isMistimed', asked))) return { redated: 0, more: false };
      return write('redateHeads', asked);
    },
    removeExpired: ({ nowMs, limit }) => write('removeExpired', { nowMs, limit }),
    removedCall: ({ projectKey, callId }) => read('removedCall', { projectKey, callId }),
    deleteCall: ({ projectKey, callId, audit, nowMs }) =>
      write('deleteCall', { projectKey, callId, audit, nowMs }),
  };
}

function queriesOf({ read }: Parts, clock: Clock): QueryStore & FiringStore {
  return {
    healthOf: ({ projectKey, endpoints }) => read('healthOf', { projectKey, endpoints }),
    calls: ({ projectKey, filter, beforeKey, limit }) =>
      read('callPage', { projectKey, filter, beforeKey, limit }),
    call: ({ projectKey, callId }) => read('callByIdSummary', { projectKey, callId }),
    searchCalls: ({ projectKey, text, limit }) => read('searchCalls', { projectKey, text, limit }),
    triggerCounts: ({ projectKey, sinceMs }) => read('triggerCounts', { projectKey, sinceMs }),
    callOfFiring: ({ projectKey, firing, firedAtMs }) =>
      read('callOfFiring', { projectKey, firing, firedAtMs }),
    newestFiring: ({ projectKey, callId, trigger }) =>
      read('newestFiring', { projectKey, callId, trigger }),
    timeline: ({ projectKey, callId, endpoint }) =>
      read('timeline', { projectKey, callId, endpoint: endpoint ?? null }),
    deliveries: ({ projectKey, filter, beforeKey, limit }) =>
      read('deliveryPage', { projectKey, filter, beforeKey, limit, nowMs: clock.wallMs() }),
    delivery: ({ projectKey, key }) => read('deliveryDetail', { projectKey, key }),
    audit: ({ projectKey, beforeKey, limit, filter }) =>
      read('auditPage', { projectKey, beforeKey, limit, filter: filter ?? null }),
    stats: ({ projectKey, endpoint, fromMs, toMs, stepMs }) =>
      read('stats', { projectKey, endpoint, fromMs, toMs, stepMs }),
    endpointStats: ({ projectKey, fromMs, toMs, stepMs }) =>
      read('endpointStats', { projectKey, fromMs, toMs, stepMs }),
    callStats: ({ projectKey, fromMs, toMs, stepMs }) =>
      read('callStats', { projectKey, fromMs, toMs, stepMs }),
  };
}

type Apart =
  | Rest
  | PathNames
  | keyof QueryStore
  | keyof FiringStore
  | keyof AcwStore
  | keyof PeopleStore
  | keyof EmailChangeStore
  | keyof PasskeyStore
  | keyof OperatorStore
  | keyof TrendStore
  | keyof KeyedRequestStore;

function manageOf(parts: Parts): Omit<Store, Apart> {
  return { ...endpointsAndDeliveries(parts), ...projectsAndKeys(parts) };
}

type ManagedNames =
  | 'createEndpoint'
  | 'updateEndpoint'
  | 'setEnabled'
  | 'deleteEndpoint'
  | 'endpoint'
  | 'endpoints'
  | 'retryDelivery'
  | 'cancelDelivery'
  | 'cancelOpen';

function endpointsAndDeliveries({ write, read }: Parts): Pick<Store, ManagedNames> {
  return {
    createEndpoint: ({ projectKey, settings, enabled, audit }) =>
      write('createEndpoint', { projectKey, settings, enabled, audit }),
    updateEndpoint: ({ projectKey, key, settings, audit, revision }) =>
      write('updateEndpoint', { projectKey, key, settings, audit, revision }),
    setEnabled: ({ projectKey, key, state, audit, revision }) =>
      write('setEnabled', { projectKey, key, state, audit, revision }),
    deleteEndpoint: ({ projectKey, key, audit }) =>
      write('deleteEndpoint', { projectKey, key, audit }),
    endpoint: ({ projectKey, key }) => read('endpointOf', { projectKey, key }),
    endpoints: ({ projectKey, ...page }) => read('endpointPage', { projectKey, ...page }),
    retryDelivery: ({ projectKey, key, nowMs, audit }) =>
      write('retryDelivery', { projectKey, key, nowMs, audit }),
    cancelDelivery: ({ projectKey, key, nowMs, audit }) =>
      write('cancelDelivery', { projectKey, key, nowMs, audit }),
    cancelOpen: ({ endpoint, scope, nowMs, after, limit }) =>
      write('cancelOpen', { endpoint, scope, nowMs, after, limit }, limit),
  };
}

function projectsAndKeys({ write, read }: Parts): Omit<Store, Apart | ManagedNames> {
  return {
    noteAudit: async ({ projectKey, audit }) => {
      await write('noteAudit', { projectKey, audit });
    },
    ensureProject: ({ name, settings, nowMs }) => write('ensureProject', { name, settings, nowMs }),
    project: (key) => read('project', key),
    projects: () => read('projects', null),
    updateProject: ({ key, name, settings, audit, seen }) =>
      write('updateProject', { key, name, settings, audit, seen }),
    createApiKey: ({ projectKey, key, audit, condition }) =>
      write('createApiKey', { projectKey, key, audit, condition }),
    apiKeyByHash: (hash) => read('apiKeyByHash', hash),
    apiKeys: (projectKey) => read('apiKeys', projectKey),
    revokeApiKey: ({ projectKey, key, audit, asking }) =>
      write('revokeApiKey', { projectKey, key, audit, asking }),
    touchApiKeys: async (uses) => {
      await write('touchApiKeys', uses, uses.length);
    },
    signingKeys: (projectKey) => read('signingKeys', projectKey),
    putSigningKeys: ({ keys, audit, seen }) => write('putSigningKeys', { keys, audit, seen }),
    ageSigningKeys: (nowMs) => write('ageSigningKeys', nowMs),
    createSource: ({ projectKey, source, audit }) =>
      write('createSource', { projectKey, source, audit }),
    updateSource: ({ projectKey, key, source, audit, seen }) =>
      write('updateSource', { projectKey, key, source, audit, seen }),
    deleteSource: ({ projectKey, key, audit }) => write('deleteSource', { projectKey, key, audit }),
    source: (key) => read('source', key),
    sources: (projectKey) => read('sources', projectKey),
    noteSourceRequest: async ({ key, request }) => {
      await write('noteSourceRequest', { key, request });
    },
    sourceRequests: (key) => read('sourceRequests', key),
    keyCheck: () => read('keyCheck', null),
    putKeyCheck: ({ sealed, replace }) => write('putKeyCheck', { sealed, replace }),
  };
}

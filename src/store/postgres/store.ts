/**
 * The store that several processes share: all of `engine/ports/store.ts` on one PostgreSQL
 * database. Intake, settling, dispatch reads, queries and changes by hand have separate
 * connections, so that none waits for another. A change resolves after its commit is on disk.
 */
import { randomInt } from 'node:crypto';
import type { Clock } from '../../engine/ports/clock.ts';
import type { News } from '../../engine/ports/dispatch-store.ts';
import type { Store } from '../../engine/ports/store.ts';
import type { SchemaChange } from '../migrate.ts';
import { AcceptBatcher } from './accept/accept-batcher.ts';
import { Changes } from './changes.ts';
import { Condition } from './condition.ts';
import { listen } from './notice/listen.ts';
import { liveTexts } from './notice/live-notice.ts';
import { TELL } from './notice/signal.ts';
import { operationsOn } from './operations.ts';
import { CountedPool } from './server/counted-pool.ts';
import { Hosts } from './server/hosts.ts';
import { upgrade } from './server/migrate.ts';
import { Pool, type PoolOptions } from './server/pool.ts';
import { run } from './server/prepared.ts';
import { SettleBatcher } from './settle/settle-batcher.ts';
import { Shards } from './shards.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`, several hosts separated by commas. */
  readonly url: string;
  readonly clock: Clock;
  /** Shown in pg_stat_activity and in `workers`. */
  readonly workerName: string;
  /** Which of the counters' rows this process writes; random if missing. */
  readonly stripe?: number;
  /** Connections for queries; the other pools are small and fixed. */
  readonly poolMax?: number;
  /** How long the process keeps its shards if it does not renew them. */
  readonly leaseMs?: number;
  /** Called once, when the migrations have run. */
  readonly onSchema?: (change: SchemaChange) => void;
  /** Accepts a server that runs without fsync: for tests only. */
  readonly unsafe?: boolean;
}

export interface PostgresStore extends Store {
  /** For metrics. `queued`: changes that wait for a transaction. */
  counters(): {
    readonly queued: number;
    readonly commits: number;
    readonly operations: number;
  };
}

/** Enough that two processes seldom share one, and few enough to add up. */
const STRIPES = 16;
/**
 * Endpoints of a dead worker continue after at most this time; a live worker renews three times in
 * it.
 */
const LEASE_MS = 15_000;
const QUERIES_MAX = 3;

/** Throws `DatabaseError` or `MigrationError` with a message for the operator. */
export async function openPostgresStore(options: PostgresOptions): Promise<PostgresStore> {
  const { url, clock, stripe = randomInt(STRIPES), leaseMs = LEASE_MS } = options;
  const change = await upgrade({ url, unsafe: options.unsafe ?? false });
  options.onSchema?.(change);
  const { to: schema } = change;
  const hosts = new Hosts(url);
  const pools = openPools(hosts, options);
  const tallies = {
    intake: new CountedPool(pools.intake),
    settle: new CountedPool(pools.settle),
    manage: new CountedPool(pools.manage),
  };
  const name = `ringpost ${options.workerName}`;
  const from = randomInt(2 ** 31);
  const intake = new AcceptBatcher(tallies.intake, { stripe, processId: from });
  const settling = new SettleBatcher(tallies.settle, { stripe, processId: from });
  const changes = new Changes({ pool: tallies.manage, stripe, from });
  const shards = new Shards({ pool: pools.lease, name: options.workerName, leaseMs, from });
  const condition = new Condition(pools.lookUps, clock, schema);
  const watchers: ((news: News | 'all') => void)[] = [];
  const onSignal = (news: News | 'all') => {
    for (const watcher of watchers) watcher(news);
  };
  let listening: ReturnType<typeof listen> | null = null;
  let operations = 0;
  return {
    ...operationsOn(pools, changes),
    accept: (items) => {
      operations += 1;
      return intake.accept(items);
    },
    settle: (settlement) => {
      operations += 1;
      return settling.settle(settlement);
    },
    own: (wish) => shards.own(wish),
    release: () => shards.release(),
    condition: () => condition.read(),
    counters: () => ({
      queued: intake.length + settling.length + tallies.manage.waiting,
      commits: Object.values(tallies).reduce((sum, { commits }) => sum + commits, 0),
      operations: operations + tallies.manage.commits,
    }),
    watch: (watcher) => {
      watchers.push(watcher);
      // All listeners share one connection; a later listener may have missed what came before.
      if (listening === null)
        listening = listen({ url: hosts, name: `${name} listen`, from, onSignal });
      else watcher('all');
    },
    announce: (notes) => {
      for (const text of liveTexts(from, notes)) {
        // If a hint is lost, the pages' own polling makes up for it.
        pools.lookUps.transaction((client) => run(client, TELL, text)).catch(() => {});
      }
    },
    close: async () => {
      const all = Object.values(pools);
      const bound = setTimeout(() => {
        for (const pool of all) pool.abandon();
      }, CLOSE_MS);
      await Promise.all([intake.close(), settling.close()]);
      await listening?.close();
      await Promise.all(all.map((pool) => pool.close()));
      clearTimeout(bound);
    },
  };
}

type PoolName = 'intake' | 'settle' | 'lease' | 'dispatch' | 'lookUps' | 'queries' | 'manage';

/**
 * A reporter waits for the batch under way and then for its own: ten seconds, before most platforms
 * give up. Statements of the lease and of every request have the same bound. A statement that takes
 * longer is faulty.
 */
const QUICK = { statementMs: 4_000, operationMs: 5_000 };
/** Only the lane of a settlement waits for it. */
const SETTLE = { statementMs: 8_000, operationMs: 10_000 };
/** Lists over long histories, and changes by hand that look at many rows. */
const LONG = { statementMs: 25_000, operationMs: 30_000 };
/** How long a close waits for operations before it gives them up. */
const CLOSE_MS = 12_000;

function openPools(url: Hosts, { workerName, poolMax }: PostgresOptions): Record<PoolName, Pool> {
  const open = (what: PoolName, rest: Omit<PoolOptions, 'url' | 'name'>) =>
    new Pool({ url, name: `ringpost ${workerName} ${what}`, ...rest });
  return {
    // There is one queue each, so one connection is busy; the other is for the case that it breaks.
    intake: open('intake', { max: 2, ...QUICK, hot: true }),
    settle: open('settle', { max: 2, ...SETTLE, hot: true }),
    // Separate, because behind the many slow reads of a take-over the lease would expire.
    lease: open('lease', { max: 1, ...QUICK, hot: true }),
    dispatch: open('dispatch', { max: 2, ...QUICK, hot: true }),
    // Apart from lists: every request looks up its key and must not wait for a slow page.
    lookUps: open('lookUps', { max: 2, ...QUICK }),
    queries: open('queries', { max: poolMax ?? QUERIES_MAX, ...LONG, planEach: true }),
    manage: open('manage', { max: 2, ...LONG }),
  };
}

/**
 * The store that several processes share: everything of `engine/ports/store.ts` on one PostgreSQL
 * database. Intake, settling, dispatch reads, queries and changes by hand have connections of
 * their own, so that none waits for another. A change resolves after its commit is on disk.
 */
import { randomInt } from 'node:crypto';
import type { Clock } from '../../engine/ports/clock.ts';
import type { News } from '../../engine/ports/dispatch-store.ts';
import type { Store } from '../../engine/ports/store.ts';
import { AcceptBatcher } from './accept/accept-batcher.ts';
import { Changes } from './changes.ts';
import { Condition } from './condition.ts';
import { listen } from './notice/listen.ts';
import { liveTexts } from './notice/live-notice.ts';
import { TELL } from './notice/signal.ts';
import { operationsOn } from './operations.ts';
import { CountedPool } from './server/counted-pool.ts';
import { Hosts } from './server/hosts.ts';
import { migrate } from './server/migrate.ts';
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
  /** Which of the counters' rows this process writes; by chance when missing. */
  readonly stripe?: number;
  /** Connections for queries; the other pools are small and fixed. */
  readonly poolMax?: number;
  /** How long its shards stay its own when it says nothing more. */
  readonly leaseMs?: number;
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

/** Enough that two processes seldom share a stripe, few enough to add up. */
const STRIPES = 16;
/** A dead worker's endpoints go on after at most this; a live one renews three times within. */
const LEASE_MS = 15_000;
const QUERIES_MAX = 3;

/** Throws `DatabaseError` or `MigrationError` with a message for the operator. */
export async function openPostgresStore(options: PostgresOptions): Promise<PostgresStore> {
  const { url, clock, stripe = randomInt(STRIPES), leaseMs = LEASE_MS } = options;
  const schema = await migrate({ url, unsafe: options.unsafe ?? false });
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
      // One connection for all of them; who comes later may have missed what it heard first.
      if (listening === null)
        listening = listen({ url: hosts, name: `${name} listen`, from, onSignal });
      else watcher('all');
    },
    announce: (notes) => {
      for (const text of liveTexts(from, notes)) {
        // A hint that gets lost is made good by the pages' own asking.
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
 * A reporter waits for one batch that is under way and then for its own: ten seconds, before most
 * platforms give up. Statements of the lease and of every request have the same bound. A statement
 * that takes longer than this is a fault.
 */
const QUICK = { statementMs: 4_000, operationMs: 5_000 };
/** Only its lane waits for a settlement. */
const SETTLE = { statementMs: 8_000, operationMs: 10_000 };
/** Lists over long histories, and changes by hand that look at many rows. */
const LONG = { statementMs: 25_000, operationMs: 30_000 };
/** A close waits so long for what was asked, and then gives it up. */
const CLOSE_MS = 12_000;

function openPools(url: Hosts, { workerName, poolMax }: PostgresOptions): Record<PoolName, Pool> {
  const open = (what: PoolName, rest: Omit<PoolOptions, 'url' | 'name'>) =>
    new Pool({ url, name: `ringpost ${workerName} ${what}`, ...rest });
  return {
    // One line each, so one connection is busy; the other is there when that one breaks.
    intake: open('intake', { max: 2, ...QUICK, hot: true }),
    settle: open('settle', { max: 2, ...SETTLE, hot: true }),
    // Behind slow reads, as many as a take-over brings, the lease would run out.
    lease: open('lease', { max: 1, ...QUICK, hot: true }),
    dispatch: open('dispatch', { max: 2, ...QUICK, hot: true }),
    // Apart from lists: every request looks up its key, and must not wait for a slow page.
    lookUps: open('lookUps', { max: 2, ...QUICK }),
    queries: open('queries', { max: poolMax ?? QUERIES_MAX, ...LONG, planEach: true }),
    manage: open('manage', { max: 2, ...LONG }),
  };
}

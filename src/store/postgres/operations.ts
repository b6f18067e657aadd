/**
 * How PostgreSQL performs the rows of the catalogue: a read on the connections of its pool, a
 * change in a transaction that notifies the other processes. Also the few operations that depend on
 * several processes writing.
 */
import type { Store } from '../../engine/ports/store.ts';
import { claimRuns, DUE_RUNS, type DueRun } from '../operation/acw/run.ts';
import { RETENTION_LOCK } from '../operation/advisory-lock.ts';
import { methodsBy, type RowPerformer, type SharedName } from '../operation/catalogue.ts';
import { isMistimed, repairHeads } from '../operation/delivery/clock-repair.ts';
import { removeExpired } from '../operation/retention/retention.ts';
import type { ReadPool } from '../operation/row.ts';
import { one, query } from '../statement.ts';
import type { Changes } from './changes.ts';
import { endpointsWithHeads } from './heads.ts';
import type { Pool } from './server/pool.ts';

type Method = (argument: never) => Promise<unknown>;
type Pools = Readonly<Record<ReadPool, Pool>>;

/**
 * As in `operation/acw/run.ts`, locked until the claim is committed; other processes skip locked
 * rows.
 */
export const DUE_RUNS_OF_ALL = query<DueRun>(`${DUE_RUNS.sql} for update skip locked`);

/** Parameters: none. One process removes at a time; another has nothing to do meanwhile. */
const TRY_RETENTION_LOCK = query<{ readonly taken: number }>(
  `select pg_try_advisory_xact_lock(${RETENTION_LOCK.join(', ')})::int as taken`,
);

export function operationsOn(
  pools: Pools,
  changes: Changes,
): Pick<Store, SharedName | 'endpointsWithHeads' | 'repairHeads'> {
  return {
    ...methodsBy(performerOn(pools, changes)),
    claimRuns: (wanted) => changes.make(() => claimRuns(wanted, DUE_RUNS_OF_ALL)),
    removeExpired: (wanted) =>
      changes.make(function* () {
        const lock = yield* one(TRY_RETENTION_LOCK);
        if (lock?.taken !== 1) return { removed: 0, lost: 0, more: false };
        return yield* removeExpired(wanted);
      }),
    endpointsWithHeads: (shards) => endpointsWithHeads(pools.dispatch, shards),
    repairHeads: async (wanted) => {
      // There is hardly ever one, and a read takes no lock.
      const isAny = await pools.dispatch.read(() => isMistimed(wanted));
      return isAny ? changes.make(() => repairHeads(wanted)) : { repaired: 0, more: false };
    },
  };
}

function performerOn(pools: Pools, changes: Changes): RowPerformer<Method> {
  return {
    read: (_, { kind, pool, operation }) =>
      kind === 'read'
        ? (asked) => pools[pool].read(() => operation(asked))
        : (asked) => pools[pool].snapshot(() => operation(asked)),
    change: (_, row) => (wanted) =>
      changes.make(
        (session) => row.change(session, wanted),
        (value) => row.concerns?.(value, wanted) ?? {},
      ),
  };
}

/**
 * Step 9, what decides: reads, under locks on shards, endpoints and calls, the deliveries of a
 * batch and the other heads of their lanes. Locks are taken in that order and each in rising order,
 * as everywhere, so there is no deadlock. All statements are pipelined: one round trip.
 */
import type pg from 'pg';
import type { ClosedState, OpenState } from '../../../core/delivery/state.ts';
import { SHARDS } from '../../../core/endpoint/endpoint.ts';
import type { DeliveryKey, EndpointKey } from '../../../core/id.ts';
import type { Settlement } from '../../../engine/ports/dispatch-store.ts';
import { SHARD_LOCKS } from '../../operation/advisory-lock.ts';
import { HEAD_COLUMNS, type HeadRow } from '../../operation/delivery/lane.ts';
import type { SettledRow } from '../../operation/delivery/settlement.ts';
import { prepared, run } from '../server/prepared.ts';

/** A delivery with all fields that a settlement may leave unchanged. */
export interface DeliveryRow extends SettledRow {
  readonly key: DeliveryKey;
  readonly sequence: number;
  readonly due_at: number | null;
  readonly closed_at: number | null;
  readonly failures: number;
  readonly manual: number;
  readonly resume_state: ClosedState | null;
  readonly resume_at: number | null;
}

/** The head of a lane, or a delivery that is about to become it. */
export interface OtherRow extends Omit<HeadRow, 'state' | 'due_at'> {
  readonly settled: DeliveryKey;
  readonly state: OpenState;
  readonly due_at: number | null;
}

export interface Known {
  readonly epochs: ReadonlyMap<number, number>;
  /** Tokens of the leases that the batch has just ended. */
  readonly leases: ReadonlySet<string>;
  /** The revisions of endpoints whose health or state a settlement wants to change. */
  readonly revisions: Map<EndpointKey, number>;
  readonly deliveries: ReadonlyMap<DeliveryKey, DeliveryRow>;
  /**
   * For each settled delivery, the lowest other open one of its lane, which may have to be sent
   * first.
   */
  readonly others: ReadonlyMap<DeliveryKey, OtherRow>;
}

/**
 * Parameters: namespace, shards, rising. Shared: only a worker that takes a shard waits, or skips
 * the shard.
 */
const LOCK_SHARDS = prepared(`
  select pg_advisory_xact_lock_shared($1::int, shard) from unnest($2::int[]) as s (shard)`);

/**
 * Parameters: shards. Primary key. Starts after the lock is held, so no process takes the shards
 * meanwhile.
 */
export const EPOCHS = prepared<{ shard: number; epoch: number }>(
  'select shard, epoch from shards where shard = any ($1::smallint[])',
);

/** Parameters: endpoints. Primary key. An edit waits, so the revision stays. */
export const HOLD_ENDPOINTS = prepared<{ key: EndpointKey; revision: number }>(`
  select key, revision from endpoints where key = any ($1::bigint[])
  order by key for no key update`);

/** Parameters: calls. Primary key. Their lanes do not change until the commit. */
export const HOLD_CALLS = prepared(`
  select count(*) from (
    select key from calls where key = any ($1::bigint[]) order by key for no key update) held`);

/**
 * Parameters: tokens, deliveries. The unique index of tokens. A settlement whose lease is not among
 * them is fenced.
 */
export const END_LEASES = prepared<{ token: string }>(`
  delete from leases l using unnest($1::text[], $2::bigint[]) as ended (token, delivery)
  where l.token = ended.token and l.delivery_key = ended.delivery
  returning l.token`);

/** Parameters: deliveries. Primary key. */
export const SETTLED = prepared<DeliveryRow>(`
  select key, project_key, endpoint_key, call_key, sequence, state, created_at, attempts,
    last_attempt_at, last_status, last_error, due_at, closed_at, failures, manual, resume_state,
    resume_at, sole_ms, sole_excerpt
  from deliveries where key = any ($1::bigint[])`);

/**
 * Parameters: deliveries, and whether each one closes. The first two of a lane, by deliveries_lane:
 * at least one of them is another delivery. If the settled one stays open, those behind it do not
 * matter.
 */
export const OTHERS = prepared<OtherRow>(`
  select asked.key as settled, ${HEAD_COLUMNS}
  from unnest($1::bigint[], $2::smallint[]) as asked (key, closes)
  cross join lateral (select * from deliveries where key = asked.key limit 1) as s
  cross join lateral (
    select lowest.* from (
      select * from deliveries o
      where o.endpoint_key = s.endpoint_key and o.call_key = s.call_key and o.closed_at is null
      order by o.sequence limit 2
    ) as lowest
    where lowest.key <> s.key
      and (asked.closes = 1 or s.closed_at is not null or lowest.sequence < s.sequence)
    order by lowest.sequence limit 1
  ) as d
  join firings f on f.key = d.firing_key
  join calls c on c.key = d.call_key`);

export async function lockAndRead(
  client: pg.ClientBase,
  batch: readonly Settlement[],
): Promise<Known> {
  const keys = batch.map(({ delivery }) => delivery);
  const closes = batch.map(({ next }) => (next.state === 'retrying' ? 0 : 1));
  const shards = rising(batch.map(({ endpoint }) => endpoint % SHARDS));
  const noting = batch.filter(({ health, disable }) => health !== null || disable !== null);
  const noted = rising(noting.map(({ endpoint }) => endpoint));
  const leased = batch.filter(({ lease }) => lease !== undefined);
  const [, , epochs, revisions, , leases, deliveries, others] = await Promise.all([
    client.query('begin isolation level read committed'),
    run(client, LOCK_SHARDS, SHARD_LOCKS, shards),
    run(client, EPOCHS, shards),
    noted.length === 0 ? [] : run(client, HOLD_ENDPOINTS, noted),
    run(client, HOLD_CALLS, rising(batch.map(({ call }) => call))),
    leased.length === 0
      ? []
      : run(
          client,
          END_LEASES,
          leased.map(({ lease = '' }) => lease),
          leased.map(({ delivery }) => delivery),
        ),
    run(client, SETTLED, keys),
    run(client, OTHERS, keys, closes),
  ]);
  return {
    epochs: new Map(epochs.map(({ shard, epoch }) => [shard, epoch])),
    leases: new Set(leases.map(({ token }) => token)),
    revisions: new Map(revisions.map(({ key, revision }) => [key, revision])),
    deliveries: new Map(deliveries.map((row) => [row.key, row])),
    others: new Map(others.map((row) => [row.settled, row])),
  };
}

function rising(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].sort((one, other) => one - other);
}

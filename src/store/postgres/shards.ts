/**
 * Which worker sends for which shard (steps 7 to 9): a worker takes an equal part of the shards for
 * the length of its lease, by the clock of the database alone. Each owner has a new epoch; a worker
 * takes a shard under the lock that settlements share (`SHARD_LOCKS`), so no settlement of the
 * former owner can commit afterwards. Every step is one statement, so a process that stops between
 * two holds no lock.
 */
import { SHARDS } from '../../core/endpoint/endpoint.ts';
import type { Ownership, Wish } from '../../engine/ports/dispatch-store.ts';
import { SHARD_LOCKS } from '../operation/advisory-lock.ts';
import { shardsText, TELL } from './notice/signal.ts';
import type { Pool } from './server/pool.ts';
import { type Prepared, prepared, run } from './server/prepared.ts';

export interface ShardsOptions {
  readonly pool: Pool;
  /** The name that operators see. */
  readonly name: string;
  readonly leaseMs: number;
  /** The id of this process in signals. */
  readonly from: number;
}

/** Parameters: name, lease. */
const REGISTER = prepared<{ key: number }>(`
  insert into workers (name, started_at, lease_until)
  values ($1, clock_timestamp(), clock_timestamp() + $2::float8 * interval '1 millisecond')
  returning key`);

/** Parameters: worker, lease. Primary key. */
const RENEW_WORKER = prepared<{ key: number }>(`
  update workers set lease_until = clock_timestamp() + $2::float8 * interval '1 millisecond'
  where key = $1 returning key`);

/** A worker that merely paused finds its row, and its free shards, again; a day is long enough. */
const BURY = prepared(`
  delete from workers where lease_until < clock_timestamp() - interval '1 day'`);

/**
 * Parameters: worker, lease, shards it gives back. Keeps the epoch, because no other worker owned
 * the shard in between. Waits for a worker that takes a shard, and then finds it taken.
 */
const RENEW = prepared<{ shard: number; epoch: number; kept: boolean }>(`
  update shards set
    worker_key = case when shard = any($3::smallint[]) then null else worker_key end,
    lease_until = case when shard = any($3::smallint[]) then null
      else clock_timestamp() + $2::float8 * interval '1 millisecond' end
  where worker_key = $1
  returning shard, epoch, worker_key is not null as kept`);

/** The number of live workers, and the shards without an owner. */
const VIEW = prepared<{ workers: number; free: readonly number[] }>(`
  select (select count(*) from workers where lease_until >= clock_timestamp()) as workers,
    array(select shard from shards
      where worker_key is null or lease_until < clock_timestamp() order by shard) as free`);

/**
 * Parameters: worker, lease, shards, namespace. Takes only free shards without a settlement under
 * way; the others are free the next time. Checks again the row that it writes, so that only one of
 * two workers gets a shard.
 */
const TAKE = prepared<{ shard: number; epoch: number }>(`
  with locked as materialized (
    select shard from unnest($3::int[]) as wanted (shard)
    where pg_try_advisory_xact_lock($4::int, shard))
  update shards s set worker_key = $1, epoch = s.epoch + 1,
    lease_until = clock_timestamp() + $2::float8 * interval '1 millisecond'
  from locked
  where s.shard = locked.shard and (s.worker_key is null or s.lease_until < clock_timestamp())
  returning s.shard, s.epoch`);

/** Parameters: worker. */
const GIVE_BACK = prepared(
  'update shards set worker_key = null, lease_until = null where worker_key = $1',
);
const LEAVE = prepared('delete from workers where key = $1');

/**
 * Another worker may take the same shards at the same moment; the rest is taken with the renewal.
 */
const TAKES_MAX = 3;

export class Shards {
  readonly #options: ShardsOptions;
  #worker: number | null = null;

  constructor(options: ShardsOptions) {
    this.#options = options;
  }

  /**
   * Must be called several times per lease, which counts from before the call, not from its answer.
   */
  async own({ surrender, leaves }: Wish): Promise<Ownership> {
    const { leaseMs } = this.#options;
    // A leaving worker no longer counts as live, so the others' parts grow at once.
    const isNew = await this.#register(leaves ? 0 : leaseMs);
    const rows = await this.#rows(RENEW, this.#worker, leaseMs, surrender);
    const kept = rows.filter((row) => row.kept);
    const shards = new Map(kept.map(({ shard, epoch }) => [shard, epoch]));
    const share = leaves ? 0 : await this.#take(shards, surrender);
    // Notifies workers with more than their share that another one came, or that shards are free.
    if (isNew || kept.length < rows.length) await this.#tell();
    const surplus = spread([...shards.keys()]).slice(share);
    return { shards, leaseMs, surplus };
  }

  /** Gives back everything at once and removes this worker. */
  async release(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    await this.#rows(GIVE_BACK, worker);
    await this.#rows(LEAVE, worker);
    this.#worker = null;
    await this.#tell();
  }

  /** Returns true if the worker was new, or forgotten. */
  async #register(leaseMs: number): Promise<boolean> {
    const { name } = this.#options;
    if (this.#worker !== null) {
      const [renewed] = await this.#rows(RENEW_WORKER, this.#worker, leaseMs);
      if (renewed !== undefined) return false;
    }
    await this.#rows(BURY);
    const [made] = await this.#rows(REGISTER, name, leaseMs);
    if (made === undefined) throw new Error('an inserted worker has a key');
    this.#worker = made.key;
    return true;
  }

  /** Adds the shards that it takes to `shards`; returns the size of its part. */
  async #take(shards: Map<number, number>, surrendered: readonly number[]): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      const [view] = await this.#rows(VIEW);
      const share = Math.ceil(SHARDS / Math.max(1, view?.workers ?? 1));
      const free = spread((view?.free ?? []).filter((shard) => !surrendered.includes(shard)));
      // Workers that start at the same moment begin at different places, so that they want
      // different shards.
      const start = ((this.#worker ?? 0) * share) % Math.max(1, free.length);
      const turned = [...free.slice(start), ...free.slice(0, start)];
      const wanted = turned.slice(0, Math.max(0, share - shards.size));
      if (wanted.length === 0) return share;
      const { leaseMs } = this.#options;
      const taken = await this.#rows(TAKE, this.#worker, leaseMs, wanted, SHARD_LOCKS);
      for (const { shard, epoch } of taken) shards.set(shard, epoch);
      if (taken.length === wanted.length || attempt === TAKES_MAX) return share;
    }
  }

  async #tell(): Promise<void> {
    await this.#rows(TELL, shardsText(this.#options.from));
  }

  #rows<Row>(statement: Prepared<Row>, ...values: readonly Value[]): Promise<readonly Row[]> {
    return this.#options.pool.alone((client) => run(client, statement, ...values));
  }
}

type Value = Parameters<typeof run>[2];

/**
 * Orders shards so that any part is spread over all of them: endpoints created one after another
 * have neighbouring shards, and they should not all go to one worker.
 */
function spread(shards: readonly number[]): readonly number[] {
  return [...shards].sort((one, other) => reversed(one) - reversed(other));
}

/** The six bits of a shard in reverse order. */
function reversed(shard: number): number {
  let turned = 0;
  for (let bit = 1; bit < SHARDS; bit *= 2) turned = turned * 2 + (shard & bit ? 1 : 0);
  return turned;
}

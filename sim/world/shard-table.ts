/**
 * The tables `workers` and `shards` of a database that several processes share, and the statements
 * of `src/store/postgres/shards.ts` on them, at the true time. Each call is one statement. Must
 * decide as the real ones do: `test/sim/world/shared-store.test.ts` holds this to the same
 * sentences.
 */
import { SHARDS } from '../../src/core/endpoint/endpoint.ts';

export interface ShardRow {
  readonly shard: number;
  worker: number | null;
  epoch: number;
  leaseUntilMs: number;
}

/** `from`: the worker whose lease had run out; null if the shard was free. */
export interface Taken {
  readonly shard: number;
  readonly epoch: number;
  readonly from: number | null;
}

export class ShardTable {
  readonly rows: readonly ShardRow[];
  /** Until when each worker counts as living. */
  readonly #workers = new Map<number, number>();

  constructor() {
    this.rows = Array.from({ length: SHARDS }, (_, shard): ShardRow => {
      return { shard, worker: null, epoch: 0, leaseUntilMs: 0 };
    });
  }

  /** True if the worker was not known. */
  register(worker: number, untilMs: number): boolean {
    const isNew = !this.#workers.has(worker);
    this.#workers.set(worker, untilMs);
    return isNew;
  }

  /** Renews all its shards except those it gives back; the epochs stay. */
  renew(worker: number, untilMs: number, surrender: readonly number[]) {
    const kept = new Map<number, number>();
    const freed: number[] = [];
    for (const row of this.rows) {
      if (row.worker !== worker) continue;
      if (surrender.includes(row.shard)) {
        row.worker = null;
        freed.push(row.shard);
      } else {
        row.leaseUntilMs = untilMs;
        kept.set(row.shard, row.epoch);
      }
    }
    return { kept, freed };
  }

  view(nowMs: number): { readonly workers: number; readonly free: readonly number[] } {
    const workers = [...this.#workers.values()].filter((untilMs) => untilMs >= nowMs).length;
    return { workers, free: this.rows.filter((row) => isFree(row, nowMs)).map(shardOf) };
  }

  take(worker: number, nowMs: number, leaseMs: number, wanted: readonly number[]): Taken[] {
    const taken: Taken[] = [];
    for (const row of this.rows) {
      if (!wanted.includes(row.shard) || !isFree(row, nowMs)) continue;
      const from = row.worker;
      row.worker = worker;
      row.epoch += 1;
      row.leaseUntilMs = nowMs + leaseMs;
      taken.push({ shard: row.shard, epoch: row.epoch, from });
    }
    return taken;
  }

  giveBack(worker: number): readonly number[] {
    const mine = this.rows.filter((row) => row.worker === worker);
    for (const row of mine) row.worker = null;
    return mine.map(shardOf);
  }

  leave(worker: number): void {
    this.#workers.delete(worker);
  }
}

function isFree({ worker, leaseUntilMs }: ShardRow, nowMs: number): boolean {
  return worker === null || leaseUntilMs < nowMs;
}

function shardOf({ shard }: ShardRow): number {
  return shard;
}

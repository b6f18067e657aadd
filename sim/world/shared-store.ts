/**
 * What several processes share: the shipping operations on one simulated disk, and beside them the
 * parts in which PostgreSQL differs from the embedded store: shards owned by lease and epoch,
 * settlements fenced by the epoch of their shard, news between processes. Each statement takes its
 * time and may get lost like any other. Must decide as `src/store/postgres/shards.ts` does.
 */

import { SHARDS } from '../../src/core/endpoint/endpoint.ts';
import type { Ownership, Settlement, Wish } from '../../src/engine/ports/dispatch-store.ts';
import { unavailable } from '../../src/store/sqlite/failure.ts';
import type { WriteRequest } from '../../src/store/sqlite/operations.ts';
import { type BatchMessage, writeBatch } from '../../src/store/sqlite/performer.ts';
import type { WriteSession } from '../../src/store/sqlite/session.ts';
import { type StoreOnPerformers, storeOn } from '../../src/store/sqlite/store.ts';
import type { Recorder } from '../history.ts';
import type { DiskPlan, SharingPlan } from '../script/script.ts';
import type { Disk } from './disk.ts';
import { type NewsLine, newsOf } from './news-line.ts';
import { ShardTable } from './shard-table.ts';
import type { Life, Timeline } from './timeline.ts';

/**
 * The embedded store's epoch, which no process uses here: the shards' own epochs are checked before
 * it.
 */
const EMBEDDED_EPOCH = 0;
/** As in the real store: others may take the same shards at the same moment. */
const TAKES_MAX = 3;

export interface SharedParts {
  readonly plan: SharingPlan;
  readonly diskPlan: DiskPlan;
  readonly timeline: Timeline;
  readonly recorder: Recorder;
  readonly disk: Disk;
  readonly news: NewsLine;
  /** These shards have another owner from now on. */
  readonly onOwned: (shards: readonly number[]) => void;
  /** These shards have no owner from now on. */
  readonly onFreed: (life: Life, shards: readonly number[]) => void;
}

export class SharedDatabase {
  readonly table = new ShardTable();
  readonly #parts: SharedParts;

  constructor(parts: SharedParts) {
    this.#parts = parts;
  }

  /** A new process's view of the database. */
  storeFor(life: Life): StoreOnPerformers {
    const { disk, news } = this.#parts;
    const performers = disk.performers(life, (session, requests) =>
      this.#write(life, session, requests),
    );
    const tenant = new Tenant(life, this.table, this.#parts);
    return {
      ...storeOn(performers),
      own: (wish) => tenant.own(wish),
      release: () => tenant.release(),
      watch: (listener) => news.watch(life, listener),
      // Announces nothing; that it exists says that processes share the store.
      announce: () => {},
    };
  }

  /** Decides at the commit itself whether a settlement is fenced. */
  #write(life: Life, session: WriteSession, requests: readonly WriteRequest[]): BatchMessage {
    // Others have written meanwhile.
    session.forget();
    const admitted = requests.flatMap((request) => this.#admit(request) ?? []);
    const done = writeBatch(session, admitted);
    const outcomes = [...done.outcomes];
    const all = requests.map((request) => {
      const outcome = this.#admit(request) === null ? null : outcomes.shift();
      return outcome ?? { ok: true as const, value: { kind: 'fenced' } };
    });
    for (const [index, request] of requests.entries()) {
      const outcome = all[index];
      if (outcome?.ok === true) this.#parts.news.tell(life, newsOf(request, outcome.value));
    }
    return { ...done, outcomes: all };
  }

  /** Null if it is a settlement under an old epoch. */
  #admit(request: WriteRequest): WriteRequest | null {
    if (request.name !== 'settle') return request;
    // The argument of this operation.
    const settlement = request.argument as Settlement;
    const { epoch } = this.table.rows[settlement.endpoint % SHARDS] ?? {};
    if (epoch !== settlement.epoch) return null;
    return { ...request, argument: { ...settlement, epoch: EMBEDDED_EPOCH } };
  }
}

/** One process as the table of shards knows it. */
class Tenant {
  readonly #life: Life;
  readonly #table: ShardTable;
  readonly #parts: SharedParts;
  #surplus = '';

  constructor(life: Life, table: ShardTable, parts: SharedParts) {
    this.#life = life;
    this.#table = table;
    this.#parts = parts;
  }

  async own({ surrender, leaves }: Wish): Promise<Ownership> {
    const { plan, diskPlan } = this.#parts;
    const { leaseMs } = plan;
    const { number: worker } = this.#life;
    const { commitMs, readMs } = diskPlan;
    const untilMs = () => this.#nowMs() + leaseMs;
    const isNew = await this.#do('register', commitMs, () =>
      this.#table.register(worker, leaves ? this.#nowMs() - 1 : untilMs()),
    );
    const { kept, freed } = await this.#do('renew', commitMs, () => {
      const renewed = this.#table.renew(worker, untilMs(), surrender);
      this.#noteFreed(renewed.freed);
      return renewed;
    });
    const share = leaves ? 0 : await this.#take(kept, surrender, readMs, commitMs);
    if (isNew || freed.length > 0) await this.#tell(readMs);
    const surplus = [...kept.keys()].sort((one, other) => one - other).slice(share);
    this.#noteSurplus(surplus);
    return { shards: kept, leaseMs, surplus };
  }

  async release(): Promise<void> {
    const { commitMs, readMs } = this.#parts.diskPlan;
    const { number: worker } = this.#life;
    await this.#do('release', commitMs, () => this.#noteFreed(this.#table.giveBack(worker)));
    await this.#do('leave', commitMs, () => this.#table.leave(worker));
    await this.#tell(readMs);
  }

  /** Takes its part of the shards; returns how large that part is. */
  async #take(
    kept: Map<number, number>,
    surrendered: readonly number[],
    readMs: number,
    commitMs: number,
  ): Promise<number> {
    const { number: worker } = this.#life;
    const { leaseMs } = this.#parts.plan;
    for (let attempt = 1; ; attempt += 1) {
      const view = await this.#do('view', readMs, () => this.#table.view(this.#nowMs()));
      const share = Math.ceil(SHARDS / Math.max(1, view.workers));
      const free = view.free.filter((shard) => !surrendered.includes(shard));
      const start = (worker * share) % Math.max(1, free.length);
      const turned = [...free.slice(start), ...free.slice(0, start)];
      const wanted = turned.slice(0, Math.max(0, share - kept.size));
      if (wanted.length === 0) return share;
      const taken = await this.#do('take', commitMs, () => {
        const rows = this.#table.take(worker, this.#nowMs(), leaseMs, wanted);
        if (rows.length > 0) {
          this.#parts.recorder.note({ what: 'owned', life: worker, shards: rows });
          this.#parts.onOwned(rows.map(({ shard }) => shard));
        }
        return rows;
      });
      for (const { shard, epoch } of taken) kept.set(shard, epoch);
      if (taken.length === wanted.length || attempt === TAKES_MAX) return share;
    }
  }

  #tell(readMs: number): Promise<void> {
    return this.#do('tell', readMs, () => this.#parts.news.tell(this.#life, { shards: true }));
  }

  #noteFreed(shards: readonly number[]): void {
    if (shards.length === 0) return;
    this.#parts.recorder.note({ what: 'freed', life: this.#life.number, shards });
    this.#parts.onFreed(this.#life, shards);
  }

  /** Only when it changes: every renewal names it again. */
  #noteSurplus(shards: readonly number[]): void {
    if (this.#surplus === shards.join()) return;
    this.#surplus = shards.join();
    this.#parts.recorder.note({ what: 'surplus', life: this.#life.number, shards });
  }

  async #do<Value>(name: string, meanMs: number, work: () => Value): Promise<Value> {
    const { disk } = this.#parts;
    const done = await disk.ask<{ value: Value } | null>(
      this.#life,
      name,
      meanMs,
      () => ({ value: work() }),
      () => null,
    );
    if (done === null) throw unavailable('The database does not answer.');
    return done.value;
  }

  #nowMs(): number {
    return this.#parts.timeline.monoMs();
  }
}

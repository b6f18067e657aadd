/**
 * Step 7: which shards this process sends for. It asks the store again several times per lease,
 * takes what the store gives, ends the permits of what it lost, and gives back a surplus when
 * nothing of it is in flight any more. When no answer comes in time the lease runs out, and
 * nothing more is sent until one does. On a store that nobody shares it asks once. Must never let
 * a permit hold longer than the lease (docs/internals/postgres.md, "Shards").
 */

import type { Clock, Random, Timer } from '../ports/clock.ts';
import { type DispatchStore, type Ownership, SHARDS } from '../ports/dispatch-store.ts';
import type { Emit } from '../ports/emit.ts';
import { messageOf, storeRetryMs } from '../store-retry.ts';
import { Lease, type Moment, momentOf } from './lease.ts';
import { ShardPermit } from './permit.ts';

export interface ShardOwnershipParts {
  readonly store: Pick<DispatchStore, 'own' | 'release'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
}

export interface ShardOwnershipListener {
  /** Nothing more takes off for these. */
  onLost(shards: readonly number[]): void;
  /** What is due for these is to be looked up and sent. */
  onGained(shards: readonly number[]): void;
}

/** Asked again so many times while one lease lasts. */
const ASKS_PER_LEASE = 3;

export class ShardOwnership {
  /** Since when the store has not answered; monotonic. */
  failingSinceMonoMs: number | null = null;
  readonly #parts: ShardOwnershipParts;
  readonly #listener: ShardOwnershipListener;
  readonly #lease: Lease;
  readonly #permits = new Map<number, ShardPermit>();
  /** Attempts whose outcome is not durable, by shard. */
  readonly #unlanded: number[] = new Array<number>(SHARDS).fill(0);
  #renewEveryMs = 0;
  #failures = 0;
  #asking = false;
  /** What is being asked; never rejects. */
  #answered: Promise<void> = Promise.resolve();
  #askAgain = false;
  #leaves = false;
  #ended = false;
  #next: Timer | null = null;
  #lapse: Timer | null = null;

  constructor(parts: ShardOwnershipParts, listener: ShardOwnershipListener) {
    this.#parts = parts;
    this.#listener = listener;
    this.#lease = new Lease(parts.clock);
  }

  /** Rejects when the store does. */
  async start(): Promise<void> {
    this.#asking = true;
    await this.#renew();
    this.#asking = false;
    if (this.#askAgain) this.ask();
    else this.#rest(this.#renewEveryMs);
  }

  /** True when others may own shards as well. */
  get isShared(): boolean {
    return this.#lease.isShared;
  }

  /** Shards for which something may take off. */
  shards(): readonly number[] {
    return [...this.#permits.values()].filter(isUsable).map(({ shard }) => shard);
  }

  /** By the key of an endpoint; null when nothing may take off for it. */
  permitOf(endpoint: number): ShardPermit | null {
    const permit = this.#permits.get(endpoint % SHARDS);
    return permit !== undefined && isUsable(permit) ? permit : null;
  }

  /** Something takes off. */
  takeOff({ shard }: ShardPermit): void {
    this.#unlanded[shard] = (this.#unlanded[shard] ?? 0) + 1;
  }

  /** Its outcome is durable, or given up. */
  land({ shard }: ShardPermit): void {
    this.#unlanded[shard] = (this.#unlanded[shard] ?? 0) - 1;
    if (this.#permits.get(shard)?.leaving === true && this.#isClear(shard)) this.ask();
  }

  /** The store refused an outcome: somebody took the shard. False when nobody could have. */
  fenced({ shard, epoch }: ShardPermit): boolean {
    if (!this.isShared) return false;
    const permit = this.#permits.get(shard);
    if (permit?.epoch === epoch) this.#lose([permit]);
    this.ask();
    return true;
  }

  /** Soon: something changed. */
  ask(): void {
    if (this.#ended || !this.isShared) return;
    this.#askAgain = true;
    if (!this.#asking) this.#answered = this.#askNow();
  }

  /** Gives back what is clear, and the rest as it becomes clear; takes nothing more. */
  leave(): void {
    this.#leaves = true;
    for (const permit of this.#permits.values()) permit.leaving = true;
    this.ask();
  }

  /** Everything, at once. Never rejects: what cannot be given back ends with the lease. */
  async release(): Promise<void> {
    this.#ended = true;
    this.#next?.cancel();
    this.#lapse?.cancel();
    for (const permit of this.#permits.values()) permit.end();
    const { store, emit } = this.#parts;
    // What is asked now may still take shards, which would then be nobody's until the lease ends.
    await this.#answered;
    try {
      await store.release();
    } catch (error) {
      emit({ name: 'store.failed', operation: 'release', error: messageOf(error) });
    }
  }

  /** The lease is over, as somebody noticed: the same as when its timer fires. */
  lapse(): void {
    if (this.#ended || !this.#lease.isOver()) return;
    this.#loseAll();
    this.ask();
  }

  #loseAll(): void {
    const permits = [...this.#permits.values()];
    if (permits.length > 0) this.#parts.emit({ name: 'lease.lapsed', shards: permits.length });
    this.#lose(permits);
  }

  async #askNow(): Promise<void> {
    this.#asking = true;
    this.#next?.cancel();
    let waitMs = this.#renewEveryMs;
    while (this.#askAgain && !this.#ended) {
      this.#askAgain = false;
      waitMs = await this.#tryRenew();
      // What failed is not asked again at once, whoever wants it.
      if (this.#failures > 0) break;
    }
    this.#asking = false;
    this.#rest(waitMs);
  }

  /** How long to wait for the next time. */
  async #tryRenew(): Promise<number> {
    const { clock, random, emit } = this.#parts;
    try {
      await this.#renew();
      this.#failures = 0;
      this.failingSinceMonoMs = null;
      return this.#renewEveryMs;
    } catch (error) {
      this.#failures += 1;
      this.failingSinceMonoMs ??= clock.monoMs();
      emit({ name: 'store.failed', operation: 'own', error: messageOf(error) });
      return storeRetryMs(this.#failures, random);
    }
  }

  #rest(waitMs: number): void {
    if (this.#ended || !this.isShared) return;
    this.#next = this.#parts.clock.after(waitMs, () => this.ask());
  }

  async #renew(): Promise<void> {
    const { store, clock } = this.#parts;
    const surrender = [...this.#permits.values()]
      .filter(({ leaving, shard }) => leaving && this.#isClear(shard))
      .map(({ shard }) => shard);
    const asked = momentOf(clock);
    const owned = await store.own({ surrender, leaves: this.#leaves });
    if (this.#ended) return;
    this.#take(owned, asked);
  }

  #take(owned: Ownership, asked: Moment): void {
    const { clock } = this.#parts;
    const ownedBefore = this.shards().length;
    // It was over, and its timer is late: endpoints may have been set aside already.
    if (this.#lease.isOver()) this.#loseAll();
    this.#lease.renew(owned.leaseMs, asked);
    this.#renewEveryMs = (owned.leaseMs ?? 0) / ASKS_PER_LEASE;
    this.#lapse?.cancel();
    if (this.#lease.isOver()) {
      // The answer took longer than the lease.
      this.lapse();
      return;
    }
    if (this.isShared) this.#watchLease();
    const gone = [...this.#permits.values()].filter(
      ({ shard, epoch, ended }) => ended || owned.shards.get(shard) !== epoch,
    );
    this.#lose(gone);
    const surplus = new Set(owned.surplus);
    const lost: number[] = [];
    const gained: number[] = [];
    for (const [shard, epoch] of owned.shards) {
      const leaves = this.#leaves || surplus.has(shard);
      let permit = this.#permits.get(shard);
      const isNew = permit === undefined;
      if (permit === undefined) {
        permit = new ShardPermit(shard, epoch, this.#lease, this.isShared ? clock.monoMs() : null);
        this.#permits.set(shard, permit);
      }
      if (!leaves && (isNew || permit.leaving)) gained.push(shard);
      if (leaves && !isNew && !permit.leaving) lost.push(shard);
      // Who was to give it back has forgotten what was sent lately.
      if (!leaves && permit.leaving) permit.sinceMonoMs = clock.monoMs();
      permit.leaving = leaves;
      if (leaves && this.#isClear(shard)) this.#askAgain = true;
    }
    if (lost.length > 0) this.#listener.onLost(lost);
    if (gained.length > 0) this.#listener.onGained(gained);
    const owns = this.shards().length;
    if (owns !== ownedBefore && this.isShared) {
      this.#parts.emit({ name: 'shards.changed', owned: owns });
    }
  }

  #watchLease(): void {
    const { clock } = this.#parts;
    this.#lapse = clock.after(Math.ceil(this.#lease.leftMs()), () => {
      if (this.#lease.isOver()) this.lapse();
      else this.#watchLease();
    });
  }

  #lose(permits: readonly ShardPermit[]): void {
    if (permits.length === 0) return;
    for (const permit of permits) {
      this.#permits.delete(permit.shard);
      permit.end();
    }
    this.#listener.onLost(permits.map(({ shard }) => shard));
  }

  #isClear(shard: number): boolean {
    return this.#unlanded[shard] === 0;
  }
}

function isUsable(permit: ShardPermit): boolean {
  return !permit.leaving && permit.holds();
}

/**
 * Step 7: decides for which shards this process sends. It renews its lease several times before the
 * end, takes the shards that the store gives, ends the permits of those it lost, and gives back
 * surplus shards once nothing of them is in flight. If no answer comes in time the lease ends, and
 * nothing is sent until an answer comes. On a store that no other process shares it asks once. Must
 * never let a permit hold longer than the lease (docs/internals/postgres.md, "Shards").
 */

import { SHARDS } from '../../core/endpoint/endpoint.ts';
import { messageOf } from '../../core/error/service-error.ts';
import { PollLoop } from '../poll-loop.ts';
import type { Permit } from '../ports/channel.ts';
import type { Clock, Random, Timer } from '../ports/clock.ts';
import type { DispatchStore, Ownership } from '../ports/dispatch-store.ts';
import type { Emit } from '../ports/emit.ts';
import { storeRetryMs } from '../store-retry.ts';

export interface ShardOwnershipParts {
  readonly store: Pick<DispatchStore, 'own' | 'release'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
}

export interface ShardOwnershipListener {
  /** No attempt may start for these shards any more. */
  onLost(shards: readonly number[]): void;
  /** Heads of these shards may be sent, so the due ones must be found. */
  onGained(shards: readonly number[]): void;
}

/** The lease is renewed so many times while it lasts. */
const RENEWALS_PER_LEASE = 3;

export class ShardOwnership {
  readonly #parts: ShardOwnershipParts;
  readonly #listener: ShardOwnershipListener;
  readonly #lease: Lease;
  readonly #permits = new Map<number, ShardPermit>();
  /** The number of attempts whose outcome is not durable, by shard. */
  readonly #unsettled: number[] = new Array<number>(SHARDS).fill(0);
  readonly #loop: PollLoop;
  #renewEveryMs = 0;
  #leaves = false;
  /** Fires at the end of the lease. */
  #lapse: Timer | null = null;

  constructor(parts: ShardOwnershipParts, listener: ShardOwnershipListener) {
    this.#parts = parts;
    this.#listener = listener;
    const { clock, random, emit } = parts;
    this.#lease = new Lease(clock);
    this.#loop = new PollLoop({
      clock,
      emit,
      operation: 'own',
      round: () => this.#renew(),
      retryMs: (failures) => storeRetryMs(failures, random),
    });
  }

  /** Rejects if the store does. */
  start(): Promise<void> {
    return this.#loop.start();
  }

  /** Since when the store has not answered; monotonic. */
  get failingSinceMonoMs(): number | null {
    return this.#loop.failingSinceMonoMs;
  }

  /** True if other processes may own shards as well. */
  get isShared(): boolean {
    return this.#lease.isShared;
  }

  /** The shards for which attempts may start. */
  shards(): readonly number[] {
    return [...this.#permits.values()].filter(isUsable).map(({ shard }) => shard);
  }

  /** The permit for the key of an endpoint; null if no attempt may start for it. */
  permitOf(endpoint: number): ShardPermit | null {
    const permit = this.#permits.get(endpoint % SHARDS);
    return permit !== undefined && isUsable(permit) ? permit : null;
  }

  /** An attempt starts under the permit. */
  attemptStarted({ shard }: ShardPermit): void {
    this.#unsettled[shard] = (this.#unsettled[shard] ?? 0) + 1;
  }

  /** The outcome of an attempt is durable, or given up. */
  attemptSettled({ shard }: ShardPermit): void {
    this.#unsettled[shard] = (this.#unsettled[shard] ?? 0) - 1;
    if (this.#permits.get(shard)?.leaving === true && this.#isClear(shard)) this.ask();
  }

  /**
   * The store refused an outcome because another process took the shard. Returns false if no other
   * process can have taken it.
   */
  fenced({ shard, epoch }: ShardPermit): boolean {
    if (!this.isShared) return false;
    const permit = this.#permits.get(shard);
    if (permit?.epoch === epoch) this.#lose([permit]);
    this.ask();
    return true;
  }

  /** Asks the store now, because something changed. */
  ask(): void {
    if (this.isShared) this.#loop.wake();
  }

  /**
   * Gives back shards without attempts now and the others when their attempts are settled; takes no
   * more.
   */
  leave(): void {
    this.#leaves = true;
    for (const permit of this.#permits.values()) permit.leaving = true;
    this.ask();
  }

  /**
   * Gives back all shards now. Never rejects: a shard that cannot be given back becomes free when
   * the lease ends.
   */
  async release(): Promise<void> {
    const ended = this.#loop.stop();
    this.#lapse?.cancel();
    for (const permit of this.#permits.values()) permit.end();
    const { store, emit } = this.#parts;
    // A renewal under way may still take shards, which no process would serve until the lease ends.
    await ended;
    try {
      await store.release();
    } catch (error) {
      emit({ name: 'store.failed', operation: 'release', error: messageOf(error) });
    }
  }

  /** The lease may be over before its timer fires; then its permits end now. */
  lapse(): void {
    if (this.#loop.isStopped || !this.#lease.isOver()) return;
    this.#loseAll();
    this.ask();
  }

  #loseAll(): void {
    const permits = [...this.#permits.values()];
    if (permits.length > 0) this.#parts.emit({ name: 'lease.lapsed', shards: permits.length });
    this.#lose(permits);
  }

  /** Returns how long to rest, in ms; null, for ever, on a store that no other process shares. */
  async #renew(): Promise<number | null> {
    const { store, clock } = this.#parts;
    const surrender = [...this.#permits.values()]
      .filter(({ leaving, shard }) => leaving && this.#isClear(shard))
      .map(({ shard }) => shard);
    const asked = momentOf(clock);
    const owned = await store.own({ surrender, leaves: this.#leaves });
    if (this.#loop.isStopped) return null;
    this.#take(owned, asked);
    return this.isShared ? this.#renewEveryMs : null;
  }

  #take(owned: Ownership, asked: Moment): void {
    const { clock } = this.#parts;
    const ownedBefore = this.shards().length;
    // The lease was over and its timer is late: endpoints may have been set aside already.
    if (this.#lease.isOver()) this.#loseAll();
    this.#lease.renew(owned.leaseMs, asked);
    this.#renewEveryMs = (owned.leaseMs ?? 0) / RENEWALS_PER_LEASE;
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
      // While the shard was leaving, this process forgot what was sent recently.
      if (!leaves && permit.leaving) permit.sinceMonoMs = clock.monoMs();
      permit.leaving = leaves;
      if (leaves && this.#isClear(shard)) this.#loop.wake();
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
    return this.#unsettled[shard] === 0;
  }
}

function isUsable(permit: ShardPermit): boolean {
  return !permit.leaving && permit.holds();
}

/**
 * The right to send for one shard under one epoch. It ends when another process may have taken the
 * shard; the requests under way are told. An ended permit never holds again; if the shard comes
 * back, it has a new one. All permits of a process depend on one lease, which ends before the store
 * lets other processes take over. If in doubt, a permit must never say that it holds.
 */
export class ShardPermit implements Permit {
  readonly shard: number;
  /** The epoch that settlements carry. */
  readonly epoch: number;
  /**
   * Since when this process has the shard, monotonic; null if no other process can have sent
   * before. Whatever a former owner sent counts against the pacing of its endpoints.
   */
  sinceMonoMs: number | null;
  /** True if the shard is to be given back: attempts in flight may end, no further one starts. */
  leaving = false;
  readonly #lease: Lease;
  readonly #ends = new Set<() => void>();
  #ended = false;

  constructor(shard: number, epoch: number, lease: Lease, sinceMonoMs: number | null) {
    this.shard = shard;
    this.epoch = epoch;
    this.sinceMonoMs = sinceMonoMs;
    this.#lease = lease;
  }

  get ended(): boolean {
    return this.#ended;
  }

  holds(): boolean {
    return !this.#ended && !this.#lease.isOver();
  }

  onEnd(end: () => void): () => void {
    if (this.#ended) {
      end();
      return () => {};
    }
    this.#ends.add(end);
    return () => {
      this.#ends.delete(end);
    };
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const end of this.#ends) end();
    this.#ends.clear();
  }
}

/** The usable part of the lease. The rest allows for differing clocks and for bytes under way. */
const USABLE = 0.9;

/** A moment on both clocks. */
export interface Moment {
  readonly monoMs: number;
  readonly wallMs: number;
}

export function momentOf(clock: Clock): Moment {
  return { monoMs: clock.monoMs(), wallMs: clock.wallMs() };
}

/**
 * Until when this process may act for its shards. It is counted from before the request, both on
 * the monotonic clock and on the wall clock, because the monotonic one stops while a machine
 * sleeps.
 */
export class Lease {
  readonly #clock: Clock;
  #untilMonoMs = Number.NEGATIVE_INFINITY;
  #untilWallMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True if the lease has an end, which means that other processes may own shards. */
  get isShared(): boolean {
    return Number.isFinite(this.#untilMonoMs);
  }

  /** `leaseMs` null: the lease has no end. */
  renew(leaseMs: number | null, asked: Moment): void {
    const usableMs = leaseMs === null ? Number.POSITIVE_INFINITY : leaseMs * USABLE;
    this.#untilMonoMs = asked.monoMs + usableMs;
    this.#untilWallMs = asked.wallMs + usableMs;
  }

  isOver(): boolean {
    return this.leftMs() <= 0;
  }

  /** In milliseconds; infinite if the lease has no end. */
  leftMs(): number {
    if (!this.isShared) return this.#untilMonoMs;
    const monoMs = this.#untilMonoMs - this.#clock.monoMs();
    return Math.min(monoMs, this.#untilWallMs - this.#clock.wallMs());
  }
}

/**
 * The right to send for one shard under one epoch (step 7). It ends when another process may have
 * taken the shard; the requests under way are told. An ended permit never holds again; if the shard
 * comes back, it has a new one. All permits of a process depend on one lease, which ends before the
 * store lets other processes take over. If in doubt, a permit must never say that it holds.
 */
import type { Permit } from '../ports/channel.ts';
import type { Clock } from '../ports/clock.ts';

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

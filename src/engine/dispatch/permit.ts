/**
 * The right to send for one shard under one epoch (step 7). It ends when another process may have
 * taken the shard, and the requests under way are told. Once ended it never holds again; a
 * shard that comes back has a new permit. All permits of a process hang on one lease, which ends
 * before the store lets other processes take over. A permit must never say that it holds if that
 * is in doubt.
 */
import type { Permit } from '../ports/channel.ts';
import type { Clock } from '../ports/clock.ts';

export class ShardPermit implements Permit {
  readonly shard: number;
  /** The epoch that settlements carry. */
  readonly epoch: number;
  /**
   * Since when, monotonic; null if no other process can have sent before. What was sent before, by
   * another owner as well, counts against the pacing of its endpoints.
   */
  sinceMonoMs: number | null;
  /** To be given back: what is in flight may end, nothing more takes off. */
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

/** What is left for clocks that run apart and for bytes under way: a tenth of the lease. */
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
 * Until when this process may act for its shards: counted from before it asked, on the clock that
 * never goes back and on the wall clock as well, for the first stands still while a machine sleeps.
 */
export class Lease {
  readonly #clock: Clock;
  #untilMonoMs = Number.NEGATIVE_INFINITY;
  #untilWallMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True when it was given and has an end: others may own what is not ours. */
  get isShared(): boolean {
    return Number.isFinite(this.#untilMonoMs);
  }

  /** `leaseMs` null: for ever. */
  renew(leaseMs: number | null, asked: Moment): void {
    const usableMs = leaseMs === null ? Number.POSITIVE_INFINITY : leaseMs * USABLE;
    this.#untilMonoMs = asked.monoMs + usableMs;
    this.#untilWallMs = asked.wallMs + usableMs;
  }

  isOver(): boolean {
    return this.leftMs() <= 0;
  }

  /** Milliseconds; infinity when it has no end. */
  leftMs(): number {
    if (!this.isShared) return this.#untilMonoMs;
    const monoMs = this.#untilMonoMs - this.#clock.monoMs();
    return Math.min(monoMs, this.#untilWallMs - this.#clock.wallMs());
  }
}

/**
 * The right to send for one shard under one epoch (step 7): it ends when another process may have
 * taken the shard, and whoever has a request under way is told. Once ended it never holds again;
 * a shard that comes back has a new one.
 */

import type { Permit } from '../ports/channel.ts';
import type { Lease } from './lease.ts';

export class ShardPermit implements Permit {
  readonly shard: number;
  /** What settlements carry. */
  readonly epoch: number;
  /**
   * Since when, monotonic; null when nobody else can have sent before. What was sent before, be it
   * by another owner, counts against the pacing of its endpoints.
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

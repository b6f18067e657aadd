/**
 * Step 7: finds out which endpoints have something to send. It reads all endpoints of a shard when
 * this process gains the shard, receives the notices of other processes, and regularly reads
 * everything again, because a notice may get lost. A failed poll is repeated until it succeeds. The
 * poller does not decide what is sent or when.
 */

import { SHARDS } from '../../core/endpoint/endpoint.ts';
import type { EndpointKey } from '../../core/id.ts';
import { PollLoop } from '../poll-loop.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { DispatchStore, News } from '../ports/dispatch-store.ts';
import type { Emit } from '../ports/emit.ts';
import { storeRetryMs } from '../store-retry.ts';

export interface WorkPollerParts {
  readonly store: Pick<DispatchStore, 'endpointsWithHeads' | 'watch'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
}

export interface WorkPollerListener {
  /** The shards that this process owns now. */
  ours(): readonly number[];
  /**
   * The endpoint may belong to another process. `isFirst`: found by the first poll since this
   * process gained its shard.
   */
  onFound(endpoint: EndpointKey, dueAtMs: number, isFirst: boolean): void;
  /** Another process changed settings or lanes of an endpoint, or of an unknown one. */
  onChanged(endpoint: EndpointKey | 'any'): void;
  /** Shards are free, or another process claims a part of them. */
  onShards(): void;
  /** All that the poll found has been reported. */
  onEnd(): void;
}

/** The time between two polls of all shards. */
export const POLL_EVERY_MS = 2_000;
/** Polling takes at most this part of the time, however many endpoints there are. */
const SHARE = 1 / 20;
/**
 * The longest time between two polls, even if polling is slow: an endpoint whose notice got lost
 * waits no longer.
 */
export const POLL_AT_LEAST_EVERY_MS = 10_000;

export class WorkPoller {
  readonly #parts: WorkPollerParts;
  readonly #listener: WorkPollerListener;
  readonly #loop: PollLoop;
  /** Shards that were not polled since this process gained them. */
  readonly #fresh = new Set<number>();

  constructor(parts: WorkPollerParts, listener: WorkPollerListener) {
    this.#parts = parts;
    this.#listener = listener;
    const { clock, random, emit } = parts;
    this.#loop = new PollLoop({
      clock,
      emit,
      operation: 'endpointsWithHeads',
      round: () => this.#round(),
      retryMs: (failures) => storeRetryMs(failures, random),
    });
  }

  /**
   * Rejects if the first poll fails. `shared`: other processes write as well, so it keeps polling.
   */
  async start(shared: boolean): Promise<void> {
    await this.#poll(new Set(this.#listener.ours()));
    if (!shared || this.#loop.isStopped) return;
    this.#loop.startAfter(POLL_EVERY_MS);
    this.#parts.store.watch((news) => this.#hear(news));
  }

  /** Polls these shards soon: this process gained them, or may have missed notices about them. */
  poll(shards: readonly number[]): void {
    for (const shard of shards) this.#fresh.add(shard);
    this.#loop.wake();
  }

  forget(shards: readonly number[]): void {
    for (const shard of shards) this.#fresh.delete(shard);
  }

  stop(): void {
    void this.#loop.stop();
  }

  async #round(): Promise<number> {
    const { clock } = this.#parts;
    const startedMs = clock.monoMs();
    const fresh = new Set(this.#fresh);
    this.#fresh.clear();
    try {
      await this.#poll(fresh);
    } catch (error) {
      for (const shard of fresh) this.#fresh.add(shard);
      throw error;
    }
    const tookMs = clock.monoMs() - startedMs;
    const restMs = Math.min(Math.max(POLL_EVERY_MS, tookMs / SHARE), POLL_AT_LEAST_EVERY_MS);
    return Math.ceil(restMs);
  }

  async #poll(fresh: ReadonlySet<number>): Promise<void> {
    const shards = this.#listener.ours();
    if (shards.length === 0) return;
    const found = await this.#parts.store.endpointsWithHeads(shards);
    if (this.#loop.isStopped) return;
    for (const { endpoint, dueAtMs } of found) {
      this.#listener.onFound(endpoint, dueAtMs, fresh.has(endpoint % SHARDS));
    }
    this.#listener.onEnd();
  }

  #hear(news: News | 'all'): void {
    if (this.#loop.isStopped) return;
    if (news === 'all') {
      this.#listener.onChanged('any');
      this.#listener.onShards();
      this.poll(this.#listener.ours());
      return;
    }
    const nowMs = this.#parts.clock.wallMs();
    for (const endpoint of news.changed) this.#listener.onChanged(endpoint);
    for (const endpoint of news.heads) this.#listener.onFound(endpoint, nowMs, false);
    if (news.shards) this.#listener.onShards();
    this.#listener.onEnd();
  }
}

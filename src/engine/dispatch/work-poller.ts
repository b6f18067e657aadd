/**
 * Step 7: finds out which endpoints have something to send. It reads all endpoints of a shard when
 * the shard becomes ours, hears what other processes tell, and from time to time reads everything
 * again, because a notice may get lost. A poll that fails is repeated until it succeeds. It knows
 * nothing of what is sent or when.
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
  /** Shards that are ours at this moment. */
  ours(): readonly number[];
  /** Ours or not. `isFirst`: by the first poll since its shard became ours. */
  onFound(endpoint: EndpointKey, dueAtMs: number, isFirst: boolean): void;
  /** Another process changed settings or lanes of an endpoint, or of any. */
  onChanged(endpoint: EndpointKey | 'any'): void;
  /** Shards are free, or another process wants a part of them. */
  onShards(): void;
  /** All that was found has been told. */
  onEnd(): void;
}

/** Between two polls of everything. */
export const POLL_EVERY_MS = 2_000;
/** Polling takes at most this part of the time, however many endpoints there are. */
const SHARE = 1 / 20;
/** But no endpoint whose notice got lost waits longer than this, slow as polling may be. */
export const POLL_AT_LEAST_EVERY_MS = 10_000;

export class WorkPoller {
  readonly #parts: WorkPollerParts;
  readonly #listener: WorkPollerListener;
  readonly #loop: PollLoop;
  /** Shards that were not polled since they became ours. */
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

  /** Rejects if the first poll fails. `shared`: others write as well, so it goes on polling. */
  async start(shared: boolean): Promise<void> {
    await this.#poll(new Set(this.#listener.ours()));
    if (!shared || this.#loop.isStopped) return;
    this.#loop.startAfter(POLL_EVERY_MS);
    this.#parts.store.watch((news) => this.#hear(news));
  }

  /** Polls soon; these shards have become ours, or something may have been missed of them. */
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

/**
 * Step 7: finds out which endpoints have something to send: all of a shard's when it becomes ours,
 * what other processes tell, and from time to time everything again, because word may get lost. A
 * look that fails is repeated until it succeeds. Knows nothing of who sends or when.
 */
import type { EndpointKey } from '../../core/id.ts';
import type { Clock, Random, Timer } from '../ports/clock.ts';
import { type DispatchStore, type News, SHARDS } from '../ports/dispatch-store.ts';
import type { Emit } from '../ports/emit.ts';
import { messageOf, storeRetryMs } from '../store-retry.ts';

export interface WorkPollerParts {
  readonly store: Pick<DispatchStore, 'endpointsWithHeads' | 'watch'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
}

export interface WorkPollerListener {
  /** Shards that are ours at this moment. */
  ours(): readonly number[];
  /** Ours or not. `isFirst`: by the first look since its shard became ours. */
  onFound(endpoint: EndpointKey, dueAtMs: number, isFirst: boolean): void;
  /** Settings or lanes of an endpoint, or of any, were changed by another process. */
  onChanged(endpoint: EndpointKey | 'any'): void;
  /** Shards are free, or somebody wants a part of them. */
  onShards(): void;
  /** After all that was found was told. */
  onEnd(): void;
}

/** Between two looks at everything. */
export const POLL_EVERY_MS = 2_000;
/** Looking takes at most this part of the time, however many endpoints there are. */
const SHARE = 1 / 20;
/** But nothing whose news got lost waits longer for a look than this, slow as looking may be. */
export const POLL_AT_LEAST_EVERY_MS = 10_000;

export class WorkPoller {
  readonly #parts: WorkPollerParts;
  readonly #listener: WorkPollerListener;
  /** Not looked at since they became ours. */
  readonly #fresh = new Set<number>();
  #looking = false;
  #failures = 0;
  #stopped = false;
  #timer: Timer | null = null;

  constructor(parts: WorkPollerParts, listener: WorkPollerListener) {
    this.#parts = parts;
    this.#listener = listener;
  }

  /** Rejects when the first look fails. `shared`: others write as well, so it goes on looking. */
  async start(shared: boolean): Promise<void> {
    await this.#look(new Set(this.#listener.ours()));
    if (!shared || this.#stopped) return;
    if (!this.#looking) this.#rest(POLL_EVERY_MS);
    this.#parts.store.watch((news) => this.#hear(news));
  }

  /** Soon. */
  look(shards: readonly number[]): void {
    for (const shard of shards) this.#fresh.add(shard);
    if (!this.#looking && !this.#stopped) void this.#run();
  }

  forget(shards: readonly number[]): void {
    for (const shard of shards) this.#fresh.delete(shard);
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  /** What was to be looked at, then everything again and again. */
  async #run(): Promise<void> {
    const { clock, random, emit } = this.#parts;
    this.#timer?.cancel();
    this.#looking = true;
    const startedMs = clock.monoMs();
    let waitMs = POLL_EVERY_MS;
    const fresh = new Set(this.#fresh);
    try {
      this.#fresh.clear();
      await this.#look(fresh);
      this.#failures = 0;
      if (this.#fresh.size > 0) waitMs = 0;
      else {
        const tookMs = clock.monoMs() - startedMs;
        waitMs = Math.min(Math.max(waitMs, tookMs / SHARE), POLL_AT_LEAST_EVERY_MS);
      }
    } catch (error) {
      for (const shard of fresh) this.#fresh.add(shard);
      this.#failures += 1;
      emit({ name: 'store.failed', operation: 'endpointsWithHeads', error: messageOf(error) });
      waitMs = storeRetryMs(this.#failures, random);
    }
    this.#looking = false;
    if (!this.#stopped) this.#rest(waitMs);
  }

  #rest(waitMs: number): void {
    this.#timer?.cancel();
    this.#timer = this.#parts.clock.after(Math.ceil(waitMs), () => {
      void this.#run();
    });
  }

  async #look(fresh: ReadonlySet<number>): Promise<void> {
    const shards = this.#listener.ours();
    if (shards.length === 0) return;
    const found = await this.#parts.store.endpointsWithHeads(shards);
    if (this.#stopped) return;
    for (const { endpoint, dueAtMs } of found) {
      this.#listener.onFound(endpoint, dueAtMs, fresh.has(endpoint % SHARDS));
    }
    this.#listener.onEnd();
  }

  #hear(news: News | 'all'): void {
    if (this.#stopped) return;
    if (news === 'all') {
      this.#listener.onChanged('any');
      this.#listener.onShards();
      this.look(this.#listener.ours());
      return;
    }
    const nowMs = this.#parts.clock.wallMs();
    for (const endpoint of news.changed) this.#listener.onChanged(endpoint);
    for (const endpoint of news.heads) this.#listener.onFound(endpoint, nowMs, false);
    if (news.shards) this.#listener.onShards();
    this.#listener.onEnd();
  }
}

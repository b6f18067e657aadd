/**
 * Step 7: reads heads and settings of endpoints into memory. There is at most one read per endpoint
 * and a bounded number in all, first in, first out. An answer from before a change is discarded; a
 * failed read is repeated with backoff.
 */

import { messageOf } from '../../core/error/service-error.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { DispatchStore } from '../ports/dispatch-store.ts';
import type { Emit } from '../ports/emit.ts';
import { storeRetryMs } from '../store-retry.ts';
import type { EndpointQueue, HeadsWanted } from './endpoint-queue.ts';
import { Fifo } from './ready-queue.ts';

export interface HeadReaderParts {
  readonly store: Pick<DispatchStore, 'runtime' | 'readyHeads'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
  readonly readsMax: number;
  /** Called after every read, also after a failed one. */
  readonly onRead: (queue: EndpointQueue) => void;
}

export class HeadReader {
  /** Since when some endpoint's last read has failed, without a break; monotonic. */
  failingSinceMonoMs: number | null = null;
  readonly #failing = new Set<EndpointQueue>();
  #stopped = false;
  #running = 0;
  readonly #waiting = new Fifo<EndpointQueue>();
  readonly #parts: HeadReaderParts;

  constructor(parts: HeadReaderParts) {
    this.#parts = parts;
  }

  /** Reads the endpoint soon. Does nothing if a read of it is under way or queued. */
  request(queue: EndpointQueue): void {
    if (queue.reading || this.#stopped) return;
    this.#waiting.add(queue.readNode);
    this.#start();
  }

  /** Another process now reads the endpoint. */
  forget(queue: EndpointQueue): void {
    queue.readNode.list?.remove(queue.readNode);
    this.#failing.delete(queue);
    this.#noteFailing();
  }

  /** Discards answers that come later. */
  stop(): void {
    this.#stopped = true;
  }

  #start(): void {
    while (this.#running < this.#parts.readsMax && !this.#stopped) {
      const queue = this.#waiting.takeFirst();
      if (queue === null) return;
      this.#running += 1;
      queue.beginRead();
      void this.#run(queue);
    }
  }

  async #run(queue: EndpointQueue): Promise<void> {
    await this.#read(queue);
    if (queue.readFailures > 0) this.#failing.add(queue);
    else this.#failing.delete(queue);
    this.#noteFailing();
    queue.endRead();
    this.#running -= 1;
    if (this.#stopped) return;
    this.#parts.onRead(queue);
    this.#start();
  }

  async #read(queue: EndpointQueue): Promise<void> {
    const { store, clock } = this.#parts;
    const { generation } = queue;
    let wanted: HeadsWanted | null = null;
    try {
      if (!queue.known) {
        const runtime = await store.runtime(queue.key);
        if (queue.generation !== generation || this.#stopped) return;
        queue.learn(runtime);
        queue.repairHold(clock.wallMs());
      }
      const nowMs = clock.wallMs();
      wanted = queue.wantedHeads(nowMs);
      if (wanted === null) {
        queue.succeedRead();
        return;
      }
      const asked = queue.beginHeads(wanted, nowMs);
      const { limit, recoveredAtMs } = asked;
      const held = wanted === 'retries';
      const endpoint = queue.key;
      const fromDueMs = asked.from?.dueAtMs ?? 0;
      const range = { fromDueMs, nowMs, recoveredAtMs };
      const found = await store.readyHeads({ endpoint, ...range, held, limit });
      queue.succeedRead();
      if (queue.generation !== generation || this.#stopped) return;
      queue.absorb(found, asked, clock.wallMs());
    } catch (error) {
      this.#failed(queue, wanted, error);
    }
  }

  #failed(queue: EndpointQueue, wanted: HeadsWanted | null, error: unknown): void {
    const { clock, random, emit } = this.#parts;
    if (this.#stopped) return;
    const operation = wanted === null ? 'runtime' : 'readyHeads';
    emit({ name: 'store.failed', operation, error: messageOf(error) });
    queue.failRead(wanted, clock.wallMs() + storeRetryMs(queue.readFailures + 1, random));
  }

  #noteFailing(): void {
    if (this.#failing.size === 0) this.failingSinceMonoMs = null;
    else this.failingSinceMonoMs ??= this.#parts.clock.monoMs();
  }
}

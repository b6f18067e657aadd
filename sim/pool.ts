/**
 * Plays seeds on threads and returns their verdicts in the order of the seeds, whichever thread was
 * faster. A seed that does not end, or whose thread dies, has a verdict too. Ends every thread it
 * started.
 */
import { Worker } from 'node:worker_threads';
import { failed, type Verdict } from './verdict.ts';

export interface PoolOptions {
  readonly threads: number;
  /** Aborts early; the verdicts so far are returned. */
  readonly signal?: AbortSignal;
  readonly seedDeadlineMs?: number;
}

/** The longest run takes some 20 s; one that takes longer than this loops for ever. */
export const SEED_DEADLINE_MS = 300_000;
/** How many verdicts may wait for a slower one before them. */
const WAITING_MAX = 10_000;

/** Takes the next of `seeds` only when a thread is free, so it may end when the time is over. */
export async function playSeeds(
  seeds: Iterator<number>,
  { threads, signal, seedDeadlineMs = SEED_DEADLINE_MS }: PoolOptions,
  hear: (verdict: Verdict) => void,
): Promise<void> {
  const order = new Ordered(hear);
  await Promise.all(
    Array.from({ length: threads }, async () => {
      let player = new Player();
      while (signal?.aborted !== true && order.waiting < WAITING_MAX) {
        const { value: seed, done } = seeds.next();
        if (done === true) break;
        const place = order.take();
        const verdict = await player.play(seed, seedDeadlineMs, signal);
        if (verdict === null) break;
        order.put(place, verdict);
        if (!player.isAlive) player = new Player();
      }
      await player.end();
    }),
  );
}

class Ordered {
  readonly #hear: (verdict: Verdict) => void;
  readonly #early = new Map<number, Verdict>();
  #taken = 0;
  #heard = 0;

  constructor(hear: (verdict: Verdict) => void) {
    this.#hear = hear;
  }

  get waiting(): number {
    return this.#early.size;
  }

  take(): number {
    this.#taken += 1;
    return this.#taken - 1;
  }

  put(place: number, verdict: Verdict): void {
    this.#early.set(place, verdict);
    for (let next = this.#early.get(this.#heard); next !== undefined; ) {
      this.#early.delete(this.#heard);
      this.#heard += 1;
      this.#hear(next);
      next = this.#early.get(this.#heard);
    }
  }
}

/** One thread, and the seed it plays. */
class Player {
  isAlive = true;
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url));

  /** Null if it was aborted. */
  async play(seed: number, deadlineMs: number, signal?: AbortSignal): Promise<Verdict | null> {
    const { promise, resolve } = Promise.withResolvers<Verdict | null>();
    const give = (says: string) => {
      this.isAlive = false;
      resolve(failed(seed, 'unknown', says));
    };
    const onMessage = (verdict: Verdict) => resolve(verdict);
    const onError = (error: Error) => give(`its thread died: ${error.stack ?? error.message}`);
    const onExit = () => give('its thread ended');
    const onAbort = () => resolve(null);
    const timer = setTimeout(() => give(`it did not end within ${deadlineMs} ms`), deadlineMs);
    this.#worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal?.addEventListener('abort', onAbort);
    this.#worker.postMessage(seed);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      signal?.removeEventListener('abort', onAbort);
      if (!this.isAlive) await this.end();
    }
  }

  async end(): Promise<void> {
    this.isAlive = false;
    await this.#worker.terminate();
  }
}

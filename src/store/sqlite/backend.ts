/**
 * Bounded asking in front of one connection, on a thread of its own or here and now. Counts what
 * is done, for metrics, and knows whether the last change could be stored, for `condition()`.
 */
import { type Asked, Batcher, type BatcherLimits } from '../batcher.ts';
import { isStorageFailure, unavailable, unflatten } from './failure.ts';
import type { ReadRequest, WriteRequest } from './operations.ts';
import type { BatchMessage } from './performer.ts';

export interface Performer<Request> {
  perform(requests: readonly Request[]): Promise<BatchMessage>;
  /** Called at most once, when it dies by itself. */
  onDeath(report: (detail: string) => void): void;
  close(): Promise<void>;
}

/** `queued`: requests that wait for the next batch. */
export interface QueueCounters {
  readonly batches: number;
  readonly operations: number;
  readonly largestBatch: number;
  readonly commits: number;
  readonly queued: number;
}

/** Bounded asking in front of one performer. */
export class Backend<Request extends WriteRequest | ReadRequest> {
  readonly #performer: Performer<Request>;
  readonly #batcher: Batcher<Request>;
  #batches = 0;
  #operations = 0;
  #largestBatch = 0;
  #commits = 0;
  #failing = false;
  #dead = false;

  /** `onDeath`: the thread is gone and nothing more is done; called at most once. */
  constructor(
    performer: Performer<Request>,
    limits: BatcherLimits,
    onDeath: (detail: string) => void = () => {},
  ) {
    this.#performer = performer;
    this.#batcher = new Batcher(limits, (batch, done) => {
      void this.#do(batch).finally(done);
    });
    performer.onDeath((detail) => {
      this.#dead = true;
      this.#batcher.fail(detail);
      onDeath(detail);
    });
  }

  /** The last change could not be stored, or the writer is gone. */
  get failing(): boolean {
    return this.#failing || this.#dead;
  }

  get dead(): boolean {
    return this.#dead;
  }

  counters(): QueueCounters {
    return {
      batches: this.#batches,
      operations: this.#operations,
      largestBatch: this.#largestBatch,
      commits: this.#commits,
      queued: this.#batcher.length,
    };
  }

  ask(request: Request, weight: number, bounded: boolean): Promise<unknown> {
    return this.#batcher.ask(request, weight, bounded);
  }

  /** Refuses what comes from now on; resolves when what was asked is done. */
  drain(): Promise<void> {
    return this.#batcher.close();
  }

  /** Lets the connection go; call it after `drain`. */
  close(): Promise<void> {
    return this.#performer.close();
  }

  async #do(batch: readonly Asked<Request>[]): Promise<void> {
    this.#batches += 1;
    this.#operations += batch.length;
    this.#largestBatch = Math.max(this.#largestBatch, batch.length);
    try {
      const { outcomes, commits } = await this.#performer.perform(
        batch.map(({ request }) => request),
      );
      this.#commits += commits;
      this.#settle(batch, outcomes);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  #settle(batch: readonly Asked<Request>[], outcomes: BatchMessage['outcomes']): void {
    let failed = false;
    let grew = false;
    for (const [index, { request, resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) {
        reject(unavailable('The store gave no answer.'));
      } else if (outcome.ok) {
        grew ||= request.name === 'accept' || request.name === 'probe';
        resolve(outcome.value);
      } else {
        const error = unflatten(outcome.error);
        failed ||= isStorageFailure(error);
        reject(error);
      }
    }
    // Only what needs new pages proves that there is room again.
    if (failed) this.#failing = true;
    else if (grew) this.#failing = false;
  }
}

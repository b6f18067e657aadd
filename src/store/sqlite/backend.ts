/**
 * A bounded queue in front of one connection, which runs on its own thread or in this one. It
 * counts requests for metrics, and knows for `condition()` whether the last change could be stored.
 */
import { type Asked, Batcher, type BatcherLimits } from '../batcher.ts';
import { isStorageFailure, unavailable, unflatten } from './failure.ts';
import type { ReadRequest, WriteRequest } from './operations.ts';
import type { BatchMessage } from './performer.ts';

export interface Performer<Request> {
  perform(requests: readonly Request[]): Promise<BatchMessage>;
  /** `report` is called at most once, if the performer dies by itself. */
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

/** A bounded queue in front of one performer. */
export class Backend<Request extends WriteRequest | ReadRequest> {
  readonly #performer: Performer<Request>;
  readonly #batcher: Batcher<Request>;
  #batches = 0;
  #operations = 0;
  #largestBatch = 0;
  #commits = 0;
  #failing = false;
  #dead = false;

  /** `onDeath`: the thread has died and nothing more is executed; called at most once. */
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

  /** Whether the last change could not be stored, or the writer has died. */
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

  /** Refuses further requests; resolves when those under way are done. */
  drain(): Promise<void> {
    return this.#batcher.close();
  }

  /** Closes the connection; must be called after `drain`. */
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
    // Only a write that needs new pages proves that there is space again.
    if (failed) this.#failing = true;
    else if (grew) this.#failing = false;
  }
}

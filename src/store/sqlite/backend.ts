/**
 * Where operations run: on threads of their own, or here and now. Both do the same batches; only
 * the waiting differs. Counts what the writer does, for metrics and for `condition()`.
 */
import { Worker } from 'node:worker_threads';
import type { Connection } from './connection.ts';
import { isStorageFailure, unavailable, unflatten } from './failure.ts';
import { type Asked, Lineup, type LineupLimits } from './lineup.ts';
import { openReader, openWriter } from './open.ts';
import type { ReadRequest, WriteRequest } from './operations.ts';
import { type BatchMessage, readBatch, type WorkerSetup, writeBatch } from './performer.ts';
import { WriteSession } from './session.ts';

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
  readonly #lineup: Lineup<Request>;
  #batches = 0;
  #operations = 0;
  #largestBatch = 0;
  #commits = 0;
  #failing = false;
  #dead = false;

  constructor(performer: Performer<Request>, limits: LineupLimits) {
    this.#performer = performer;
    this.#lineup = new Lineup(limits, (batch, done) => {
      void this.#do(batch).finally(done);
    });
    performer.onDeath((detail) => {
      this.#dead = true;
      this.#lineup.fail(detail);
    });
  }

  /** The last change could not be stored, or nobody is left to store one. */
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
      queued: this.#lineup.length,
    };
  }

  ask(request: Request, weight: number, bounded: boolean): Promise<unknown> {
    return this.#lineup.ask(request, weight, bounded);
  }

  async close(): Promise<void> {
    await this.#lineup.close();
    await this.#performer.close();
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

/** A thread; resolves when it has opened its connection. */
export async function startThread<Request>(setup: WorkerSetup): Promise<Performer<Request>> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: setup });
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`a store thread ended with code ${code}`)));
  });
  let answer: PromiseWithResolvers<BatchMessage> | null = null;
  let report: ((detail: string) => void) | null = null;
  const die = (why: string) => {
    const detail = `The ${setup.role} thread of the store has ended: ${why}. Restart Ringpost.`;
    answer?.reject(unavailable(detail));
    report?.(detail);
    report = null;
  };
  worker.on('message', (message: BatchMessage) => answer?.resolve(message));
  worker.on('error', (error) => die(error instanceof Error ? error.message : String(error)));
  worker.on('exit', (code) => die(`exit code ${code}`));
  return {
    perform: (requests) => {
      answer = Promise.withResolvers();
      worker.postMessage(requests);
      return answer.promise;
    },
    onDeath: (listener) => {
      report = listener;
    },
    close: async () => {
      if (report === null) return;
      report = null;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage(null);
      await ended;
    },
  };
}

/** Without threads: the same operations, done before `perform` returns. */
export function performHere(setup: Omit<WorkerSetup, 'role'>): {
  readonly writer: Performer<WriteRequest>;
  readonly reader: Performer<ReadRequest>;
} {
  const db = openWriter(setup.directory, setup.maxPages);
  const session = new WriteSession(db);
  const readerDb = openReader(setup.directory);
  return {
    writer: here(db, (requests) => writeBatch(session, requests)),
    reader: here(readerDb, (requests) => readBatch(readerDb, requests)),
  };
}

function here<Request>(
  db: Connection,
  perform: (requests: readonly Request[]) => BatchMessage,
): Performer<Request> {
  return {
    perform: async (requests) => perform(requests),
    onDeath: () => {},
    close: async () => db.close(),
  };
}

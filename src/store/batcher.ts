/**
 * Requests that arrive while a batch is executed form the next batch. An idle store answers at
 * once, and a busy one shares one commit among many requests; a store may also let requests gather
 * for a moment after a large batch. Batch and queue are bounded; reports are refused first, so that
 * outcomes of attempts still find room.
 */
import { ServiceError } from '../core/error/service-error.ts';

export interface Asked<Request> {
  readonly request: Request;
  /** The number of rows to write; a batch of reports counts each report. */
  readonly weight: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherLimits {
  readonly batchMax: number;
  /**
   * The waiting weight above which `bounded` requests are refused; others are refused at twice
   * that.
   */
  readonly queueMax: number;
  readonly gather?: Gathering;
}

/** After a large batch, how long the next one waits for more requests. */
export interface Gathering {
  /** A batch of fewer requests is followed at once, so that waiting costs nothing at low load. */
  readonly afterRequests: number;
  readonly waitMs: number;
  /** The waiting weight that ends the wait. */
  readonly enough: number;
}

/** Executes a batch and settles each of its entries; must always call `done`. */
export type DoBatch<Request> = (batch: readonly Asked<Request>[], done: () => void) => void;

const RETRY_AFTER_S = 5;

export class Batcher<Request> {
  readonly #limits: BatcherLimits;
  readonly #do: DoBatch<Request>;
  #waiting: Asked<Request>[] = [];
  #weight = 0;
  /** From the first request until a batch ends with nothing waiting. */
  #busy = false;
  #gathering: NodeJS.Timeout | null = null;
  #closed: string | null = null;
  #idle: (() => void) | null = null;

  constructor(limits: BatcherLimits, doBatch: DoBatch<Request>) {
    this.#limits = limits;
    this.#do = doBatch;
  }

  get length(): number {
    return this.#waiting.length;
  }

  ask(request: Request, weight: number, bounded: boolean): Promise<unknown> {
    if (this.#closed !== null) return Promise.reject(unavailable(this.#closed));
    const most = bounded ? this.#limits.queueMax : this.#limits.queueMax * 2;
    if (this.#weight + weight > most) {
      const detail = `${this.#waiting.length} changes are waiting to be written already.`;
      return Promise.reject(new ServiceError('OVERLOADED', detail, { retryAfterS: 1 }));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, weight, resolve, reject });
      this.#weight += weight;
      // Starts in the next microtask, so that requests of the same turn share the batch.
      if (!this.#busy) {
        this.#busy = true;
        queueMicrotask(() => this.#next());
      } else if (this.#gathering !== null && this.#hasEnough()) {
        clearTimeout(this.#gathering);
        this.#gathering = null;
        queueMicrotask(() => this.#next());
      }
    });
  }

  /** Refuses further requests; resolves when those under way are done. */
  async close(): Promise<void> {
    this.#closed = 'The store is closed.';
    if (!this.#busy) return;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
  }

  /**
   * Called if the thread that executed the batches has ended: rejects all present and future
   * requests.
   */
  fail(detail: string): void {
    this.#closed = detail;
    for (const { reject } of this.#waiting.splice(0)) reject(unavailable(detail));
    this.#weight = 0;
  }

  #next(): void {
    const batch: Asked<Request>[] = [];
    let weight = 0;
    for (const asked of this.#waiting) {
      if (batch.length > 0 && weight + asked.weight > this.#limits.batchMax) break;
      batch.push(asked);
      weight += asked.weight;
    }
    if (batch.length === 0) {
      this.#busy = false;
      this.#idle?.();
      return;
    }
    this.#waiting = this.#waiting.slice(batch.length);
    this.#weight -= weight;
    this.#do(batch, () => this.#after(batch.length));
  }

  /** Begins the next batch, after a large one when more requests have gathered. */
  #after(requests: number): void {
    const { gather } = this.#limits;
    if (gather === undefined || requests < gather.afterRequests || this.#hasEnough()) {
      this.#next();
      return;
    }
    this.#gathering = setTimeout(() => {
      this.#gathering = null;
      this.#next();
    }, gather.waitMs);
  }

  #hasEnough(): boolean {
    return this.#weight >= (this.#limits.gather?.enough ?? 0);
  }
}

function unavailable(detail: string): ServiceError {
  return new ServiceError('STORAGE_UNAVAILABLE', detail, { retryAfterS: RETRY_AFTER_S });
}

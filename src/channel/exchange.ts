/**
 * Step 8: one request and its answer, as undici reports them. The status decides: once it has
 * arrived, the result is a response, whatever the body does. At most 16 KiB of body are read, for
 * at most `DRAIN_MS` after the status; then the connection is dropped and not used again. Must
 * settle exactly once, by its deadline or the end of its permit, and never send a request
 * afterwards.
 */
import type { Dispatcher } from 'undici';
import type { SendResult } from '../core/delivery/outcome.ts';
import type { Permit } from '../engine/ports/channel.ts';
import type { Clock, Timer } from '../engine/ports/clock.ts';
import { EXCERPT_BYTES_MAX, excerptOf } from './excerpt.ts';
import { type Failure, failure, judgeError } from './send-failure.ts';

export const BODY_BYTES_MAX = 16_384;
/** How long a body may take after its status, within the total deadline. */
export const DRAIN_MS = 1_000;
/** 1xx answers before the real one. */
const INFORMATIONAL_MAX = 16;
const RETRY_AFTER_LENGTH_MAX = 128;

/** The result if the permit ends before a status arrived; after one, the answer counts. */
export const PERMIT_ENDED: Failure = failure('network', 'The right to send it ended.');

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

export class Exchange implements Dispatcher.DispatchHandler {
  readonly #clock: Clock;
  readonly #startedMs: number;
  readonly #dueMs: number;
  readonly #permit: Permit;
  readonly #settle: (result: SendResult) => void;
  #deadline: Timer;
  /** Removes the listener for the end of the permit. */
  #unhear: () => void = NOTHING;
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #informational = 0;
  #status = 0;
  #retryAfter: string | null = null;
  #encoded = false;
  #whole = false;
  #received = 0;
  #chunks: Buffer[] = [];

  constructor(options: {
    readonly clock: Clock;
    readonly timeoutMs: number;
    readonly permit: Permit;
    readonly settle: (result: SendResult) => void;
  }) {
    this.#clock = options.clock;
    this.#permit = options.permit;
    this.#settle = options.settle;
    this.#startedMs = options.clock.monoMs();
    this.#dueMs = this.#startedMs + options.timeoutMs;
    this.#deadline = options.clock.after(options.timeoutMs, this.#late);
    // Registered last, because a permit that has ended calls back at once.
    this.#unhear = options.permit.onEnd(this.#forbidden);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The deadline passed, or the permit ended, while the request waited for a connection: no byte
    // of it may be sent now. undici writes in this same turn, so `holds` is asked as late as
    // possible.
    if (this.#settled) controller.abort(SETTLED);
    else if (!this.#permit.holds()) this.fail(PERMIT_ENDED);
  }

  onResponseStart(_controller: unknown, status: number, headers: Headers): void {
    if (status < 200) {
      this.#informational += 1;
      if (this.#informational > INFORMATIONAL_MAX) this.fail(failure('protocol', FLOOD));
      return;
    }
    if (status > 599) {
      this.fail(failure('protocol', 'The status is outside 200 to 599.'));
      return;
    }
    this.#status = status;
    this.#retryAfter = first(headers['retry-after'])?.slice(0, RETRY_AFTER_LENGTH_MAX) ?? null;
    const encoding = first(headers['content-encoding']);
    this.#encoded = encoding !== null && encoding.toLowerCase() !== 'identity';
    this.#deadline.cancel();
    // Whole milliseconds: Node keeps one list of timers for each different delay.
    const restMs = Math.ceil(this.#dueMs - this.#clock.monoMs());
    this.#deadline = this.#clock.after(Math.min(restMs, DRAIN_MS), this.#late);
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    if (this.#received < EXCERPT_BYTES_MAX) {
      // A copy, because the chunk is a view: one byte of it would keep its 64 KiB in memory.
      this.#chunks.push(Buffer.from(chunk.subarray(0, EXCERPT_BYTES_MAX - this.#received)));
    }
    this.#received += chunk.length;
    if (this.#received > BODY_BYTES_MAX) this.#answer();
  }

  onResponseEnd(): void {
    this.#controller = null;
    this.#whole = true;
    this.#answer();
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#status > 0) this.#answer();
    else this.fail(judgeError(error, 'http'));
  }

  fail(why: Failure): void {
    this.#end({ ...why, durationMs: this.#elapsedMs() });
  }

  readonly #late = () => {
    if (this.#status > 0) return this.#answer();
    const limit = Math.round(this.#dueMs - this.#startedMs);
    return this.fail(failure('timeout', `No answer within ${limit} ms.`));
  };

  readonly #forbidden = () => {
    if (this.#status > 0) this.#answer();
    else this.fail(PERMIT_ENDED);
  };

  #answer(): void {
    // Compressed bytes mean nothing to a reader, and are never inflated.
    const isShown = !this.#encoded && this.#chunks.length > 0;
    const excerpt = isShown ? excerptOf(Buffer.concat(this.#chunks)) : null;
    this.#end({
      kind: 'response',
      status: this.#status,
      retryAfter: this.#retryAfter,
      excerpt,
      durationMs: this.#elapsedMs(),
    });
  }

  #end(result: SendResult): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#deadline.cancel();
    this.#unhear();
    this.#chunks = [];
    if (this.#whole) {
      // undici frees a connection in the next check phase. A caller that sends again when it gets
      // the result must find the connection free, or every endpoint would need twice as many
      // connections.
      queueMicrotask(() => setImmediate(this.#settle, result));
      return;
    }
    this.#settle(result);
    this.#controller?.abort(SETTLED);
  }

  #elapsedMs(): number {
    return Math.round(this.#clock.monoMs() - this.#startedMs);
  }
}

/** One error for all exchanges: creating one takes microseconds, and no code reads it. */
const SETTLED = new Error('The exchange is settled.');
const NOTHING = () => {};
const FLOOD = `More than ${INFORMATIONAL_MAX} provisional answers came.`;

function first(value: string | string[] | undefined): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : (value[0] ?? null);
}

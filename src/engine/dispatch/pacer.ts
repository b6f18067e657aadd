/**
 * Step 7: the pacing of one endpoint as a token bucket (S6.20): `burst` deliveries at once, then
 * `ratePerS`. It is exact because only one process sends to an endpoint. The bucket counts on the
 * monotonic clock; nothing here waits. The number of attempts in flight is limited elsewhere.
 */
import type { Pacing } from '../../core/endpoint/endpoint.ts';

export class Pacer {
  /** No attempt may start before this wall time; null if one may start now. */
  untilMs: number | null = null;
  /** An earlier queue of the endpoint may have used up the bucket until then; monotonic. */
  readonly #emptyAtMonoMs: number;
  #bucket: Bucket | null = null;

  constructor(emptyAtMonoMs: number) {
    this.#emptyAtMonoMs = emptyAtMonoMs;
  }

  /**
   * Takes a token and returns true if an attempt may start now. `sinceMonoMs`: when this process
   * took over the endpoint from another one, which may have used up the bucket.
   */
  take(pacing: Pacing, nowMs: number, monoMs: number, sinceMonoMs: number | null): boolean {
    if (pacing.ratePerS === null) return true;
    const emptyAtMs = Math.max(sinceMonoMs ?? Number.NEGATIVE_INFINITY, this.#emptyAtMonoMs);
    this.#bucket ??= emptyAtMs < 0 ? freshBucket(pacing, monoMs) : { tokens: 0, atMs: emptyAtMs };
    const taken = takeToken(this.#bucket, pacing, monoMs);
    this.#bucket = taken.bucket;
    this.untilMs = taken.waitMs > 0 ? nowMs + taken.waitMs : null;
    return taken.waitMs === 0;
  }

  /** Another process may send to the endpoint from now on. */
  forget(): void {
    this.#bucket = null;
    this.untilMs = null;
  }

  forgetWait(): void {
    this.untilMs = null;
  }

  elapse(nowMs: number): void {
    if (this.untilMs !== null && this.untilMs <= nowMs) this.untilMs = null;
  }
}

/** `tokens` at `atMs`, monotonic milliseconds. */
export interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
}

/** `waitMs` 0: a token was taken. Otherwise none was: ask again after `waitMs`. */
export interface Taken {
  readonly bucket: Bucket;
  readonly waitMs: number;
}

/** Tolerates the rounding error of refilling, which would otherwise cost another wait of 1 ms. */
const ROUNDING = 1e-6;

export function freshBucket(pacing: Pacing, nowMs: number): Bucket {
  return { tokens: pacing.burst, atMs: nowMs };
}

export function takeToken(bucket: Bucket, pacing: Pacing, nowMs: number): Taken {
  if (pacing.ratePerS === null) return { bucket, waitMs: 0 };
  const elapsedMs = Math.max(0, nowMs - bucket.atMs);
  const refilled = bucket.tokens + (elapsedMs * pacing.ratePerS) / 1_000;
  const tokens = Math.min(pacing.burst, refilled);
  if (tokens < 1 - ROUNDING) {
    // The bucket stays as it was, so asking often cannot add up rounding errors.
    return { bucket, waitMs: Math.ceil(((1 - tokens) * 1_000) / pacing.ratePerS) };
  }
  return { bucket: { tokens: Math.max(0, tokens - 1), atMs: nowMs }, waitMs: 0 };
}

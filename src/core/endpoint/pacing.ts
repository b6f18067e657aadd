/**
 * Step 7: the pacing of an endpoint as a pure token bucket (S6.20): `burst` deliveries at once,
 * then `ratePerS`. The dispatcher keeps the bucket and passes monotonic time; nothing here waits.
 * The number of attempts in flight is limited elsewhere.
 */
import type { Pacing } from './endpoint.ts';

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

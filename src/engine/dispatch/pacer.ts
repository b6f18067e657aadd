/**
 * Pacing of one endpoint over time (step 7): the token bucket, and until when it is empty. Both
 * settings and bucket stay exact because one process alone sends to an endpoint.
 */
import type { Pacing } from '../../core/endpoint/endpoint.ts';
import { type Bucket, freshBucket, takeToken } from '../../core/endpoint/pacing.ts';

export class Pacer {
  /** No attempt before this wall time; null when one may start. */
  untilMs: number | null = null;
  /** The bucket may have been emptied until then, by one that was forgotten; monotonic. */
  emptyAtMonoMs = Number.NEGATIVE_INFINITY;
  #bucket: Bucket | null = null;

  /**
   * True when an attempt may start now, and takes its token. `sinceMonoMs`: when this process took
   * the endpoint over from another one, which may have spent what there was.
   */
  take(pacing: Pacing, nowMs: number, monoMs: number, sinceMonoMs: number | null): boolean {
    if (pacing.ratePerS === null) return true;
    const emptyAtMs = Math.max(sinceMonoMs ?? Number.NEGATIVE_INFINITY, this.emptyAtMonoMs);
    this.#bucket ??= emptyAtMs < 0 ? freshBucket(pacing, monoMs) : { tokens: 0, atMs: emptyAtMs };
    const taken = takeToken(this.#bucket, pacing, monoMs);
    this.#bucket = taken.bucket;
    this.untilMs = taken.waitMs > 0 ? nowMs + taken.waitMs : null;
    return taken.waitMs === 0;
  }

  /** Another process may send from here on. */
  forget(): void {
    this.#bucket = null;
    this.untilMs = null;
  }

  elapse(nowMs: number): void {
    if (this.untilMs !== null && this.untilMs <= nowMs) this.untilMs = null;
  }
}

/**
 * Step 9: the `Retry-After` header (RFC 9110 section 10.2.3; S6.13). A receiver may
 * send anything here: what is neither seconds nor an HTTP date counts as not sent.
 */
import { parseHttpDate } from '../time.ts';

/** Enough digits for 31 years; the retry schedule caps the wait long before. */
const SECONDS = /^\d{1,9}$/;

/** Milliseconds to wait from `nowMs` on, never negative; null when the header says nothing. */
export function retryAfterMs(header: string, nowMs: number): number | null {
  const value = header.trim();
  if (SECONDS.test(value)) return Number(value) * 1_000;
  const atMs = parseHttpDate(value, nowMs);
  return atMs === null ? null : Math.max(0, atMs - nowMs);
}

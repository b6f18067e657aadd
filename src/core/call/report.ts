/**
 * A report: what a telephony platform tells about a call (S2.1). This is its shape after
 * validation; `report-rules.ts` says which values are allowed. When it happened is the platform's
 * own time if that can be true, else the time of receipt: a platform whose clock is wrong must not
 * put a call into the last century, nor into the future.
 */
import type { ReportedError } from '../payload/call-error.ts';
import { DAY_MS } from '../time.ts';
import type { CallStatus, Direction } from './status.ts';

/** At least one of `status` and `errors` is given. Times: epoch ms. */
export interface Report {
  readonly status: CallStatus | null;
  readonly direction: Direction | null;
  /** Null or empty: not said, keep what is known (S1.11). */
  readonly callSid: string | null;
  readonly clientId: string | null;
  readonly errors: readonly ReportedError[];
  readonly occurredAtMs: number | null;
  /** De-duplicates within the call for `REPORT_ID_DAYS`. */
  readonly reportId: string | null;
}

export const REPORT_ID_DAYS = 7;
/** Of one request, and of one transaction. */
export const REPORTS_MAX = 1_000;

/** A late report may be this old; the report id is remembered as long. */
export const REPORT_AGE_MS_MAX = REPORT_ID_DAYS * DAY_MS;
/** How far a platform's clock may be ahead of ours. */
export const CLOCK_AHEAD_MS_MAX = 5 * 60_000;

export function eventTimeMs({ occurredAtMs }: Report, receivedAtMs: number): number {
  return plausibleMs(occurredAtMs, receivedAtMs) ?? receivedAtMs;
}

/** A platform's time when it can be true; else null. The times of errors are judged alike. */
export function plausibleMs(atMs: number | null, receivedAtMs: number): number | null {
  if (atMs === null || atMs < receivedAtMs - REPORT_AGE_MS_MAX) return null;
  return atMs <= receivedAtMs + CLOCK_AHEAD_MS_MAX ? atMs : null;
}

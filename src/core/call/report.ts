/**
 * A report: what a telephony platform says about a call (S2.1). This is its shape after validation;
 * `report-rules.ts` says which values are allowed. A report counts at the platform's own time if
 * that is plausible, else at the time of receipt, so that a platform with a wrong clock cannot move
 * a call to the last century or into the future.
 */
import type { ReportedError } from '../payload/call-error.ts';
import { DAY_MS } from '../time.ts';
import type { CallStatus, Direction } from './status.ts';

/** At least one of `status` and `errors` is given. Times: epoch ms. */
export interface Report {
  readonly status: CallStatus | null;
  readonly direction: Direction | null;
  /** Null or empty: the report does not say it, so the known value stays (S1.11). */
  readonly callSid: string | null;
  readonly clientId: string | null;
  readonly errors: readonly ReportedError[];
  readonly occurredAtMs: number | null;
  /** Used to recognise a repeated report of the call for `REPORT_ID_DAYS`. */
  readonly reportId: string | null;
}

export const REPORT_ID_DAYS = 7;
/** The most reports in one request, and in one transaction. */
export const REPORTS_MAX = 1_000;

/** How old a late report may be; the report id is remembered for as long. */
export const REPORT_AGE_MS_MAX = REPORT_ID_DAYS * DAY_MS;
/** How far a platform's clock may be ahead of ours. */
export const CLOCK_AHEAD_MS_MAX = 5 * 60_000;

export function eventTimeMs({ occurredAtMs }: Report, receivedAtMs: number): number {
  return plausibleMs(occurredAtMs, receivedAtMs) ?? receivedAtMs;
}

/** The platform's time if it is plausible, else null. The times of errors are treated alike. */
export function plausibleMs(atMs: number | null, receivedAtMs: number): number | null {
  if (atMs === null || atMs < receivedAtMs - REPORT_AGE_MS_MAX) return null;
  return atMs <= receivedAtMs + CLOCK_AHEAD_MS_MAX ? atMs : null;
}

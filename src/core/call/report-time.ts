/**
 * When what a report says happened: the platform's own time when it can be true, else the time
 * of receipt. A platform whose clock is wrong must not put a call into the last century, nor
 * into the future. Used for the time of a transition and of its firings (step 4).
 */
import { DAY_MS } from '../time.ts';
import { REPORT_ID_DAYS, type Report } from './report.ts';

/** A late report may be this old; the report id is remembered as long. */
export const REPORT_AGE_MS_MAX = REPORT_ID_DAYS * DAY_MS;
/** How far a platform's clock may be ahead of ours. */
export const CLOCK_AHEAD_MS_MAX = 5 * 60_000;

export function eventTimeMs(report: Report, receivedAtMs: number): number {
  const atMs = report.occurredAtMs;
  if (atMs === null) return receivedAtMs;
  const plausible =
    atMs >= receivedAtMs - REPORT_AGE_MS_MAX && atMs <= receivedAtMs + CLOCK_AHEAD_MS_MAX;
  return plausible ? atMs : receivedAtMs;
}

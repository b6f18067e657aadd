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

export function eventTimeMs({ occurredAtMs }: Report, receivedAtMs: number): number {
  return plausibleMs(occurredAtMs, receivedAtMs) ?? receivedAtMs;
}

/** A platform's time when it can be true; else null. The times of errors are judged alike. */
export function plausibleMs(atMs: number | null, receivedAtMs: number): number | null {
  if (atMs === null || atMs < receivedAtMs - REPORT_AGE_MS_MAX) return null;
  return atMs <= receivedAtMs + CLOCK_AHEAD_MS_MAX ? atMs : null;
}

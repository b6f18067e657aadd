/**
 * Stale detection: a call without any report for too long has ended abnormally (S1.14, S1.15). A
 * sweep asks these rules how long is too long, and reports the end as a platform would, so that the
 * end takes the same nine steps as any report.
 */
import type { StaleSettings } from '../project/project.ts';
import type { Report } from './report.ts';
import { isTerminal } from './status.ts';
import type { Call } from './transition.ts';

/** The last known activity of a call; stores keep it with the call to find stale calls. */
export const STALE_CLASSES = ['ACCEPTING', 'CALLING', 'CLOSING', 'INTERNAL'] as const;
export type StaleClass = (typeof STALE_CLASSES)[number];

/** Null: the call has ended and cannot go stale. */
export function staleClassOf(call: Call): StaleClass | null {
  const { status } = call;
  if (status === 'CALLING' || status === 'CLOSING' || status === 'ACCEPTING') return status;
  // An inbound call without a status was accepted, and then no status update came.
  if (status === null) return call.direction === 'INBOUND' ? 'ACCEPTING' : 'INTERNAL';
  return isTerminal(status) ? null : 'INTERNAL';
}

/** After how many milliseconds without a report a call of this class is stale. */
export function staleAfterMs(staleClass: StaleClass, settings: StaleSettings): number {
  switch (staleClass) {
    case 'ACCEPTING':
      return settings.acceptingMs;
    case 'CALLING':
      return settings.callingMs;
    case 'CLOSING':
      return settings.closingMs;
    case 'INTERNAL':
      return settings.otherInternalMs;
  }
}

/** Applies to all inbound calls, and to outbound ones if the project says so. */
export function isStale(call: Call, settings: StaleSettings, nowMs: number): boolean {
  const staleClass = staleClassOf(call);
  if (staleClass === null || (call.direction === 'OUTBOUND' && !settings.outbound)) return false;
  return nowMs - call.lastReportAtMs >= staleAfterMs(staleClass, settings);
}

/**
 * The report that ends a stale call; its content depends on whether the call was ever in progress.
 */
export function staleReport(call: Call): Report {
  const code = call.wasInProgress ? 'CALL_INTERRUPTED' : 'CALL_CONNECTION_FAILED';
  return {
    status: 'ERROR',
    direction: call.direction,
    callSid: null,
    clientId: null,
    errors: [{ code, message: null, atMs: null }],
    occurredAtMs: null,
    reportId: null,
  };
}

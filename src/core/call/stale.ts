/**
 * Stale detection: a call of which nothing has been heard for too long ended abnormally (S1.14,
 * S1.15). A sweep asks here how long is too long and reports the end as if the platform had, so it
 * takes the same nine steps as any report.
 */
import type { StaleSettings } from '../project/project.ts';
import type { Call } from './call.ts';
import type { Report } from './report.ts';
import { isTerminal } from './status.ts';

/** By what a call was last seen doing; stores keep it with the call to find stale ones. */
export const STALE_CLASSES = ['ACCEPTING', 'CALLING', 'CLOSING', 'INTERNAL'] as const;
export type StaleClass = (typeof STALE_CLASSES)[number];

/** Null: the call has ended and cannot go stale. */
export function staleClassOf(call: Call): StaleClass | null {
  const { status } = call;
  if (status === 'CALLING' || status === 'CLOSING' || status === 'ACCEPTING') return status;
  // An inbound call without any status is one whose acceptance never brought a status update.
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

/** Inbound calls always, outbound ones only when the project says so. */
export function isStale(call: Call, settings: StaleSettings, nowMs: number): boolean {
  const staleClass = staleClassOf(call);
  if (staleClass === null || (call.direction === 'OUTBOUND' && !settings.outbound)) return false;
  return nowMs - call.lastReportAtMs >= staleAfterMs(staleClass, settings);
}

/** The report that ends a stale call; what it says depends on whether it was ever in progress. */
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

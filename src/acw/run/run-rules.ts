/**
 * How long a run waits, and for what (S10.9, S10.11): a call log may not be there yet, or may never
 * be. Pure; times are epoch ms.
 */
import type { Call } from '../../core/call/call.ts';

/** Of a log that is not there. NEVER: no call was placed, so nothing can be logged. */
export type CallLogExpectation = 'EXPECTED' | 'UNLIKELY' | 'NEVER';

/** After a call that was never answered a log is unlikely; the wait is short. */
export const UNANSWERED_WAIT_MS = 60_000;

const UNANSWERED: ReadonlySet<string> = new Set(['BUSY', 'NO_RESPONSE', 'UNREACHABLE']);
const NEVER_PLACED: ReadonlySet<string> = new Set([
  'CANCELED',
  'EXPIRED',
  'MAX_ATTEMPTS_REACHED',
  'HEALTHCHECK_FAILED',
]);

type CallFacts = Pick<Call, 'status' | 'wasInProgress'>;

/** `hadErrors`: before or with its last status. A later failure says nothing about it. */
export function callLogExpectation(call: CallFacts, hadErrors: boolean): CallLogExpectation {
  if (call.status !== null && NEVER_PLACED.has(call.status)) return 'NEVER';
  const unanswered = call.status !== null && UNANSWERED.has(call.status);
  const failed = hadErrors || call.status === 'ERROR';
  return unanswered || (failed && !call.wasInProgress) ? 'UNLIKELY' : 'EXPECTED';
}

/** How long a run waits for a log before it fails. */
export function callLogWaitMs(call: CallFacts, hadErrors: boolean, callLogWaitMs: number): number {
  return callLogExpectation(call, hadErrors) === 'EXPECTED'
    ? callLogWaitMs
    : Math.min(callLogWaitMs, UNANSWERED_WAIT_MS);
}

/**
 * How long a run waits for a call log that is not there yet or may never come (S10.9, S10.11).
 * Pure; times are epoch ms.
 */
import type { Call } from '../../core/call/transition.ts';

/** Whether a missing log may still come. NEVER: no call was placed, so there is nothing to log. */
export type CallLogExpectation = 'EXPECTED' | 'UNLIKELY' | 'NEVER';

/** The short wait after a call that was not answered, which is unlikely to have a log. */
export const UNANSWERED_WAIT_MS = 60_000;

const UNANSWERED: ReadonlySet<string> = new Set(['BUSY', 'NO_RESPONSE', 'UNREACHABLE']);
const NEVER_PLACED: ReadonlySet<string> = new Set([
  'CANCELED',
  'EXPIRED',
  'MAX_ATTEMPTS_REACHED',
  'HEALTHCHECK_FAILED',
]);

type CallFacts = Pick<Call, 'status' | 'wasInProgress'>;

/**
 * `hadErrors`: whether the call had errors before or with its last status; later ones say nothing
 * about it.
 */
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

/**
 * Why a call failed: maps the provider's error numbers and SIP response codes to our error codes
 * (S4.11, S2.18), as tables. An unknown number is UNKNOWN_ERROR and is counted; the raw number
 * stays on the call's timeline and never enters a payload.
 */
import type { ErrorCode } from '../../core/payload/call-error.ts';

export interface Cause {
  readonly code: ErrorCode;
  /** The raw cause in words, for the timeline. */
  readonly message: string | null;
  /** The value that no table contains. */
  readonly unmapped: string | null;
}

/** The account, its permissions or the law forbid the call. */
const NOT_PERMITTED_NUMBERS: readonly number[] = [
  10001, 13225, 13227, 13247, 20003, 20005, 21202, 21203, 21210, 21212, 21215, 21216, 21219, 32017,
  32200, 32201, 32202, 32203, 32204, 32205, 32206,
];

/** The call could not be set up. */
const CONNECTION_NUMBERS: readonly number[] = [10004, 13223, 13226, 21211, 21217, 32011, 32016];

/** The call was answered and then lost. */
const INTERRUPTED_NUMBERS: readonly number[] = [32014];

/** The called number does not exist or cannot be reached now: this is a status, not an error. */
const UNREACHABLE_NUMBERS: ReadonlySet<number> = new Set([13224, 21214, 32009]);
const UNREACHABLE_SIP: ReadonlySet<number> = new Set([404, 410, 480, 484, 604]);

const NOT_PERMITTED_SIP: ReadonlySet<number> = new Set([401, 403, 407, 607, 608]);

/** Every line of the account is in use. */
export const CONCURRENCY_NUMBER = 10004;

const BY_NUMBER: ReadonlyMap<number, ErrorCode> = new Map<number, ErrorCode>([
  ...NOT_PERMITTED_NUMBERS.map((number): [number, ErrorCode] => [number, 'CALL_NOT_PERMITTED']),
  ...CONNECTION_NUMBERS.map((number): [number, ErrorCode] => [number, 'CALL_CONNECTION_FAILED']),
  ...INTERRUPTED_NUMBERS.map((number): [number, ErrorCode] => [number, 'CALL_INTERRUPTED']),
]);

/** What the provider says about a failure: its error number and the SIP response, if any. */
export interface FailureFacts {
  readonly errorNumber: number | null;
  readonly sipCode: number | null;
}

/** The provider's own number is more reliable than the SIP response, which carriers rewrite. */
export function causeOf(facts: FailureFacts): Cause {
  const { errorNumber, sipCode } = facts;
  const byNumber = errorNumber === null ? undefined : BY_NUMBER.get(errorNumber);
  const unmapped =
    errorNumber === null || byNumber !== undefined ? null : `ErrorCode ${errorNumber}`;
  const message = describe(facts);
  if (byNumber !== undefined) return { code: byNumber, message, unmapped };
  if (sipCode !== null && NOT_PERMITTED_SIP.has(sipCode)) {
    return { code: 'CALL_NOT_PERMITTED', message, unmapped };
  }
  if (isSipFailure(sipCode) || errorNumber === null) {
    return { code: 'CALL_CONNECTION_FAILED', message, unmapped };
  }
  return { code: 'UNKNOWN_ERROR', message, unmapped };
}

export function isUnreachable({ errorNumber, sipCode }: FailureFacts): boolean {
  if (errorNumber !== null && BY_NUMBER.has(errorNumber)) return false;
  if (errorNumber !== null && UNREACHABLE_NUMBERS.has(errorNumber)) return true;
  return sipCode !== null && UNREACHABLE_SIP.has(sipCode);
}

/** Whether a completed call was cut off; other numbers on a completed call mean nothing. */
export function wasInterrupted({ errorNumber }: FailureFacts): boolean {
  return errorNumber !== null && BY_NUMBER.get(errorNumber) === 'CALL_INTERRUPTED';
}

/** Whether a number says that the call failed, whatever the status word. */
export function hasFailed({ errorNumber, sipCode }: FailureFacts): boolean {
  return errorNumber !== null || isSipFailure(sipCode);
}

export function describe({ errorNumber, sipCode }: FailureFacts): string | null {
  const parts: string[] = [];
  if (errorNumber !== null) parts.push(`ErrorCode ${errorNumber}`);
  if (sipCode !== null) parts.push(`SIP ${sipCode}`);
  return parts.length === 0 ? null : parts.join(', ');
}

function isSipFailure(sipCode: number | null): boolean {
  return sipCode !== null && sipCode >= 300;
}

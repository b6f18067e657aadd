/**
 * The seven error codes and their fixed messages (S4.11). A payload carries only these messages;
 * the reporter's own words stay on the call's timeline.
 */

export const ERROR_MESSAGES = {
  CALL_NOT_PERMITTED: 'The call is not permitted.',
  CALL_CONNECTION_FAILED: 'Failed to initiate or connect the call.',
  CALL_INTERRUPTED: 'The call was interrupted before it finished.',
  CALL_RESULT_PROCESSING_FAILED: 'Failed to process the result of the call.',
  ANALYZER_FAILED: 'Failed to analyze the call.',
  INTERNAL_ERROR: 'An internal error occurred.',
  UNKNOWN_ERROR: 'An unknown error occurred.',
} as const;

export type ErrorCode = keyof typeof ERROR_MESSAGES;

export const ERROR_CODES = Object.keys(ERROR_MESSAGES) as readonly ErrorCode[];

/** One entry of a payload's `errors`: ISO 8601 UTC time with milliseconds and a trailing Z. */
export interface CallError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly timestamp: string;
}

/** An error as a platform reported it; `message` is the reporter's own and is never sent. */
export interface ReportedError {
  readonly code: ErrorCode;
  readonly message: string | null;
  readonly atMs: number | null;
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_MESSAGES, code);
}

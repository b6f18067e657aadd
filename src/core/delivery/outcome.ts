/**
 * Step 9, first half: what came back is judged (specification sections 4 and 8, decisions
 * section 5). A channel says what happened in `SendResult`; only this file says what it means.
 */

/** The fixed vocabulary of failures without an HTTP status. */
export const SEND_ERRORS = [
  'timeout',
  'connect-timeout',
  'dns',
  'refused',
  'reset',
  'tls',
  'protocol',
  'network',
  'signing',
  'configuration',
] as const;
export type SendError = (typeof SEND_ERRORS)[number];

export type SendResult =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** The `Retry-After` header as it came. */
      readonly retryAfter: string | null;
      /** At most 4 KiB of the answer as text, controls stripped. */
      readonly excerpt: string | null;
      readonly durationMs: number;
    }
  | {
      readonly kind: 'error';
      readonly error: SendError;
      readonly detail: string;
      readonly durationMs: number;
    }
  /** The destination guard refused the address; nothing was sent. */
  | { readonly kind: 'blocked'; readonly detail: string; readonly durationMs: number };

/** How one attempt ended. `gone` is a 410: rejected, and the endpoint is disabled. */
export const ATTEMPT_OUTCOMES = ['delivered', 'retryable', 'rejected', 'gone', 'blocked'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/**
 * Step 9, first half: what came back is judged (S6.8). A channel says what happened in
 * `SendResult`; only this file says what it means.
 */
import type { EndpointKind } from '../endpoint/endpoint.ts';
import { productAnswer } from './product-answer.ts';
import { retryAfterMs } from './retry-after.ts';

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
  'authentication',
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
  /** The destination is within this service: nothing was sent, nothing can fail. */
  | { readonly kind: 'done'; readonly durationMs: number }
  /** The destination guard refused the address; nothing was sent. */
  | { readonly kind: 'blocked'; readonly detail: string; readonly durationMs: number };

/** How one attempt ended. `gone` is a 410: rejected, and the endpoint is disabled. */
export const ATTEMPT_OUTCOMES = ['delivered', 'retryable', 'rejected', 'gone', 'blocked'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** `error`: from the fixed vocabulary, null when the HTTP status says it all. */
export interface Verdict {
  readonly outcome: AttemptOutcome;
  readonly error: SendError | 'blocked' | null;
  /** How long the receiver asked us to wait (429 and 503 only). */
  readonly retryAfterMs: number | null;
  /** No retry can mend it: an operator must look at the endpoint. */
  readonly attention: boolean;
}

/** `retryOther4xx`: the endpoint's switch to retry what its receiver refuses with 4xx. */
export function judge(
  result: SendResult,
  rules: { readonly kind: EndpointKind; readonly retryOther4xx: boolean },
  nowMs: number,
): Verdict {
  switch (result.kind) {
    case 'done':
      return verdict('delivered', null);
    case 'blocked':
      return verdict('blocked', 'blocked');
    case 'error':
      // Our own credentials at the mail server: the message waits until they are mended.
      return { ...verdict('retryable', result.error), attention: isOurs(result.error) };
    case 'response': {
      const { means, attention } = productAnswer(rules.kind, result.status, result.excerpt);
      return { ...judgeMeaning(means, result.retryAfter, rules, nowMs), attention };
    }
  }
}

function isOurs(error: SendError): boolean {
  return error === 'authentication';
}

function judgeMeaning(
  means: 'accepted' | 'refused' | number,
  retryAfter: string | null,
  { retryOther4xx }: { readonly retryOther4xx: boolean },
  nowMs: number,
): Verdict {
  if (means === 'accepted') return verdict('delivered', null);
  if (means === 'refused') return verdict('rejected', null);
  if (means !== 429 && means !== 503) return judgeStatus(means, retryOther4xx);
  const waitMs = retryAfter === null ? null : retryAfterMs(retryAfter, nowMs);
  return { ...verdict('retryable', null), retryAfterMs: waitMs };
}

function judgeStatus(status: number, retryOther4xx: boolean): Verdict {
  // Written so that a status that is no number at all ends here too.
  if (!(status >= 200 && status <= 599)) return verdict('retryable', 'protocol');
  if (status <= 299) return verdict('delivered', null);
  if (status <= 399) return verdict('rejected', null);
  if (status >= 500 || status === 408 || status === 425) return verdict('retryable', null);
  if (status === 410) return verdict('gone', null);
  return verdict(retryOther4xx ? 'retryable' : 'rejected', null);
}

function verdict(outcome: AttemptOutcome, error: Verdict['error']): Verdict {
  return { outcome, error, retryAfterMs: null, attention: false };
}

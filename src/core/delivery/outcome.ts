/**
 * Step 9, first half: judges the result of an attempt (S6.8). A channel reports what happened in
 * `SendResult`; only this file decides what it means: by HTTP, by the different meanings of Slack,
 * Teams and mail (S8.8, S8.11, S8.15), and by `Retry-After` (S6.13). A receiver may send anything
 * there: a value that is neither seconds nor an HTTP date counts as absent.
 */
import type { EndpointKind } from '../endpoint/endpoint.ts';
import { parseHttpDate } from '../time.ts';

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
  /** The destination is within this service: nothing was sent, and nothing can fail. */
  | { readonly kind: 'done'; readonly durationMs: number }
  /** The destination guard refused the address; nothing was sent. */
  | { readonly kind: 'blocked'; readonly detail: string; readonly durationMs: number };

/**
 * A consumer fetched the message and says that it failed (S6.37). `isFinal`: no retry can help.
 * `excerpt`: its reason, at most 4 KiB of text, controls stripped.
 */
export interface ConsumerFailure {
  readonly kind: 'failed';
  readonly isFinal: boolean;
  readonly retryAfterMs: number | null;
  readonly excerpt: string | null;
  readonly durationMs: number;
}

/** How one attempt ended. `gone` is a 410: rejected, and the endpoint is disabled. */
export const ATTEMPT_OUTCOMES = ['delivered', 'retryable', 'rejected', 'gone', 'blocked'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** `error`: from the fixed vocabulary; null if the HTTP status says it all. */
export interface Verdict {
  readonly outcome: AttemptOutcome;
  readonly error: SendError | 'blocked' | 'consumer' | null;
  /** How long the receiver asks the service to wait (429, 503 and consumers only). */
  readonly retryAfterMs: number | null;
  /** True if no retry can help, so that an operator must look at the endpoint. */
  readonly attention: boolean;
}

/** `retryOther4xx`: the setting of the endpoint to retry after any 4xx. */
export function judge(
  result: SendResult | ConsumerFailure,
  rules: { readonly kind: EndpointKind; readonly retryOther4xx: boolean },
  nowMs: number,
): Verdict {
  switch (result.kind) {
    case 'done':
      return verdict('delivered', null);
    case 'blocked':
      return verdict('blocked', 'blocked');
    case 'failed': {
      const { isFinal, retryAfterMs } = result;
      return { ...verdict(isFinal ? 'rejected' : 'retryable', 'consumer'), retryAfterMs };
    }
    case 'error':
      // The mail server refused our credentials: the message waits until an operator corrects them.
      return {
        ...verdict('retryable', result.error),
        attention: result.error === 'authentication',
      };
    case 'response': {
      const { means, attention } = productAnswer(rules.kind, result.status, result.excerpt);
      return { ...judgeMeaning(means, result.retryAfter, rules, nowMs), attention };
    }
  }
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
  // Also true for a status that is not a number.
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

export interface ProductAnswer {
  /** `accepted` and `refused` are final; a number is judged like that HTTP status. */
  readonly means: 'accepted' | 'refused' | number;
  readonly attention: boolean;
}

/** `excerpt`: the beginning of the answer's body; null if it could not be read. */
export function productAnswer(
  kind: EndpointKind,
  status: number,
  excerpt: string | null,
): ProductAnswer {
  switch (kind) {
    case 'slack':
      return slackAnswer(status, excerpt);
    case 'teams':
      return teamsAnswer(status, excerpt);
    case 'email':
      return { means: mailMeaning(status), attention: false };
    case 'custom':
    case 'self-provided-agent':
    case 'pull':
    case 'builtin-analyzer':
    case 'builtin-evaluator':
      return { means: status, attention: false };
  }
}

/** The webhook, its channel or its workspace no longer exists, or may no longer be used. */
const SLACK_ATTENTION: ReadonlySet<number> = new Set([403, 404, 410]);

/** Slack answers 200 `ok`, or names in another body or status what is wrong with the message. */
function slackAnswer(status: number, excerpt: string | null): ProductAnswer {
  if (status >= 200 && status <= 299) {
    const isOk = status === 200 && (excerpt === null || excerpt.trim() === 'ok');
    return { means: isOk ? 'accepted' : 'refused', attention: false };
  }
  // 410 means an archived channel, not a receiver that is gone for good.
  if (SLACK_ATTENTION.has(status)) return { means: 'refused', attention: true };
  return { means: status === 400 ? 'refused' : status, attention: false };
}

/** The address, its signature or its flow no longer exists. */
const TEAMS_ATTENTION: ReadonlySet<number> = new Set([401, 403, 404]);
const TEAMS_REFUSED: ReadonlySet<number> = new Set([400, 401, 403, 404, 413]);
/** An old connector answers 200, and its body says what failed behind it. */
const TEAMS_BEHIND = /HTTP error (\d{3})\b/;

function teamsAnswer(status: number, excerpt: string | null): ProductAnswer {
  const behind = status === 200 && excerpt !== null ? TEAMS_BEHIND.exec(excerpt) : null;
  const means = behind === null ? status : Number(behind[1]);
  if (means >= 200 && means <= 299) {
    return { means: isTaken(status, excerpt) ? 'accepted' : 'refused', attention: false };
  }
  const attention = TEAMS_ATTENTION.has(means);
  return { means: TEAMS_REFUSED.has(means) ? 'refused' : means, attention };
}

/** A flow answers 202; a connector answers 200 with `1`. No other page with a 200 took the card. */
function isTaken(status: number, excerpt: string | null): boolean {
  if (status === 202) return true;
  return status === 200 && (excerpt === null || ['', '1'].includes(excerpt.trim()));
}

/** SMTP: 2xx accepted, 4xx refused for now, 5xx refused for good. */
function mailMeaning(code: number): ProductAnswer['means'] {
  if (code >= 200 && code <= 299) return 'accepted';
  return code >= 500 && code <= 599 ? 'refused' : NOT_NOW;
}

const NOT_NOW = 503;

/** Enough digits for 31 years; the retry schedule caps the wait long before. */
const SECONDS = /^\d{1,9}$/;

/** Milliseconds to wait from `nowMs` on, never negative; null if the header cannot be read. */
export function retryAfterMs(header: string, nowMs: number): number | null {
  const value = header.trim();
  if (SECONDS.test(value)) return Number(value) * 1_000;
  const atMs = parseHttpDate(value, nowMs);
  return atMs === null ? null : Math.max(0, atMs - nowMs);
}

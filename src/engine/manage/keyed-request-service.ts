/**
 * Requests with an `Idempotency-Key`: a caller's key takes effect once in a day, and a repeat gets
 * the first answer. Answers are sealed, since some show a secret once. The service stores a request
 * before it takes effect and its answer afterwards. If the process ends in between, the effect is
 * unknown, and a repeat is refused with that reason and not executed.
 */
import { canonicalValue } from '../../core/canonical-json.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import { isoTime } from '../../core/time.ts';
import type { Clock } from '../ports/clock.ts';
import {
  KEYED_MAX,
  type KeyedRequest,
  type KeyedRequestStore,
} from '../ports/keyed-request-store.ts';
import { ANSWER_CONTEXT, type Secrets } from '../ports/secrets.ts';

/**
 * Longer than any request runs; a request without an answer after this time will never have one.
 */
export const KEYED_RUNS_MS = 120_000;
/** The largest stored answer; no POST has a longer one. */
const ANSWER_CHARS_MAX = 1024 * 1024;
const RUNNING_AGAIN_S = 1;
const FULL_AGAIN_S = 3_600;

export interface KeyedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `answer`: the request was executed before. */
export type KeyedStart =
  | { readonly kind: 'begun'; readonly request: KeyedRequest }
  | { readonly kind: 'answered'; readonly answer: KeyedAnswer };

export interface KeyedRequestService {
  /** `asked`: the JSON values that identify the request; a repeat must have the same. */
  begin(caller: string, key: string, asked: readonly unknown[]): Promise<KeyedStart>;
  /** Stores the answer after the request took effect. */
  keep(request: KeyedRequest, answer: KeyedAnswer): Promise<void>;
  /** Frees the key, because the request was refused or failed. */
  drop(request: KeyedRequest): Promise<void>;
}

export interface KeyedRequestParts {
  readonly store: KeyedRequestStore;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

export function createKeyedRequestService(parts: KeyedRequestParts): KeyedRequestService {
  const { store, secrets, clock } = parts;
  return {
    async begin(caller, key, asked) {
      const request: KeyedRequest = {
        caller,
        keyHash: secrets.sha256Hex(key),
        beganAtMs: clock.wallMs(),
        fingerprint: secrets.sha256Hex(canonicalValue(asked)),
      };
      const begin = await store.beginKeyed(request);
      if (begin.kind === 'begun') return { kind: 'begun', request };
      if (begin.kind === 'full') throw full();
      if (begin.request.fingerprint !== request.fingerprint) throw reused();
      if (begin.answer !== null) {
        return { kind: 'answered', answer: opened(begin.request, begin.answer, secrets) };
      }
      const sinceMs = begin.request.beganAtMs;
      throw clock.wallMs() - sinceMs < KEYED_RUNS_MS ? running() : lost(sinceMs);
    },

    async keep(request, answer) {
      const text = JSON.stringify(answer);
      // Without a stored answer the row tells a repeat that the answer was not kept.
      if (text.length > ANSWER_CHARS_MAX) return;
      await store.keepAnswer({
        request,
        answer: secrets.seal(text, ANSWER_CONTEXT, answerPlace(request)),
      });
    },

    drop: (request) => store.dropKeyed(request),
  };
}

/** The place of a sealed answer: it opens only for the same caller, key and request. */
export function answerPlace(request: KeyedRequest): string {
  const { caller, keyHash, fingerprint, beganAtMs } = request;
  return [caller, keyHash, fingerprint, beganAtMs].join(' ');
}

function opened(request: KeyedRequest, sealed: string, secrets: Secrets): KeyedAnswer {
  try {
    const answer: KeyedAnswer = JSON.parse(
      secrets.open(sealed, ANSWER_CONTEXT, answerPlace(request)),
    );
    return answer;
  } catch {
    throw lost(request.beganAtMs);
  }
}

function reused(): ServiceError {
  return new ServiceError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key came within the last 24 hours with another address or body. Send each ' +
      'new request with a key of its own.',
  );
}

function running(): ServiceError {
  return new ServiceError(
    'IDEMPOTENCY_KEY_RUNNING',
    'The first request with this Idempotency-Key has no answer yet. Repeat it in a moment.',
    { retryAfterS: RUNNING_AGAIN_S },
  );
}

function lost(beganAtMs: number): ServiceError {
  return new ServiceError(
    'IDEMPOTENCY_KEY_LOST',
    `The first request with this Idempotency-Key came at ${isoTime(beganAtMs)}; its answer was ` +
      'not kept. Look whether it took effect, then send what is missing with a new key.',
  );
}

function full(): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    `This caller has sent ${KEYED_MAX.toLocaleString('en')} keys within 24 hours, the most that ` +
      'are remembered. Send the request without an Idempotency-Key, or later.',
    { retryAfterS: FULL_AGAIN_S },
  );
}

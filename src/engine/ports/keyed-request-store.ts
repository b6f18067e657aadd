/**
 * POST requests with an `Idempotency-Key`: one row for a caller's key, written before the request
 * takes effect, so that of two equal requests at once only one is executed. The answer is added to
 * the row afterwards; retention removes rows older than a day.
 */
import { DAY_MS } from '../../core/time.ts';

/** How long a caller may repeat a request. */
export const KEYED_KEPT_MS = DAY_MS;
/** The most keys of one caller in that time: each is a row, and its answer may be large. */
export const KEYED_MAX = 10_000;

export interface KeyedRequest {
  readonly caller: string;
  readonly keyHash: string;
  /** The fingerprint of the request: the same key with another request is an error. */
  readonly fingerprint: string;
  /** Identifies one try, together with the caller and the key. */
  readonly beganAtMs: number;
}

/**
 * `known`: the request was begun before; `answer` null: it has no answer yet. `full`: KEYED_MAX.
 */
export type KeyedBegin =
  | { readonly kind: 'begun' }
  | { readonly kind: 'full' }
  | { readonly kind: 'known'; readonly request: KeyedRequest; readonly answer: string | null };

export interface KeyedRequestStore {
  /** Durable before it resolves. A row older than KEYED_KEPT_MS is replaced. */
  beginKeyed(request: KeyedRequest): Promise<KeyedBegin>;
  /** `answer`: sealed. Does nothing if the row belongs to another try. */
  keepAnswer(wanted: { readonly request: KeyedRequest; readonly answer: string }): Promise<void>;
  /** Removes the row of a refused request, so that its key is free again. */
  dropKeyed(request: KeyedRequest): Promise<void>;
}

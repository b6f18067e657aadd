/**
 * POST requests with an `Idempotency-Key`, as a store keeps them: one row for a key of a caller,
 * written before the request takes effect, so that of two at once only one does. The answer comes
 * into the row when there is one; retention removes what is older than a day.
 */
import { DAY_MS } from '../../core/time.ts';

/** As long as a caller may repeat a request. */
export const KEYED_KEPT_MS = DAY_MS;
/** Keys of one caller in that time: each is a row, and its answer may be large. */
export const KEYED_MAX = 10_000;

export interface KeyedRequest {
  readonly caller: string;
  readonly keyHash: string;
  /** Of all that was asked: the same key with another one is a mistake. */
  readonly fingerprint: string;
  /** With the caller and the key it names one try. */
  readonly beganAtMs: number;
}

/** `known`: it was begun before; `answer` null: without an answer until now. `full`: KEYED_MAX. */
export type KeyedBegin =
  | { readonly kind: 'begun' }
  | { readonly kind: 'full' }
  | { readonly kind: 'known'; readonly request: KeyedRequest; readonly answer: string | null };

export interface KeyedRequestStore {
  /** Durable before it resolves. One that is older than KEYED_KEPT_MS gives way. */
  beginKeyed(request: KeyedRequest): Promise<KeyedBegin>;
  /** `answer`: sealed. Does nothing when the row is another try's. */
  keepAnswer(wanted: { readonly request: KeyedRequest; readonly answer: string }): Promise<void>;
  /** The request was refused: the key is free again. */
  dropKeyed(request: KeyedRequest): Promise<void>;
}

/**
 * Tells whether a master key is the one that sealed the secrets of a store, by a text that the
 * first process sealed, and has what a rotation of the key needs. The text does not help to guess
 * the key, which has 256 random bits.
 */
import type { UserKey } from '../../core/id.ts';
import type { KeyedRequest } from './keyed-request-store.ts';

export interface KeyCheckStore {
  /** Null before the first start. */
  keyCheck(): Promise<string | null>;
  /**
   * Stores the text if there is none yet, or in place of the present one. Returns the text that is
   * stored afterwards: of several processes that start at once, the first one's stays.
   */
  putKeyCheck(wanted: {
    readonly sealed: string;
    readonly replace: boolean;
    /** The text of the former key: a rotation begins in the same commit. */
    readonly former?: string;
  }): Promise<string>;
  /** A text that the former master key sealed, while a rotation is under way; else null. */
  keyRotation(): Promise<string | null>;
  endKeyRotation(_: null): Promise<void>;
  /** Of each process that shares the store and said so at its start: the ids of its keys. */
  keyRings(): Promise<readonly KeyRingNote[]>;
  /** Replaces what the process of that name said before, and removes what `ended` ones said. */
  noteKeyRing(note: KeyRingNote & { readonly ended: readonly string[] }): Promise<void>;
  /** Users with the secret of an app, in the order of their keys, for a rotation. */
  authenticators(wanted: {
    readonly after: UserKey | null;
    readonly limit: number;
  }): Promise<readonly SealedAuthenticator[]>;
  /** Returns false if the secret is another one meanwhile. */
  resealAuthenticator(wanted: SealedAuthenticator & { readonly sealed: string }): Promise<boolean>;
  /** Kept answers to requests with an `Idempotency-Key`, for a rotation. */
  keptAnswers(wanted: {
    readonly after: number;
    readonly limit: number;
  }): Promise<readonly SealedAnswer[]>;
  /** Returns false if the answer is another one meanwhile. */
  resealAnswer(wanted: SealedAnswer & { readonly sealed: string }): Promise<boolean>;
}

export interface KeyRingNote {
  readonly process: string;
  readonly ids: readonly string[];
}

export interface SealedAuthenticator {
  readonly user: UserKey;
  readonly userId: string;
  readonly secret: string;
}

export interface SealedAnswer {
  readonly key: number;
  readonly request: KeyedRequest;
  readonly answer: string;
}

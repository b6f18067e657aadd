/**
 * Passkeys: public keys and counters, nothing secret. A challenge works once: the commit that
 * accepts its answer also stores that the challenge is used. A challenge that is never answered is
 * not stored.
 */
import type { PasskeyKey, SessionKey, UserKey } from '../../core/id.ts';
import type { AuditEntry } from './manage-store.ts';
import type { User } from './people-store.ts';

export interface Passkey {
  readonly key: PasskeyKey;
  readonly id: string;
  readonly userKey: UserKey;
  /** The authenticator's name for it, base64url. */
  readonly credentialId: string;
  /** As COSE, base64url. */
  readonly publicKey: string;
  /** The last counter of its authenticator. */
  readonly signCount: number;
  /** How a browser reaches it: `internal`, `usb`, ... */
  readonly transports: readonly string[];
  readonly name: string;
  /** False: it works only together with the password, until both were shown once. */
  readonly signsIn: boolean;
  readonly createdAtMs: number;
  readonly usedAtMs: number | null;
}

/** The fields of a new passkey. `challenge`: the hash of the answered challenge. */
export interface NewPasskey
  extends Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'name'> {
  readonly challenge: string;
  /** The session in which the passkey was shown. */
  readonly session: SessionKey;
  /** Hashes of recovery codes, stored only if the account has none. */
  readonly codes: readonly string[];
}

export type PasskeyAdded =
  | { readonly kind: 'added'; readonly passkey: Passkey; readonly codesKept: boolean }
  /** The challenge was answered before. */
  | { readonly kind: 'spent' }
  /** Another passkey has this credential id. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'full' };

export interface PasskeyUse {
  readonly key: PasskeyKey;
  readonly challenge: string;
  readonly signCount: number;
  /** Used without password or session; this does not set `signsIn`. */
  readonly alone: boolean;
}

/** `counter-back`: the authenticator's counter went back, so there may be a copy of it. */
export type PasskeyUsed = 'used' | 'spent' | 'counter-back';

export interface PasskeyStore {
  /** In the order of their creation. */
  passkeysOf(user: UserKey): Promise<readonly Passkey[]>;
  passkeyByCredential(
    credentialId: string,
  ): Promise<{ readonly passkey: Passkey; readonly user: User } | null>;
  addPasskey(wanted: {
    readonly user: UserKey;
    readonly added: NewPasskey;
    readonly audit: AuditEntry;
  }): Promise<PasskeyAdded>;
  /** The entry is written only for `counter-back`, with the time of the use. */
  usePasskey(wanted: {
    readonly user: UserKey;
    readonly use: PasskeyUse;
    readonly refusal: AuditEntry;
  }): Promise<PasskeyUsed>;
  /** Works like `removeAuthenticator`. */
  removePasskey(wanted: {
    readonly user: UserKey;
    readonly key: PasskeyKey;
    readonly session: SessionKey;
    readonly audit: AuditEntry;
  }): Promise<boolean>;
}

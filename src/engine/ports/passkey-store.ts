/**
 * Passkeys as a store keeps them: public keys and counters, nothing secret. A challenge counts
 * once: the commit that believes its answer also writes that it is spent. Of a challenge that was
 * never answered nothing is written.
 */
import type { PasskeyKey, SessionKey, UserKey } from '../../core/id.ts';
import type { AuditEntry } from './manage-store.ts';
import type { User } from './people-store.ts';

export interface Passkey {
  readonly key: PasskeyKey;
  readonly id: string;
  readonly userKey: UserKey;
  /** As the authenticator names it, base64url. */
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** As its authenticator last counted. */
  readonly signCount: number;
  /** How a browser reaches it: `internal`, `usb`, ... */
  readonly transports: readonly string[];
  readonly name: string;
  /** False: it counts only beside the password, until it was shown beside it. */
  readonly signsIn: boolean;
  readonly createdAtMs: number;
  readonly usedAtMs: number | null;
}

/** The fields of a new passkey. `challenge`: the hash of the one that was answered. */
export interface NewPasskey
  extends Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'name'> {
  readonly challenge: string;
  /** The session has shown it. */
  readonly session: SessionKey;
  /** Hashes of recovery codes, kept only if the account has none. */
  readonly codes: readonly string[];
}

export type PasskeyAdded =
  | { readonly kind: 'added'; readonly passkey: Passkey; readonly codesKept: boolean }
  /** The challenge was answered before. */
  | { readonly kind: 'spent' }
  /** An account has this credential. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'full' };

export interface PasskeyUse {
  readonly key: PasskeyKey;
  readonly challenge: string;
  readonly signCount: number;
  /** Without the password or a session: it does not make `signsIn` true again. */
  readonly alone: boolean;
}

/** `counter-back`: the authenticator counts less than before, so there may be a copy of it. */
export type PasskeyUsed = 'used' | 'spent' | 'counter-back';

export interface PasskeyStore {
  /** In the order of their making. */
  passkeysOf(user: UserKey): Promise<readonly Passkey[]>;
  passkeyByCredential(
    credentialId: string,
  ): Promise<{ readonly passkey: Passkey; readonly user: User } | null>;
  addPasskey(wanted: {
    readonly user: UserKey;
    readonly added: NewPasskey;
    readonly audit: AuditEntry;
  }): Promise<PasskeyAdded>;
  /** The entry is written only for `counter-back`; its time is that of the use. */
  usePasskey(wanted: {
    readonly user: UserKey;
    readonly use: PasskeyUse;
    readonly refusal: AuditEntry;
  }): Promise<PasskeyUsed>;
  /** As `removeAuthenticator`. */
  removePasskey(wanted: {
    readonly user: UserKey;
    readonly key: PasskeyKey;
    readonly session: SessionKey;
    readonly audit: AuditEntry;
  }): Promise<boolean>;
}

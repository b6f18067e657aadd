/**
 * Second factors: secrets sealed, recovery codes hashed. A code works once: the commit that answers
 * whether it was still valid also marks it as used.
 */
import type { ProjectKey, SessionKey, UserKey } from '../../core/id.ts';
import type { AuditEntry } from './manage-store.ts';

export interface SecondFactor {
  /** Null: there is no authenticator app. */
  readonly authenticator: {
    /** Sealed. */
    readonly secret: string;
    /** False until the person has entered a first code; the app is not asked for before. */
    readonly isConfirmed: boolean;
  } | null;
  readonly passkeys: number;
  /** How many codes are left. */
  readonly recoveryCodes: number;
}

/** An owner who removes the factors of a member, and the project in which they are an owner. */
export interface OwnerOf {
  readonly key: UserKey;
  readonly projectKey: ProjectKey;
}

export type FactorRemoval = 'removed' | 'none' | 'not-allowed';

export interface SecondFactorStore {
  secondFactorOf(user: UserKey): Promise<SecondFactor>;
  /** Replaces an unconfirmed app; returns false if the present one is confirmed. */
  keepAuthenticator(wanted: {
    readonly user: UserKey;
    readonly secret: string;
    readonly nowMs: number;
  }): Promise<boolean>;
  /**
   * Confirms the app, with the hashes of its recovery codes; its session counts as having shown it.
   * Returns false if another app is present.
   */
  confirmAuthenticator(wanted: {
    readonly user: UserKey;
    readonly session: SessionKey;
    readonly secret: string;
    readonly step: number;
    readonly codes: readonly string[];
    readonly audit: AuditEntry;
  }): Promise<boolean>;
  /** Returns false if a code of this or a later step was used before. */
  takeStep(wanted: { readonly user: UserKey; readonly step: number }): Promise<boolean>;
  takeRecoveryCode(wanted: {
    readonly user: UserKey;
    readonly hash: string;
    readonly audit: AuditEntry;
  }): Promise<boolean>;
  replaceRecoveryCodes(wanted: {
    readonly user: UserKey;
    readonly codes: readonly string[];
    readonly audit: AuditEntry;
  }): Promise<void>;
  /**
   * Removes the authenticator app, and with the last factor the recovery codes. Other sessions no
   * longer count as having shown a factor, and this one only if another factor is left. Returns
   * false if there was none.
   */
  removeAuthenticator(wanted: {
    readonly user: UserKey;
    readonly session: SessionKey;
    readonly audit: AuditEntry;
  }): Promise<boolean>;
  /**
   * An owner with at least the member's rights removes all second factors of the member, whose
   * sessions all end.
   */
  removeMemberSecondFactors(wanted: {
    readonly user: UserKey;
    readonly owner: OwnerOf;
    readonly audit: AuditEntry;
  }): Promise<FactorRemoval>;
}

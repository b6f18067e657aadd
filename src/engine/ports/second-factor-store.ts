/**
 * Second factors as a store keeps them: secrets sealed, recovery codes hashed. What counts once is
 * taken in the commit that answers whether it was still there.
 */
import type { ProjectKey, SessionKey, UserKey } from '../../core/id.ts';
import type { AuditEntry } from './manage-store.ts';

export interface SecondFactor {
  /** Null: no authenticator app. */
  readonly authenticator: {
    /** Sealed. */
    readonly secret: string;
    /** Until a first code was right it is not asked for. */
    readonly isConfirmed: boolean;
  } | null;
  readonly passkeys: number;
  /** How many are left. */
  readonly recoveryCodes: number;
}

/** Who removes those of another, and the project in which they are an owner. */
export interface OwnerOf {
  readonly key: UserKey;
  readonly projectKey: ProjectKey;
}

export type FactorRemoval = 'removed' | 'none' | 'not-allowed';

export interface SecondFactorStore {
  secondFactorOf(user: UserKey): Promise<SecondFactor>;
  /** Takes the place of one that was not confirmed; false when one is. */
  keepAuthenticator(wanted: {
    readonly user: UserKey;
    readonly secret: string;
    readonly nowMs: number;
  }): Promise<boolean>;
  /** With hashes of its recovery codes; the session has shown it. False: another one is there. */
  confirmAuthenticator(wanted: {
    readonly user: UserKey;
    readonly session: SessionKey;
    readonly secret: string;
    readonly step: number;
    readonly codes: readonly string[];
    readonly audit: AuditEntry;
  }): Promise<boolean>;
  /** False: a code of this step or a later one counted before. */
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
   * The authenticator app; with the last factor the recovery codes go. Other sessions have shown no
   * factor any more, and this one only as long as another factor is left. False: there was none.
   */
  removeAuthenticator(wanted: {
    readonly user: UserKey;
    readonly session: SessionKey;
    readonly audit: AuditEntry;
  }): Promise<boolean>;
  /**
   * Every second factor of a member, of whatever kind, by an owner who may all that they may. It
   * ends every session of theirs.
   */
  removeMemberSecondFactors(wanted: {
    readonly user: UserKey;
    readonly owner: OwnerOf;
    readonly audit: AuditEntry;
  }): Promise<FactorRemoval>;
}

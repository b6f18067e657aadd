/**
 * E-mails that persons want for their accounts, kept until they take effect. Each person has at
 * most one, which depends on the account as it was at the request.
 */
import type { ProjectKey, UserKey } from '../../core/id.ts';
import type { AuditEntry } from './manage-store.ts';
import type { EmailOrigin, SessionRenewal, User } from './people-store.ts';

/**
 * `mail`: a link is sent to the new address. `owner`: an owner confirms, as no mail server is
 * configured.
 */
export const EMAIL_CHANGE_WAYS = ['mail', 'owner'] as const;
export type EmailChangeWay = (typeof EMAIL_CHANGE_WAYS)[number];

/** An e-mail that a person wants for their account, not yet in effect. */
export interface EmailChange {
  readonly userKey: UserKey;
  readonly email: string;
  readonly way: EmailChangeWay;
  readonly expiresAtMs: number;
}

export interface NewEmailChange extends Pick<EmailChange, 'email' | 'way' | 'expiresAtMs'> {
  /** The hash of the link's token; null: an owner confirms the change. */
  readonly hash: string | null;
}

export interface EmailConfirmation {
  /** The e-mail that was requested; if another one was requested since, nothing is confirmed. */
  readonly email: string;
  readonly emailFrom: EmailOrigin;
  /** For the way `owner`: who confirms it, and in which project. */
  readonly owner: { readonly key: UserKey; readonly projectKey: ProjectKey } | null;
  /** The session that stays; null: all sessions end. */
  readonly renewal: SessionRenewal | null;
}

export interface EmailChangeStore {
  /** Replaces an earlier request. Does not reveal whether an account has the address. */
  askEmailChange(wanted: {
    readonly user: UserKey;
    readonly change: NewEmailChange;
    readonly audit: AuditEntry;
  }): Promise<void>;
  /** Also an expired one; null if the account has changed since the request. */
  emailChangeOf(user: UserKey): Promise<EmailChange | null>;
  emailChangeByHash(hash: string): Promise<EmailChange | null>;
  emailChangesIn(projectKey: ProjectKey): Promise<readonly EmailChange[]>;
  dropEmailChange(wanted: { readonly user: UserKey; readonly audit: AuditEntry }): Promise<boolean>;
  /**
   * Makes the e-mail effective and ends the person's links and other sessions. Returns null if the
   * request has ended meanwhile, or the owner may not confirm it. Throws STATE_CONFLICT if another
   * account has the e-mail.
   */
  confirmEmailChange(wanted: {
    readonly user: UserKey;
    readonly confirmation: EmailConfirmation;
    readonly audit: AuditEntry;
  }): Promise<User | null>;
}

/**
 * E-mails that people want for their accounts, as a store keeps them until they count. One of a
 * person, under the standing that they had as they asked.
 */
import type { ProjectKey, UserKey } from '../../core/id.ts';
import type { AuditEntry } from './manage-store.ts';
import type { EmailOrigin, SessionRenewal, User } from './people-store.ts';

/** `mail`: a link that is sent to the new address. `owner`: no mail server is set. */
export const EMAIL_CHANGE_WAYS = ['mail', 'owner'] as const;
export type EmailChangeWay = (typeof EMAIL_CHANGE_WAYS)[number];

/** An e-mail that a person wants for their account, and that does not count yet. */
export interface EmailChange {
  readonly userKey: UserKey;
  readonly email: string;
  readonly way: EmailChangeWay;
  readonly expiresAtMs: number;
}

export interface NewEmailChange extends Pick<EmailChange, 'email' | 'way' | 'expiresAtMs'> {
  /** Of the link's token; null: an owner confirms it. */
  readonly hash: string | null;
}

export interface EmailConfirmation {
  /** What was asked for: of another one nothing is confirmed. */
  readonly email: string;
  readonly emailFrom: EmailOrigin;
  /** Who confirms one of the way `owner`, and in which project. */
  readonly owner: { readonly key: UserKey; readonly projectKey: ProjectKey } | null;
  /** The session that stays; null: all end. */
  readonly renewal: SessionRenewal | null;
}

export interface EmailChangeStore {
  /** Takes the place of a former one. Says nothing of who has the address. */
  askEmailChange(wanted: {
    readonly user: UserKey;
    readonly change: NewEmailChange;
    readonly audit: AuditEntry;
  }): Promise<void>;
  /** Also one that is past its time; null when what it was asked under is no more. */
  emailChangeOf(user: UserKey): Promise<EmailChange | null>;
  emailChangeByHash(hash: string): Promise<EmailChange | null>;
  emailChangesIn(projectKey: ProjectKey): Promise<readonly EmailChange[]>;
  dropEmailChange(wanted: { readonly user: UserKey; readonly audit: AuditEntry }): Promise<boolean>;
  /**
   * The e-mail counts, links of the person and other sessions end. Null: it has ended meanwhile, or
   * the owner may not. STATE_CONFLICT when another has the e-mail.
   */
  confirmEmailChange(wanted: {
    readonly user: UserKey;
    readonly confirmation: EmailConfirmation;
    readonly audit: AuditEntry;
  }): Promise<User | null>;
}

/**
 * Mails to persons, apart from webhooks. If a mail cannot be sent the caller continues, because
 * every link also works without a mail server. A mail names no address except its recipient's,
 * unless it is about the recipient's own account.
 */
import type { StoredNotice } from '../../core/alert/notice.ts';

interface Addressed {
  readonly to: string;
  /** BCP 47; null: unknown. */
  readonly language: string | null;
}

interface Linking extends Addressed {
  readonly link: string;
  readonly expiresAtMs: number;
}

export interface InvitationLetter extends Linking {
  readonly kind: 'invitation';
  readonly projectName: string;
  readonly inviter: string;
}

export interface ResetLetter extends Linking {
  readonly kind: 'password-reset';
  readonly name: string;
}

/** Sent to an address that a person wants for their account. */
export interface EmailConfirmLetter extends Linking {
  readonly kind: 'email-confirm';
}

/** Sent to such an address if an account already has it. */
export interface EmailTakenLetter extends Addressed {
  readonly kind: 'email-taken';
}

/** Sent to the present or the former address of the account: the new one is `email`. */
export interface EmailNoticeLetter extends Addressed {
  readonly kind: 'email-asked' | 'email-changed';
  readonly name: string;
  readonly email: string;
}

/** Sent to a member whose second factor an owner has removed. */
export interface FactorRemovedLetter extends Addressed {
  readonly kind: 'second-factor-removed';
  readonly name: string;
}

/** Sent to a person who signed in with a browser that the account did not know. */
export interface NewDeviceLetter extends Addressed {
  readonly kind: 'new-device';
  readonly name: string;
  readonly atMs: number;
  readonly address: string;
  /** The browser's own name, shortened and made safe to show. */
  readonly userAgent: string;
}

/** Tells a member of alerts (S17.11). The same notice has the same message id on every attempt. */
export interface AlertLetter extends Addressed {
  readonly kind: 'alert';
  /** `ntc_...` */
  readonly noticeId: string;
  readonly firing: StoredNotice;
}

export type Letter =
  | AlertLetter
  | InvitationLetter
  | ResetLetter
  | EmailConfirmLetter
  | EmailTakenLetter
  | EmailNoticeLetter
  | FactorRemovedLetter
  | NewDeviceLetter;

export interface Letters {
  /** Returns null if a mail server accepted the mail, else the reason. Never rejects. */
  send(letter: Letter): Promise<string | null>;
}

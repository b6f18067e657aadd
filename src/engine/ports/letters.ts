/**
 * Letters to people: the mails besides the webhooks. A caller goes on if a letter cannot be mailed,
 * because every link also works without a mail server. A letter names no address except its
 * recipient's, unless it is about the recipient's own account.
 */
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

/** To an address that a person wants for their account. */
export interface EmailConfirmLetter extends Linking {
  readonly kind: 'email-confirm';
}

/** To such an address when it is an account's already. */
export interface EmailTakenLetter extends Addressed {
  readonly kind: 'email-taken';
}

/** To the present address, and to the former one: about `email`. */
export interface EmailNoticeLetter extends Addressed {
  readonly kind: 'email-asked' | 'email-changed';
  readonly name: string;
  readonly email: string;
}

/** To a member whose second factor an owner has removed. */
export interface FactorRemovedLetter extends Addressed {
  readonly kind: 'second-factor-removed';
  readonly name: string;
}

/** To a person who signed in with a browser that the account did not know. */
export interface NewDeviceLetter extends Addressed {
  readonly kind: 'new-device';
  readonly name: string;
  readonly atMs: number;
  readonly address: string;
  /** As the browser calls itself, made showable and short. */
  readonly userAgent: string;
}

export type Letter =
  | InvitationLetter
  | ResetLetter
  | EmailConfirmLetter
  | EmailTakenLetter
  | EmailNoticeLetter
  | FactorRemovedLetter
  | NewDeviceLetter;

export interface Letters {
  /** Null when a mail server has taken it, else why not. Never rejects. */
  send(letter: Letter): Promise<string | null>;
}

/**
 * Letters to people: what is mailed besides the webhooks. Whoever sends one goes on when it cannot
 * be mailed: what a link does can be done without a mail server. Never an address of others than
 * the one recipient, but in the letters to them about their own account.
 */
interface Addressed {
  readonly to: string;
  /** BCP 47; null: nobody said. */
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

/** To an address that somebody wants for their account. */
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

/** To somebody who signed in with a browser that the account did not know. */
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

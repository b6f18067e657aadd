/**
 * Letters to people: what is mailed besides the webhooks. Whoever sends one goes on when it cannot
 * be mailed: every link of a letter can be had without a mail server. Never an address of others
 * than the one recipient.
 */
interface Linking {
  readonly to: string;
  /** BCP 47; null: nobody said. */
  readonly language: string | null;
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

export type Letter = InvitationLetter | ResetLetter;

export interface Letters {
  /** Null when a mail server has taken it, else why not. Never rejects. */
  send(letter: Letter): Promise<string | null>;
}

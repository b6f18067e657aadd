/**
 * An identity provider (OpenID Connect). It only says who a person is; the engine decides who may
 * enter.
 */

/** The values to be kept until the browser comes back. */
export interface IdentityAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface Identity {
  /** Issuer and subject, which always name the same person. */
  readonly subject: string;
  /** Null if the provider does not say that it has verified an e-mail. */
  readonly verifiedEmail: string | null;
  readonly name: string | null;
  /** When the provider last checked the person's identity; null: it does not say. */
  readonly shownAtMs: number | null;
}

export interface IdentityProvider {
  /** The name that people read. */
  readonly name: string;
  /**
   * The address to which the browser goes. `again`: the provider shall ask a signed-in person to
   * prove their identity again. Rejects with `IdentityError` if the provider does not answer.
   */
  begin(
    redirectUri: string,
    again: boolean,
  ): Promise<{ readonly url: string; readonly attempt: IdentityAttempt }>;
  /** `callback`: the whole address to which the browser came back. Rejects with `IdentityError`. */
  finish(callback: string, attempt: IdentityAttempt): Promise<Identity>;
}

/**
 * `unavailable`: the provider does not answer. `refused`: its answer, or the browser's, is wrong.
 */
export class IdentityError extends Error {
  readonly kind: 'unavailable' | 'refused';

  constructor(kind: IdentityError['kind'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'IdentityError';
    this.kind = kind;
  }
}

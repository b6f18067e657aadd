/**
 * An identity provider (OpenID Connect) as the engine asks for it. The engine decides who may
 * enter, never the provider: it only says who a person is.
 */

/** What must be known again when the browser comes back. */
export interface IdentityAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface Identity {
  /** Issuer and subject: the same person for ever. */
  readonly subject: string;
  /** Null when the provider does not say that it has verified one. */
  readonly verifiedEmail: string | null;
  readonly name: string | null;
  /** When the provider last saw them show who they are; null: it does not say. */
  readonly shownAtMs: number | null;
}

export interface IdentityProvider {
  /** For people. */
  readonly name: string;
  /**
   * Where the browser goes. `again`: the provider is to let them show who they are, though they
   * are signed in there. Rejects with `IdentityError` when the provider cannot be asked.
   */
  begin(
    redirectUri: string,
    again: boolean,
  ): Promise<{ readonly url: string; readonly attempt: IdentityAttempt }>;
  /** `callback`: the whole address that the browser came back to. Rejects with `IdentityError`. */
  finish(callback: string, attempt: IdentityAttempt): Promise<Identity>;
}

/** `unavailable`: the provider cannot be asked. `refused`: what it or the browser said is wrong. */
export class IdentityError extends Error {
  readonly kind: 'unavailable' | 'refused';

  constructor(kind: IdentityError['kind'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'IdentityError';
    this.kind = kind;
  }
}

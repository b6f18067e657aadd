/**
 * A browser's answer from an authenticator (WebAuthn), and its verification. `src/system/`
 * implements it with a library. All texts are base64url.
 */

/** What a passkey is bound to: `id` is a host name, `origin` that of the pages that may use it. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

export interface NewCredential {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

export interface Assertion {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  /** The person whom the authenticator names. */
  readonly userHandle: string | null;
}

export interface ExpectedAnswer {
  readonly challenge: string;
  readonly party: RelyingParty;
  /** Whether the authenticator must verify the user: by a PIN, a finger, a face. */
  readonly verifiesUser: boolean;
}

/** Each returns null if the answer is wrong; the caller is not told why. */
export interface PasskeyVerifier {
  registered(
    credential: NewCredential,
    expected: ExpectedAnswer,
  ): Promise<{ readonly publicKey: string; readonly signCount: number } | null>;
  /** Does not check the counter; the store does. */
  asserted(
    assertion: Assertion,
    publicKey: string,
    expected: ExpectedAnswer,
  ): Promise<{ readonly signCount: number } | null>;
}

/** COSE: Ed25519, ES256, RS256. Every authenticator supports at least one of these. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

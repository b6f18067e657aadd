/**
 * What a browser brings back from an authenticator (WebAuthn), and who can say whether it is right.
 * `src/system/` implements it with a library. All texts are base64url.
 */

/** Whom a passkey is for: `id` a host name, `origin` of the pages that may ask for it. */
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
  /** The authenticator has looked who is there: by a PIN, a finger, a face. */
  readonly verifiesUser: boolean;
}

/** Null: it is not right; why is not told to who brings it. */
export interface PasskeyVerifier {
  registered(
    credential: NewCredential,
    expected: ExpectedAnswer,
  ): Promise<{ readonly publicKey: string; readonly signCount: number } | null>;
  /** Does not judge the counter: who keeps it does. */
  asserted(
    assertion: Assertion,
    publicKey: string,
    expected: ExpectedAnswer,
  ): Promise<{ readonly signCount: number } | null>;
}

/** COSE: Ed25519, ES256, RS256. What every authenticator knows at least one of. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

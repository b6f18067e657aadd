/**
 * Makes the keys that sign deliveries. `src/system/` implements it, since the engine itself does no
 * cryptography.
 */

export interface SigningKeyMaker {
  /** Creates an RSA-2048 pair; `kid` is the RFC 7638 thumbprint. Takes tenths of a second. */
  makeSigningKey(): Promise<{
    readonly kid: string;
    readonly publicKey: string;
    readonly privateKey: string;
  }>;
  /** The public JWK of an SPKI PEM: kty, n, e, kid, use, alg. */
  publicJwk(publicKey: string): Readonly<Record<string, string>>;
}

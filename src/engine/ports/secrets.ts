/**
 * Cryptography as the engine asks for it. `src/system/` implements it with node:crypto; the
 * engine itself never sees a master key.
 */
import type { Sealed } from '../../core/endpoint/endpoint.ts';

export interface Secrets {
  /** AES-256-GCM under the master key. `context` (such as `endpoint-token`) is authenticated. */
  seal(plain: string, context: string): Sealed;
  /** Throws when the text was not sealed by this master key in this context. */
  open(sealed: Sealed, context: string): string;
  /** URL-safe random text from `bytes` random bytes. */
  token(bytes: number): string;
  sha256Hex(text: string): string;
}

export interface KeyMaker {
  /** A fresh RSA-2048 pair; `kid` is the RFC 7638 thumbprint. Takes tenths of a second. */
  makeSigningKey(): Promise<{
    readonly kid: string;
    readonly publicKey: string;
    readonly privateKey: string;
  }>;
  /** The public JWK of an SPKI PEM: kty, n, e, kid, use, alg. */
  publicJwk(publicKey: string): Readonly<Record<string, string>>;
}

/** Why a target may not be registered, as a sentence; null when it may. Looks up no name. */
export type CheckTarget = (target: string) => string | null;

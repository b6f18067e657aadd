/**
 * Cryptography as the engine asks for it. `src/system/` implements it with node:crypto; the
 * engine itself never sees a master key. `core/seal/seal-place.ts` has the contexts and places.
 */
import type { Sealed } from '../../core/endpoint/endpoint.ts';

export interface Secrets {
  /**
   * AES-256-GCM under the master key. `context` (such as `endpoint-token`) is authenticated, and so
   * is `place`: the project and the record that it is for (`seal-place.ts`); none: of no record.
   */
  seal(plain: string, context: string, place?: string): Sealed;
  /**
   * Throws when the text was not sealed by this master key in this context, or for another place.
   * What an older version sealed names no place, and opens for none (`reseal.ts`).
   */
  open(sealed: Sealed, context: string, place?: string): string;
  /** URL-safe random text from `bytes` random bytes. */
  token(bytes: number): string;
  sha256Hex(text: string): string;
}

/** False also for what was sealed by another master key: it has to be sealed anew anyway. */
export function isSealedText(
  secrets: Pick<Secrets, 'open'>,
  sealed: Sealed,
  context: string,
  plain: string,
  place = '',
): boolean {
  return opened(secrets, sealed, context, place) === plain;
}

/** Null when it was sealed by another master key, in another context or for another place. */
export function opened(
  secrets: Pick<Secrets, 'open'>,
  sealed: Sealed,
  context: string,
  place = '',
): string | null {
  try {
    return secrets.open(sealed, context, place);
  } catch {
    return null;
  }
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

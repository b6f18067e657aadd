/**
 * Public RSA keys as the service publishes them (JWK, RFC 7517) and as the cryptography of the web
 * uses them. A key that is not for RSA signatures of at least 2048 bits, or whose exponent is below
 * 65537, is not accepted.
 */
import type { webcrypto } from 'node:crypto';
import { type Bytes, fromBase64Url } from './bytes.ts';

/** `CryptoKey` of the web. */
export type PublicKey = webcrypto.CryptoKey;

/** One key of the JWKS document of a project; other members are ignored. */
export interface PublicJwk {
  readonly kid: string;
  readonly kty: string;
  readonly n: string;
  readonly e: string;
  readonly use?: string;
  readonly alg?: string;
}

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const MODULUS_BITS = { min: 2_048, max: 8_192 };
/** FIPS 186-5: signatures with small exponents can be forged if a verifier is lax. */
const EXPONENT = { min: 65_537, bytesMax: 6 };

const known = new WeakMap<object, Promise<PublicKey | null>>();

/** Resolves with null if this is no usable key. Caches the result by the object. */
export async function readPublicKey(
  jwk: unknown,
): Promise<{ readonly kid: string; readonly key: PublicKey } | null> {
  if (!isRsaJwk(jwk)) return null;
  let reading = known.get(jwk);
  if (reading === undefined) {
    reading = importKey(jwk);
    known.set(jwk, reading);
  }
  const key = await reading;
  return key === null ? null : { kid: jwk.kid, key };
}

export async function isSigned(key: PublicKey, signed: Bytes, signature: Bytes): Promise<boolean> {
  return crypto.subtle.verify(ALGORITHM.name, key, signature, signed);
}

function isRsaJwk(jwk: unknown): jwk is PublicJwk {
  if (typeof jwk !== 'object' || jwk === null) return false;
  const { kid, kty, n, e, use, alg }: Partial<Record<keyof PublicJwk, unknown>> = jwk;
  const texts = [kid, n, e].every((value) => typeof value === 'string' && value !== '');
  const forSigning = (use ?? 'sig') === 'sig' && (alg ?? 'RS256') === 'RS256';
  return texts && kty === 'RSA' && forSigning;
}

async function importKey({ kty, n, e }: PublicJwk): Promise<PublicKey | null> {
  const modulus = numberOf(n);
  const exponent = numberOf(e);
  if (modulus === null || exponent === null || exponent.length > EXPONENT.bytesMax) return null;
  const bits = modulus.length * 8 - Math.clz32(modulus[0] ?? 0) + 24;
  const value = exponent.reduce((sum, next) => sum * 256 + next, 0);
  if (bits < MODULUS_BITS.min || bits > MODULUS_BITS.max) return null;
  if (value < EXPONENT.min || value % 2 === 0) return null;
  try {
    const jwk = { kty, n, e };
    return await crypto.subtle.importKey('jwk', jwk, ALGORITHM, false, ['verify']);
  } catch {
    return null;
  }
}

/** Without leading zeros; null if it is no number above 0. */
function numberOf(text: string): Bytes | null {
  const bytes = fromBase64Url(text);
  const first = bytes?.findIndex((each) => each !== 0) ?? -1;
  return first < 0 ? null : (bytes?.slice(first) ?? null);
}

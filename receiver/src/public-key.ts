/**
 * Public RSA keys as the service publishes them (JWK, RFC 7517) and as node:crypto uses them. A key
 * that is not for RSA signatures of at least 2048 bits, or whose exponent is below 65537, is not
 * accepted.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';

/** One key of the JWKS document of a project; other members are ignored. */
export interface PublicJwk {
  readonly kid: string;
  readonly kty: string;
  readonly n: string;
  readonly e: string;
  readonly use?: string;
  readonly alg?: string;
}

const MODULUS_BITS = { min: 2_048, max: 8_192 };
/** FIPS 186-5: signatures with small exponents can be forged if a verifier is lax. */
const EXPONENT_MIN = 65_537n;

const known = new WeakMap<object, KeyObject | null>();

/** Returns null if this is no usable key. Caches the result by the object. */
export function readPublicKey(jwk: unknown): { kid: string; key: KeyObject } | null {
  if (!isRsaJwk(jwk)) return null;
  let key = known.get(jwk);
  if (key === undefined) {
    key = importKey(jwk);
    known.set(jwk, key);
  }
  return key === null ? null : { kid: jwk.kid, key };
}

function isRsaJwk(jwk: unknown): jwk is PublicJwk {
  if (typeof jwk !== 'object' || jwk === null) return false;
  const { kid, kty, n, e, use, alg }: Partial<Record<keyof PublicJwk, unknown>> = jwk;
  const texts = [kid, n, e].every((value) => typeof value === 'string' && value !== '');
  const forSigning = (use ?? 'sig') === 'sig' && (alg ?? 'RS256') === 'RS256';
  return texts && kty === 'RSA' && forSigning;
}

function importKey({ kty, n, e }: PublicJwk): KeyObject | null {
  try {
    const key = createPublicKey({ key: { kty, n, e }, format: 'jwk' });
    const { modulusLength: bits = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
    const sized = bits >= MODULUS_BITS.min && bits <= MODULUS_BITS.max;
    return sized && publicExponent >= EXPONENT_MIN && publicExponent % 2n === 1n ? key : null;
  } catch {
    return null;
  }
}

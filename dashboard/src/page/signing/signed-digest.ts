/**
 * Looks into a signature that does not verify, to say why: with the public key it opens to the
 * digest that was signed (PKCS #1 v1.5), or to nothing that this key has made. Only to explain:
 * what is valid, WebCrypto decides. Pure.
 */

export interface PublicNumbers {
  /** As in a JWK: base64url. */
  readonly n: string;
  readonly e: string;
}

/** `DigestInfo` of SHA-256, before the 32 bytes of the digest (RFC 8017, 9.2). */
const SHA256_INFO = '3031300d060960864801650304020105000420';
const HEX_OF_DIGEST = 64;

/** The SHA-256 digest in hex that this key signed; null: the key did not make this signature. */
export function signedDigest(signature: Uint8Array, key: PublicNumbers): string | null {
  const n = numberOf(bytesOfBase64(key.n));
  const opened = power(numberOf(signature), numberOf(bytesOfBase64(key.e)), n);
  const padded = opened.toString(16);
  // The leading 00 is no part of the number: 01 ff … ff 00, what was digested how, the digest.
  const match = /^1f{16,}00(.*)$/.exec(padded)?.[1];
  if (match?.startsWith(SHA256_INFO) !== true) return null;
  const digest = match.slice(SHA256_INFO.length);
  return digest.length === HEX_OF_DIGEST ? digest : null;
}

/** Base64 or base64url; what is neither becomes no bytes. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${hexOf(bytes)}`);
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  if (modulus <= 1n) return 0n;
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

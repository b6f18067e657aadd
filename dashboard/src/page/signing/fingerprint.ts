/**
 * The fingerprint of a public key as openssl and certificate tools show it: SHA-256 over its DER.
 * Null where the browser has no WebCrypto.
 */
import { bytesOfBase64, hexOf } from './signed-digest.ts';

export async function fingerprintOf(
  pem: string,
  subtle: SubtleCrypto | undefined,
): Promise<string | null> {
  if (subtle === undefined) return null;
  const der = bytesOfBase64(pem.replace(/-----[^-]+-----|\s/g, ''));
  const hex = hexOf(new Uint8Array(await subtle.digest('SHA-256', der)));
  return hex.toUpperCase().replace(/..(?=.)/g, '$&:');
}

/**
 * Seals what must not lie readable in a store: Bearer tokens, static headers, private keys
 * (S12.26). AES-256-GCM, a fresh 96-bit nonce each time; the context, the place and the key's own
 * id are authenticated. The text is `rb2.<key id>.<base64url of nonce, tag, ciphertext>`; `rb1`
 * when it is sealed for no place, as older versions sealed all. The key id says which master key is
 * missing; no error ever holds a plain or a sealed text.
 */
import { createCipheriv, createDecipheriv, createHash, hash, randomBytes } from 'node:crypto';
import type { Secrets } from '../engine/ports/secrets.ts';

export const MASTER_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const UNPLACED = 'rb1';
const PLACED = 'rb2';

const NO_PLACE =
  'A sealed text names no record, as an older version wrote it. A start seals it anew; one that ' +
  'came later is refused: enter the secret again.';

export function createSecretBox(masterKey: Uint8Array): Secrets {
  if (masterKey.length !== MASTER_KEY_BYTES) throw new Error('a master key has 32 bytes');
  const key = Buffer.from(masterKey);
  const keyId = keyIdOf(key);
  const authenticated = (version: string, context: string, place: string) =>
    Buffer.from(`${version}.${keyId}.${context}${version === PLACED ? `\0${place}` : ''}`);

  return {
    seal(plain, context, place = '') {
      const version = place === '' ? UNPLACED : PLACED;
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(authenticated(version, context, place));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const box = Buffer.concat([nonce, cipher.getAuthTag(), text]);
      return `${version}.${keyId}.${box.toString('base64url')}`;
    },

    open(sealed, context, place = '') {
      const { version, box } = boxOf(sealed, keyId);
      if (version === UNPLACED && place !== '') throw new Error(NO_PLACE);
      const nonce = box.subarray(0, NONCE_BYTES);
      const tag = box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(authenticated(version, context, place));
      decipher.setAuthTag(tag);
      const text = decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        throw new Error(`A sealed text was altered, or is not the ${context} of this place.`);
      }
    },

    token: (bytes) => randomBytes(bytes).toString('base64url'),
    // Once for every request; `createHash` takes three times as long.
    sha256Hex: (text) => hash('sha256', text),
  };
}

/**
 * Identifies a master key without revealing it: 32 bits of a hash that is used for nothing else.
 */
export function keyIdOf(masterKey: Uint8Array): string {
  return createHash('sha256')
    .update('ringpost key id\0')
    .update(masterKey)
    .digest('hex')
    .slice(0, 8);
}

/** The id of the master key that sealed a text; null if it is no sealed text. */
export function sealedBy(sealed: string): string | null {
  const [version, id = null] = sealed.split('.', 2);
  return version === PLACED || version === UNPLACED ? id : null;
}

function boxOf(sealed: string, keyId: string): { readonly version: string; readonly box: Buffer } {
  const [version, sealedBy, text, ...rest] = sealed.split('.');
  const isKnown = version === PLACED || version === UNPLACED;
  if (!isKnown || sealedBy === undefined || text === undefined || rest.length > 0) {
    throw new Error('A secret in the store is not a sealed text.');
  }
  if (sealedBy !== keyId) {
    throw new Error(
      `A secret was sealed by the master key ${sealedBy}, but the present one is ${keyId}. ` +
        'Start with the former master key, or enter the secret again.',
    );
  }
  const box = Buffer.from(text, 'base64url');
  if (box.length < NONCE_BYTES + TAG_BYTES) throw new Error('A sealed text in the store is cut.');
  return { version, box };
}

/**
 * Secrets that are more than their text: a key in base64, a public key, a user with a password. A
 * secret of another form would be decoded to an empty or short key, with which a stranger could
 * sign, or could never fit; so it is refused when it is entered (S12.27) and proves nothing when a
 * request comes.
 */

/** Of a key, as of every other secret: a shorter one could be guessed. */
export const KEY_BYTES_MIN = 8;
/** The hint of a secret shows four characters of its end. */
const PASSWORD_MIN = 8;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Null if it is no base64; Node.js would leave out every other character. */
export function bytesOfBase64(text: string): Buffer | null {
  return BASE64.test(text) ? Buffer.from(text, 'base64') : null;
}

/** Null if the secret is no base64, or of fewer than 8 bytes. */
export function base64Key(secret: string): Buffer | null {
  const key = bytesOfBase64(secret);
  return key === null || key.length < KEY_BYTES_MIN ? null : key;
}

/** Each returns what to send instead; null if the secret may be used. */
export function base64Fault(secret: string): string | null {
  return base64Key(secret) === null
    ? `Send the secret as the platform shows it: base64 of at least ${KEY_BYTES_MIN} bytes.`
    : null;
}

export function userPasswordFault(secret: string): string | null {
  const colon = secret.indexOf(':');
  return colon > 0 && secret.length - colon - 1 >= PASSWORD_MIN
    ? null
    : `Send user:password, with a password of at least ${PASSWORD_MIN} characters.`;
}

/** Of a text that both sides know: a public key is known to others, too. */
export function keyFileFault(secret: string): string | null {
  return secret.startsWith('-----BEGIN')
    ? 'Send the secret of the platform as it is: a key in PEM is none.'
    : null;
}

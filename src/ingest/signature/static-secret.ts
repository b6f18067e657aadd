/**
 * Secrets that a platform sends as they are: a Bearer token, a header of its own, or basic
 * authentication. They prove the sender and nothing of the body, so they need TLS on the way.
 */
import { keyFileFault, userPasswordFault } from './secret-form.ts';
import { isSameSecret, missing, type SignatureCheck, secretsFault } from './signature-check.ts';

/** The secret as the whole value of a header. */
export function headerToken(header: string): SignatureCheck {
  return ({ headers, secrets, isSample }) => {
    if (isSample === true) return null;
    const given = headers[header];
    if (given === undefined || given === '') return missing(header);
    return secretsFault(header, secrets, (secret) => isSameSecret(given, secret));
  };
}

/** `Authorization: Bearer <secret>` (RFC 6750). */
export function bearerToken(): SignatureCheck {
  return scheme('Bearer', (secret) => secret, keyFileFault);
}

/** `Authorization: Basic …` (RFC 7617); the secret is `user:password`. */
export function basicAuth(): SignatureCheck {
  const encoded = (secret: string) => Buffer.from(secret, 'utf8').toString('base64');
  return scheme('Basic', encoded, userPasswordFault);
}

function scheme(
  name: 'Bearer' | 'Basic',
  credentials: (secret: string) => string,
  faultOf: (secret: string) => string | null,
): SignatureCheck {
  const header = 'authorization';
  return ({ headers, secrets, isSample }) => {
    if (isSample === true) return null;
    const given = headers[header];
    if (given === undefined || given === '') return missing(header);
    const [, said = '', value = ''] = /^(\S+) +(\S+)$/.exec(given) ?? [];
    if (said.toLowerCase() !== name.toLowerCase()) return `${header} must be ${name}.`;
    const fits = (secret: string) => isSameSecret(value, credentials(secret));
    return secretsFault(header, secrets, fits, faultOf);
  };
}

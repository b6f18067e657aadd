/**
 * HMAC over the exact body in one header, such as `X-Hub-Signature-256: sha256=…`: the scheme of
 * platforms that sign no time, so that a captured request is only stopped by its report id.
 */
import { createHmac } from 'node:crypto';
import { isSame, missing, type SignatureCheck, secretsFault } from './signature-check.ts';

export interface BodyHmac {
  /** In lower case. */
  readonly header: string;
  readonly algorithm: 'sha256' | 'sha1' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /** What stands before the signature in the header, such as `sha256=`; empty: nothing. */
  readonly prefix: string;
}

export function hmacOfBody({ header, algorithm, encoding, prefix }: BodyHmac): SignatureCheck {
  return ({ body, headers, secrets, isSample }) => {
    if (isSample === true) return null;
    const given = headers[header];
    if (given === undefined || given === '') return missing(header);
    const signed = (secret: string) =>
      prefix + createHmac(algorithm, secret).update(body, 'utf8').digest(encoding);
    return secretsFault(header, secrets, (secret) => isSame(given, signed(secret)));
  };
}

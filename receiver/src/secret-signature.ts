/**
 * The same two headers, signed with the secret of an endpoint (`hmac-sha256`): `v1,<base64>` is the
 * form of Standard Webhooks, `v2,<base64>` covers everything on which this package acts. One valid
 * entry by one of the secrets is enough, so that secrets can be rotated.
 */
import { type Bytes, fromBase64 } from './bytes.ts';
import { type Check, failed, PASSED } from './check.ts';
import type { ReadHeader } from './request-headers.ts';
import {
  IDENTITY_HEADERS,
  type Identity,
  identityContent,
  plainContent,
} from './signed-content.ts';
import { entriesOf } from './webhook-signature.ts';

const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const PREFIX = 'whsec_';
const SECRET_BYTES = { min: 24, max: 64 } as const;

/**
 * The bytes after `whsec_`; throws a TypeError, which does not repeat the text, if it is no secret.
 */
export function secretBytes(secret: string): Bytes {
  const base64 = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const bytes = base64.length % 4 === 0 ? fromBase64(base64) : null;
  const { length } = bytes ?? [];
  if (bytes !== null && length >= SECRET_BYTES.min && length <= SECRET_BYTES.max) return bytes;
  throw new TypeError('a signing secret is whsec_ and base64 of 24 to 64 bytes');
}

export function checkSecretSignature(
  header: ReadHeader,
  rawBody: Bytes,
  secrets: readonly Bytes[],
): Promise<Check> {
  const signed = plainContent(header, rawBody);
  return checkEntries(entriesOf(header('webhook-signature'), 'v1'), signed, secrets);
}

export function checkSecretIdentity(
  header: ReadHeader,
  rawBody: Bytes,
  secrets: readonly Bytes[],
  of: Identity,
): Promise<Check> {
  const { name, bySecret: version } = IDENTITY_HEADERS[of];
  const signed = identityContent(version, header, rawBody);
  return checkEntries(entriesOf(header(name), version), signed, secrets);
}

async function checkEntries(
  entries: readonly string[],
  signed: Bytes,
  secrets: readonly Bytes[],
): Promise<Check> {
  if (entries.length === 0) {
    return failed('signature-missing', 'The request is not signed with a secret.');
  }
  let matches = false;
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', secret, HMAC, false, ['verify']);
    for (const entry of entries) {
      const given = fromBase64(entry) ?? new Uint8Array();
      // It compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, given, signed)) matches = true;
    }
  }
  return matches
    ? PASSED
    : failed('signature-mismatch', 'The signature does not match the request.');
}

/**
 * The same two headers, signed with the secret of an endpoint (`hmac-sha256`): `v1,<base64>` is the
 * form of Standard Webhooks, `v2,<base64>` covers everything on which this package acts. One valid
 * entry by one of the secrets is enough, so that secrets can be rotated.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Check, failed, PASSED } from './check.ts';
import type { ReadHeader } from './request-headers.ts';
import {
  IDENTITY_HEADERS,
  type Identity,
  identityContent,
  plainContent,
} from './signed-content.ts';
import { entriesOf } from './webhook-signature.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = { min: 24, max: 64 } as const;

/**
 * The bytes after `whsec_`; throws a TypeError, which does not repeat the text, if it is no secret.
 */
export function secretBytes(secret: string): Buffer {
  const base64 = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const bytes = Buffer.from(base64, 'base64');
  const isWhole = bytes.toString('base64') === base64;
  if (isWhole && bytes.length >= SECRET_BYTES.min && bytes.length <= SECRET_BYTES.max) return bytes;
  throw new TypeError('a signing secret is whsec_ and base64 of 24 to 64 bytes');
}

export function checkSecretSignature(
  header: ReadHeader,
  rawBody: Buffer,
  secrets: readonly Buffer[],
): Check {
  const signed = plainContent(header, rawBody);
  return checkEntries(entriesOf(header('webhook-signature'), 'v1'), signed, secrets);
}

export function checkSecretIdentity(
  header: ReadHeader,
  rawBody: Buffer,
  secrets: readonly Buffer[],
  of: Identity,
): Check {
  const { name, bySecret: version } = IDENTITY_HEADERS[of];
  const signed = identityContent(version, header, rawBody);
  return checkEntries(entriesOf(header(name), version), signed, secrets);
}

function checkEntries(
  entries: readonly string[],
  signed: Buffer,
  secrets: readonly Buffer[],
): Check {
  if (entries.length === 0) {
    return failed('signature-missing', 'The request is not signed with a secret.');
  }
  let matches = false;
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(signed).digest();
    for (const entry of entries) {
      const given = Buffer.from(entry, 'base64');
      if (given.length === expected.length && timingSafeEqual(given, expected)) matches = true;
    }
  }
  return matches
    ? PASSED
    : failed('signature-mismatch', 'The signature does not match the request.');
}

/**
 * The headers `webhook-signature` and `webhook-identity-signature`: `v1rs256,<base64>` and
 * `v2rs256,<base64>`, one per signing key and separated by spaces; `webhook-key-id` names the keys
 * in the same order. Other versions are ignored.
 */
import { type Bytes, fromBase64 } from './bytes.ts';
import { type Check, checkAnySignature, failed, SIGNATURES_MAX } from './check.ts';
import type { KeySet } from './key-set.ts';
import type { ReadHeader } from './request-headers.ts';
import {
  IDENTITY_HEADERS,
  type Identity,
  identityContent,
  plainContent,
} from './signed-content.ts';

export function checkWebhookSignature(
  header: ReadHeader,
  rawBody: Bytes,
  keys: KeySet,
): Promise<Check> {
  const signed = plainContent(header, rawBody);
  return checkEntries(header, { name: 'webhook-signature', version: 'v1rs256' }, signed, keys);
}

export function checkIdentitySignature(
  header: ReadHeader,
  rawBody: Bytes,
  keys: KeySet,
  of: Identity,
): Promise<Check> {
  const { name, byKey: version } = IDENTITY_HEADERS[of];
  const signed = identityContent(version, header, rawBody);
  return checkEntries(header, { name, version }, signed, keys);
}

/** The base64 of each entry of this version. */
export function entriesOf(value: string | null, version: string): readonly string[] {
  return listOf(value).flatMap((entry) =>
    entry.startsWith(`${version},`) ? [entry.slice(version.length + 1)] : [],
  );
}

async function checkEntries(
  header: ReadHeader,
  { name, version }: { readonly name: string; readonly version: string },
  signed: Bytes,
  keys: KeySet,
): Promise<Check> {
  const signatures = entriesOf(header(name), version);
  const kids = listOf(header('webhook-key-id'));
  if (signatures.length === 0 || signatures.length !== kids.length) {
    return failed(
      'malformed-header',
      `${name} must list one ${version} entry for each id in webhook-key-id.`,
    );
  }
  return checkAnySignature(
    keys,
    signatures.map((base64, at) => ({
      kid: kids[at] ?? '',
      signed,
      signature: fromBase64(base64) ?? new Uint8Array(),
    })),
  );
}

function listOf(value: string | null): readonly string[] {
  return (value ?? '').split(/ +/, SIGNATURES_MAX).filter((each) => each !== '');
}

/**
 * Checks the signatures of a request: the required ones are present, each present one is valid, and
 * whether one of them covers for whom the request is meant. An unsigned header proves nothing: any
 * program that forwards a request may write anything into it.
 */
import type { Bytes } from './bytes.ts';
import { type Check, failed, type SignedCheck } from './check.ts';
import type { KeySet } from './key-set.ts';
import { checkMessageSignature, type SignedRequest } from './message-signature.ts';
import type { ReadHeader } from './request-headers.ts';
import { checkSecretIdentity, checkSecretSignature } from './secret-signature.ts';
import type { Identity } from './signed-content.ts';
import { checkIdentitySignature, checkWebhookSignature, entriesOf } from './webhook-signature.ts';

export interface Credentials {
  /** Null: requests are not signed with keys of the project. */
  readonly keys: KeySet | null;
  /** Empty: requests are not signed with a secret of the endpoint. */
  readonly secrets: readonly Bytes[];
}

type Passed = Extract<SignedCheck, { readonly kind: 'passed' }>;
type Format = 'webhook-signature' | 'rfc9421' | 'both';

export async function checkSignatures(
  request: SignedRequest,
  credentials: Credentials,
  times: { readonly timestampS: number; readonly nowS: number },
  format: Format | undefined,
): Promise<SignedCheck> {
  const { header, rawBody } = request;
  const simple = header('webhook-signature') !== null;
  const message = header('signature-input') !== null || header('signature') !== null;
  if (!simple && format !== 'rfc9421' && (!message || format !== undefined)) {
    return failed('signature-missing', 'webhook-signature is missing.');
  }
  if (!message && (format === 'rfc9421' || format === 'both')) {
    return failed('signature-missing', 'Signature-Input and Signature are missing.');
  }
  let passed: Passed = { kind: 'passed', identity: 'unsigned', reopened: false };
  if (simple) {
    const check = await checkSimple(header, rawBody, credentials);
    if (check.kind === 'failed') return check;
    passed = check;
  }
  if (!message) return passed;
  const { keys } = credentials;
  if (keys === null) {
    // A proxy on the way added it: an endpoint with a secret signs in no other form.
    return simple ? passed : failed('signature-missing', 'webhook-signature is missing.');
  }
  const check = await checkMessageSignature(request, keys, times);
  // A proxy on the way may have added a signature to a request that the service signed only in the
  // other form.
  const ours = check.kind === 'passed' || check.reason !== 'signature-missing';
  if (!ours && simple && (format ?? 'webhook-signature') === 'webhook-signature') {
    return passed;
  }
  if (check.kind === 'failed') return check;
  const reopened = passed.reopened || check.reopened;
  return passed.identity === 'signed' ? { ...passed, reopened } : { ...check, reopened };
}

/** Checks `webhook-signature`, and the identity signature if there is one. */
async function checkSimple(
  header: ReadHeader,
  rawBody: Bytes,
  { keys, secrets }: Credentials,
): Promise<SignedCheck> {
  const bySecret = secrets.length > 0 && (keys === null || hasSecretEntry(header));
  const plain: Check = bySecret
    ? await checkSecretSignature(header, rawBody, secrets)
    : keys === null
      ? failed('signature-missing', 'webhook-signature is missing.')
      : await checkWebhookSignature(header, rawBody, keys);
  if (plain.kind === 'failed') return plain;
  if (header('webhook-identity-signature') === null) {
    return { kind: 'passed', identity: 'unsigned', reopened: false };
  }
  const checkIdentity = (of: Identity) =>
    bySecret || keys === null
      ? checkSecretIdentity(header, rawBody, secrets, of)
      : checkIdentitySignature(header, rawBody, keys, of);
  const check = await checkIdentity('identity');
  if (check.kind === 'failed') return check;
  if (header('webhook-reopened') !== 'true') {
    return { kind: 'passed', identity: 'signed', reopened: false };
  }
  // Without its own signature the header is worth nothing, but the request is whole.
  const { kind } = await checkIdentity('reopened');
  return { kind: 'passed', identity: 'signed', reopened: kind === 'passed' };
}

function hasSecretEntry(header: ReadHeader): boolean {
  return entriesOf(header('webhook-signature'), 'v1').length > 0;
}

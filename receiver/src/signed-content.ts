/**
 * The content that the two signature headers of a request cover. `webhook-signature` does not cover
 * the endpoint, the event and the sequence: a receiver of another endpoint could forward the
 * request under others. `webhook-identity-signature` covers everything on which this package acts.
 * Only the body may contain a dot (`verify-webhook.ts` checks it), so neither content can be read
 * as the other.
 */
import { type Bytes, bytesOf, joined } from './bytes.ts';
import type { ReadHeader } from './request-headers.ts';

export function plainContent(header: ReadHeader, rawBody: Bytes): Bytes {
  return content([header('webhook-id'), header('webhook-timestamp')], rawBody);
}

/** What a signature over the identity says: whose request it is, or also that it was reopened. */
export type Identity = 'identity' | 'reopened';

/** The header of each, and its version by key and by secret. */
export const IDENTITY_HEADERS = {
  identity: { name: 'webhook-identity-signature', byKey: 'v2rs256', bySecret: 'v2' },
  reopened: { name: 'webhook-reopened-signature', byKey: 'v3rs256', bySecret: 'v3' },
} as const;

/** `version`: that of the signature, which is signed too. */
export function identityContent(version: string, header: ReadHeader, rawBody: Bytes): Bytes {
  const parts = [
    version,
    header('webhook-id'),
    header('webhook-timestamp'),
    header('webhook-endpoint-id'),
    header('webhook-event'),
    header('webhook-sequence'),
    header('webhook-payload-version'),
    header('acw-run-id'),
  ];
  return content(parts, rawBody);
}

function content(parts: readonly (string | null)[], rawBody: Bytes): Bytes {
  const prefix = parts.map((part) => `${part ?? ''}.`).join('');
  return joined([bytesOf(prefix), rawBody]);
}

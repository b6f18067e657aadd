/**
 * What the two signature headers of a request are over. `webhook-signature` leaves the endpoint,
 * the event and the sequence open: a receiver of another endpoint could pass the request on under
 * others. `webhook-identity-signature` is over all that this package acts on. No part but the body
 * holds a dot (`verify-webhook.ts` sees to it), so neither can be read as the other.
 */
import type { ReadHeader } from './request-headers.ts';

export function plainContent(header: ReadHeader, rawBody: Buffer): Buffer {
  return content([header('webhook-id'), header('webhook-timestamp')], rawBody);
}

/** `version`: the one of the signature, which is signed too. */
export function identityContent(version: string, header: ReadHeader, rawBody: Buffer): Buffer {
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

function content(parts: readonly (string | null)[], rawBody: Buffer): Buffer {
  const prefix = parts.map((part) => `${part ?? ''}.`).join('');
  return Buffer.concat([Buffer.from(prefix, 'utf8'), rawBody]);
}

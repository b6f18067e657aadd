/**
 * Step 8: the same two headers as `signature.ts`, made with the secret of the endpoint: `v1` is the
 * HMAC-SHA256 of Standard Webhooks, so their libraries and Svix's verify it as it is. While one
 * secret replaces another there is one entry for each, the new one first. An HMAC takes some
 * microseconds and is made at once.
 */
import { createHmac, type KeyObject } from 'node:crypto';
import { identityContent, plainContent, type SignedFacts } from './signature.ts';

/**
 * What is behind `whsec_`, and until when it signs; null: until it is replaced. A key object, since
 * `createHmac` makes one of bytes at each call: 24 microseconds instead of 4.
 */
export interface SigningSecret {
  readonly key: KeyObject;
  readonly untilMs: number | null;
}

/** Name, value, ... of the headers to add. */
export function secretSignature(
  secrets: readonly SigningSecret[],
  facts: SignedFacts,
  body: Buffer,
  nowMs: number,
): readonly string[] {
  const signing = secrets.filter(({ untilMs }) => untilMs === null || untilMs > nowMs);
  const entries = (version: string, signed: Buffer) =>
    signing
      .map(({ key }) => `${version},${createHmac('sha256', key).update(signed).digest('base64')}`)
      .join(' ');
  return [
    ...['webhook-signature', entries('v1', plainContent(facts, body))],
    ...['webhook-identity-signature', entries('v2', identityContent('v2', facts, body))],
  ];
}

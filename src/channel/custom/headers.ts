/**
 * Step 8: the headers of a request to a Custom endpoint (S7.1), in lower case, without credentials
 * and signatures. An operator's static headers add to them and may change `user-agent`, nothing
 * else; core/endpoint/header-rules.ts says which they may be. A launch names its run in two
 * headers, since its body is the standard payload (S9.4): the run has the key of the delivery that
 * launches it, so every attempt names the same run.
 */

import { runIdOf } from '../../acw/run/run.ts';
import type { SendRequest } from '../../engine/ports/channel.ts';

export interface StaticHeader {
  readonly name: string;
  readonly value: string;
}

export const PAYLOAD_VERSION = '1';

/** Name, value, name, value, ... */
export function webhookHeaders(
  request: SendRequest,
  userAgent: string,
  extra: readonly StaticHeader[],
): string[] {
  const headers = ['content-type', 'application/json'];
  if (!extra.some(({ name }) => name.toLowerCase() === 'user-agent')) {
    headers.push('user-agent', userAgent);
  }
  headers.push(
    'webhook-id',
    request.webhookId,
    'webhook-timestamp',
    timestampOf(request),
    'webhook-event',
    request.trigger,
    'webhook-endpoint-id',
    request.endpoint.id,
    'webhook-attempt',
    String(request.attempt),
    'webhook-sequence',
    String(request.sequence),
    'webhook-payload-version',
    PAYLOAD_VERSION,
  );
  for (const { name, value } of extra) headers.push(name.toLowerCase(), value);
  return headers;
}

/** Seconds since 1970, of this attempt. */
export function timestampOf(request: Pick<SendRequest, 'atMs'>): string {
  return String(Math.floor(request.atMs / 1_000));
}

/** Name, value, name, value. */
export function launchHeaders({
  endpoint,
  deliveryId,
}: Pick<SendRequest, 'endpoint' | 'deliveryId'>): readonly string[] {
  return ['acw-agent-id', endpoint.id, 'acw-run-id', runIdOf(deliveryId)];
}

/**
 * Step 8: the two headers that sign a request to a Custom endpoint. `webhook-signature` is over
 * `${webhook-id}.${webhook-timestamp}.${rawBody}`, as S7.6 and Standard Webhooks say.
 * `webhook-identity-signature` is over all that a receiver acts on, so that nobody passes a request
 * on under another endpoint, event or sequence (docs/decisions/0036). With RSA there is one entry
 * per key, in the order of `webhook-key-id`.
 */
import type { SendRequest } from '../../engine/ports/channel.ts';
import { PAYLOAD_VERSION, timestampOf } from './headers.ts';
import type { PrivateSigner } from './signing-keys.ts';
import type { Sign } from './signing-queue.ts';

/** What is signed of a request beside its body; `runId` of the launch of an agent. */
export interface SignedFacts {
  readonly webhookId: string;
  /** Seconds since 1970, as in the header. */
  readonly timestamp: string;
  readonly endpointId: string;
  readonly event: string;
  readonly sequence: number;
  readonly payloadVersion: string;
  readonly runId: string | null;
}

export function signedFacts(
  request: Pick<SendRequest, 'webhookId' | 'atMs' | 'endpoint' | 'trigger' | 'sequence'>,
  runId: string | null,
): SignedFacts {
  return {
    webhookId: request.webhookId,
    timestamp: timestampOf(request),
    endpointId: request.endpoint.id,
    event: request.trigger,
    sequence: request.sequence,
    payloadVersion: PAYLOAD_VERSION,
    runId,
  };
}

/** Name, value, ... of the headers to add. */
export async function webhookSignature(
  sign: Sign,
  keys: readonly PrivateSigner[],
  facts: SignedFacts,
  body: Buffer,
): Promise<readonly string[]> {
  const entries = async (version: string, signed: Buffer) => {
    const signatures = await Promise.all(keys.map(({ privateKey }) => sign(signed, privateKey)));
    return signatures.map((each) => `${version},${each.toString('base64')}`).join(' ');
  };
  const [plain, identity] = await Promise.all([
    entries('v1rs256', plainContent(facts, body)),
    entries('v2rs256', identityContent('v2rs256', facts, body)),
  ]);
  return [
    ...['webhook-key-id', keys.map(({ kid }) => kid).join(' ')],
    ...['webhook-signature', plain],
    ...['webhook-identity-signature', identity],
  ];
}

export function plainContent({ webhookId, timestamp }: SignedFacts, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${webhookId}.${timestamp}.`), body]);
}

/**
 * No part but the body holds a dot, and no webhook id is a version: so neither content can be read
 * as the other, nor one part as two.
 */
export function identityContent(version: string, facts: SignedFacts, body: Buffer): Buffer {
  const parts = [
    version,
    facts.webhookId,
    facts.timestamp,
    facts.endpointId,
    facts.event,
    String(facts.sequence),
    facts.payloadVersion,
    facts.runId ?? '',
  ];
  return Buffer.concat([Buffer.from(`${parts.join('.')}.`), body]);
}

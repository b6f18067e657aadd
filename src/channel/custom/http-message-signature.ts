/**
 * Step 8: HTTP Message Signatures (RFC 9421, `rsa-v1_5-sha256`) with `Content-Digest` (RFC 9530),
 * for receivers that prefer the standard. No component of the URL is covered: proxies rewrite it;
 * the signed `webhook-endpoint-id` ties a request to its endpoint instead. All that a receiver acts
 * on is covered, the run of a launch too. One label per key: `sig1` is the active one. Rules:
 * S7.11.
 */
import { createHash } from 'node:crypto';
import {
  type BareItem,
  type InnerList,
  type Item,
  serializeDictionary,
  serializeInnerList,
} from 'structured-headers';
import type { SignedFacts } from './signature.ts';
import type { PrivateSigner } from './signing-keys.ts';
import type { Sign } from './signing-queue.ts';

const TAG = 'call-event-webhook';

/** The covered components in their order, with their values, without `content-digest`. */
function coveredValues(facts: SignedFacts): readonly (readonly [name: string, value: string])[] {
  const { endpointId, runId } = facts;
  const run =
    runId === null ? [] : [['acw-agent-id', endpointId] as const, ['acw-run-id', runId] as const];
  return [
    ['webhook-id', facts.webhookId],
    ['webhook-timestamp', facts.timestamp],
    ['webhook-event', facts.event],
    ['webhook-endpoint-id', endpointId],
    ['webhook-sequence', String(facts.sequence)],
    ['webhook-payload-version', facts.payloadVersion],
    ...run,
  ];
}

/** Name, value, ... of the headers to add. */
export async function httpMessageSignature(
  sign: Sign,
  keys: readonly PrivateSigner[],
  facts: SignedFacts,
  body: Buffer,
): Promise<readonly string[]> {
  const digest = contentDigest(body);
  const covered = [
    ['@method', 'POST'] as const,
    ['content-digest', digest] as const,
    ...coveredValues(facts),
  ];
  const names = covered.map(([name]) => name);
  const signed = await Promise.all(
    keys.map(async ({ kid, privateKey }, index) => {
      const input = signatureInput(names, kid, Number(facts.timestamp));
      const signature = await sign(signatureBase(covered, input), privateKey);
      return { label: `sig${index + 1}`, input, signature };
    }),
  );
  const inputs = new Map(signed.map(({ label, input }) => [label, input]));
  const signatures = new Map<string, Item>(
    signed.map(({ label, signature }) => [label, [signature, NO_PARAMETERS]]),
  );
  return [
    'content-digest',
    digest,
    'signature-input',
    serializeDictionary(inputs),
    'signature',
    serializeDictionary(signatures),
  ];
}

const NO_PARAMETERS = new Map<string, BareItem>();

function contentDigest(body: Buffer): string {
  const sum = createHash('sha256').update(body).digest();
  return serializeDictionary(new Map([['sha-256', [sum, NO_PARAMETERS]]]));
}

/** `createdS`: seconds since 1970. */
function signatureInput(names: readonly string[], kid: string, createdS: number): InnerList {
  return [
    names.map((name): Item => [name, NO_PARAMETERS]),
    new Map<string, BareItem>([
      ['created', createdS],
      ['keyid', kid],
      ['alg', 'rsa-v1_5-sha256'],
      ['tag', TAG],
    ]),
  ];
}

/** RFC 9421 section 2.5: one line per component, the last one without a line feed. */
function signatureBase(
  covered: readonly (readonly [name: string, value: string])[],
  input: InnerList,
): Buffer {
  const lines = covered.map(([name, value]) => `"${name}": ${value}`);
  return Buffer.from([...lines, `"@signature-params": ${serializeInnerList(input)}`].join('\n'));
}

/**
 * Step 8: HTTP Message Signatures (RFC 9421, `rsa-v1_5-sha256`) with `Content-Digest` (RFC 9530),
 * for receivers that prefer the standard. No component of the URL is covered: proxies rewrite it;
 * the signed `webhook-endpoint-id` ties a request to its endpoint instead. One label per key:
 * `sig1` is the active one. Decisions section 6.
 */
import { createHash } from 'node:crypto';
import {
  type BareItem,
  type InnerList,
  type Item,
  serializeDictionary,
  serializeInnerList,
} from 'structured-headers';
import type { PrivateSigner } from './signing-keys.ts';
import type { Sign } from './signing-queue.ts';

const COVERED = [
  '@method',
  'content-digest',
  'webhook-id',
  'webhook-timestamp',
  'webhook-event',
  'webhook-endpoint-id',
] as const;
const TAG = 'call-event-webhook';

/** The covered components with their values; `content-digest` is made here. */
type CoveredValues = Readonly<Record<Exclude<(typeof COVERED)[number], 'content-digest'>, string>>;

/** Name, value, ... of the headers to add. `createdS`: seconds since 1970. */
export async function httpMessageSignature(
  sign: Sign,
  keys: readonly PrivateSigner[],
  message: { readonly values: CoveredValues; readonly createdS: number; readonly body: Buffer },
): Promise<readonly string[]> {
  const digest = contentDigest(message.body);
  const values = { ...message.values, 'content-digest': digest };
  const signed = await Promise.all(
    keys.map(async ({ kid, privateKey }, index) => {
      const input = signatureInput(kid, message.createdS);
      const signature = await sign(signatureBase(values, input), privateKey);
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

function signatureInput(kid: string, createdS: number): InnerList {
  return [
    COVERED.map((name): Item => [name, NO_PARAMETERS]),
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
  values: Readonly<Record<(typeof COVERED)[number], string>>,
  input: InnerList,
): Buffer {
  const lines = COVERED.map((name) => `"${name}": ${values[name]}`);
  return Buffer.from([...lines, `"@signature-params": ${serializeInnerList(input)}`].join('\n'));
}

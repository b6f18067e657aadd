/**
 * Step 8: `webhook-signature`, what receivers verify in a few lines: `v1rs256,<base64>` of an RSA
 * signature over `${webhook-id}.${webhook-timestamp}.${rawBody}`. While a key retires there is one
 * per key, separated by spaces, with `webhook-key-id` in the same order. Specification section 5,
 * decisions section 6.
 */
import type { PrivateSigner } from './signing-keys.ts';
import type { Sign } from './signing-queue.ts';

export interface SignedFacts {
  readonly webhookId: string;
  /** Seconds since 1970, as in the header. */
  readonly timestamp: string;
  readonly body: Buffer;
}

const SIGNATURE_VERSION = 'v1rs256';

/** Name, value, ... of the headers to add. */
export async function webhookSignature(
  sign: Sign,
  keys: readonly PrivateSigner[],
  facts: SignedFacts,
): Promise<readonly string[]> {
  const signed = Buffer.concat([Buffer.from(`${facts.webhookId}.${facts.timestamp}.`), facts.body]);
  const signatures = await Promise.all(
    keys.map(async ({ privateKey }) => {
      const signature = await sign(signed, privateKey);
      return `${SIGNATURE_VERSION},${signature.toString('base64')}`;
    }),
  );
  return [
    'webhook-key-id',
    keys.map(({ kid }) => kid).join(' '),
    'webhook-signature',
    signatures.join(' '),
  ];
}

/**
 * Step 8: the headers that sign a request to a Custom endpoint. `webhook-signature` is over
 * `${webhook-id}.${webhook-timestamp}.${rawBody}`, as S7.6 and Standard Webhooks say: with the RSA
 * keys of the project, one entry per key in the order of `webhook-key-id`, or with the secret of
 * the endpoint (HMAC-SHA256). `webhook-identity-signature` is over all that a receiver acts on, so
 * that no request is passed on under another endpoint, event or sequence (docs/decisions/0036).
 * Receivers that prefer RFC 9421 get HTTP Message Signatures instead (S7.11).
 */

import { constants, createHmac, hash, type KeyObject, sign as signRsa } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { serializeItem } from 'structured-headers';
import type { SendRequest } from '../../engine/ports/channel.ts';
import type { PrivateSigner } from './signing-keys.ts';

/** The signed facts of a request besides its body; `runId` for the launch of an agent. */
export interface SignedFacts {
  readonly webhookId: string;
  /** Seconds since 1970, as in the header. */
  readonly timestamp: string;
  readonly endpointId: string;
  readonly event: string;
  readonly sequence: number;
  readonly payloadVersion: string;
  readonly runId: string | null;
  readonly reopened?: boolean;
}

export function signedFacts(
  request: Pick<
    SendRequest,
    'webhookId' | 'atMs' | 'endpoint' | 'trigger' | 'sequence' | 'payloadVersion' | 'reopened'
  >,
  runId: string | null,
): SignedFacts {
  return {
    webhookId: request.webhookId,
    timestamp: timestampOf(request),
    endpointId: request.endpoint.id,
    event: request.trigger,
    sequence: request.sequence,
    payloadVersion: String(request.payloadVersion),
    runId,
    reopened: request.reopened === true,
  };
}

/** Seconds since 1970, at this attempt. */
export function timestampOf(request: Pick<SendRequest, 'atMs'>): string {
  return String(Math.floor(request.atMs / 1_000));
}

/** Returns name, value, ... of the headers to add. */
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
  const [plain, identity, reopened] = await Promise.all([
    entries('v1rs256', plainContent(facts, body)),
    entries('v2rs256', identityContent('v2rs256', facts, body)),
    facts.reopened === true ? entries('v3rs256', identityContent('v3rs256', facts, body)) : null,
  ]);
  return [
    'webhook-key-id',
    keys.map(({ kid }) => kid).join(' '),
    'webhook-signature',
    plain,
    'webhook-identity-signature',
    identity,
    ...(reopened === null ? [] : ['webhook-reopened-signature', reopened]),
  ];
}

export function plainContent({ webhookId, timestamp }: SignedFacts, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${webhookId}.${timestamp}.`), body]);
}

/**
 * Version 3 says in addition that the delivery was reopened. It is a signature of its own, because
 * receivers of before would refuse another text in `webhook-identity-signature`.
 *
 * Only the body may contain a dot, and no webhook id equals a version, so neither content can be
 * read as the other, nor one part as two.
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

/**
 * The bytes of a `whsec_` secret, and until when they sign; null: until the secret is replaced. A
 * key object, because `createHmac` would make one from bytes at each call: 24 microseconds instead
 * of 4.
 */
export interface SigningSecret {
  readonly key: KeyObject;
  readonly untilMs: number | null;
}

/**
 * The two headers of `webhookSignature`, made with the secret of the endpoint. `v1` is the
 * HMAC-SHA256 of Standard Webhooks. While one secret replaces another there is one entry for each,
 * the new one first. An HMAC takes some microseconds, so it is computed in place.
 */
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
    'webhook-signature',
    entries('v1', plainContent(facts, body)),
    'webhook-identity-signature',
    entries('v2', identityContent('v2', facts, body)),
    ...(facts.reopened === true
      ? ['webhook-reopened-signature', entries('v3', identityContent('v3', facts, body))]
      : []),
  ];
}

const TAG = 'call-event-webhook';

/**
 * The covered components in their order, with their values, without `content-digest`. No component
 * of the URL is covered, because proxies rewrite it; `webhook-endpoint-id` ties a request to its
 * endpoint. Everything on which a receiver acts is covered, including the run of a launch.
 */
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
    ...(facts.reopened === true ? [['webhook-reopened', 'true'] as const] : []),
    ...run,
  ];
}

/**
 * HTTP Message Signatures (RFC 9421, `rsa-v1_5-sha256`) with `Content-Digest` (RFC 9530): name,
 * value, ... of the headers to add. One label per key: `sig1` is the active one. Lists,
 * dictionaries and bytes (RFC 9651) are written here, since the library takes 4 to 7 µs for each.
 */
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
  const names = covered.map(([name]) => `"${name}"`).join(' ');
  const signed = await Promise.all(
    keys.map(async ({ kid, privateKey }, index) => {
      const input = `(${names})${signatureParameters(kid, facts)}`;
      const signature = await sign(signatureBase(covered, input), privateKey);
      return { label: `sig${index + 1}`, input, signature };
    }),
  );
  return [
    'content-digest',
    digest,
    'signature-input',
    signed.map(({ label, input }) => `${label}=${input}`).join(', '),
    'signature',
    signed.map(({ label, signature }) => `${label}=:${signature.toString('base64')}:`).join(', '),
  ];
}

function contentDigest(body: Buffer): string {
  return `sha-256=:${hash('sha256', body, 'base64')}:`;
}

function signatureParameters(kid: string, { timestamp }: SignedFacts): string {
  const keyId = serializeItem(kid);
  return `;created=${timestamp};keyid=${keyId};alg="rsa-v1_5-sha256";tag="${TAG}"`;
}

/** RFC 9421 section 2.5: one line per component, the last one without a line feed. */
function signatureBase(
  covered: readonly (readonly [name: string, value: string])[],
  input: string,
): Buffer {
  const lines = covered.map(([name, value]) => `"${name}": ${value}`);
  return Buffer.from([...lines, `"@signature-params": ${input}`].join('\n'));
}

/** RSASSA-PKCS1-v1_5 with SHA-256. */
export type Sign = (bytes: Uint8Array, key: KeyObject) => Promise<Buffer<ArrayBuffer>>;

/**
 * Signs in libuv's pool, at most as many at once as there are cores: more would only make file
 * access and name look-ups wait. A 2,048-bit signature takes 0.2 ms of a core, so the event loop
 * must never make one itself. The number of waiting signatures is bounded by the attempts in
 * flight, two keys and two forms each.
 */
export function createSigningQueue(inFlightMax = availableParallelism()): Sign {
  const waiting: (() => void)[] = [];
  let inFlight = 0;
  let next = 0;

  const start = (task: () => void) => {
    if (inFlight >= inFlightMax) {
      waiting.push(task);
      return;
    }
    inFlight += 1;
    task();
  };
  const ended = () => {
    const task = waiting[next];
    if (task === undefined) {
      inFlight -= 1;
      waiting.length = 0;
      next = 0;
      return;
    }
    next += 1;
    if (next >= COMPACT_AT) {
      waiting.splice(0, next);
      next = 0;
    }
    task();
  };

  return (bytes, key) =>
    new Promise((resolve, reject) => {
      start(() => {
        // A key that cannot sign throws at once instead of calling back.
        try {
          signRsa('sha256', bytes, { key, padding: constants.RSA_PKCS1_PADDING }, (error, made) => {
            ended();
            if (error === null) resolve(made);
            else reject(error);
          });
        } catch (error) {
          ended();
          reject(error);
        }
      });
    });
}

/** Removing the first entry of a long array moves all others, so many are removed at once. */
const COMPACT_AT = 1_024;

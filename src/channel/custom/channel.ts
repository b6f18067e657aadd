/**
 * Step 8 for endpoints that get the JSON payload: puts headers and credentials around the body and
 * posts it (S7.1 to S7.4). `send` never rejects and ends by the endpoint's timeout, signing
 * included. It must never judge an answer: step 9 does.
 */
import type { SendResult } from '../../core/delivery/outcome.ts';
import type { Channel, SendRequest, ShownRequest } from '../../engine/ports/channel.ts';
import type { Clock } from '../../engine/ports/clock.ts';
import type { Secrets } from '../../engine/ports/secrets.ts';
import type { Guard } from '../destination-guard.ts';
import type { HttpClient } from '../http-client.ts';
import { withoutSecrets } from '../redaction.ts';
import { type Failure, failure } from '../send-failure.ts';
import { createEndpointOpener, type StaticHeader } from './opened-endpoint.ts';
import {
  createSigningQueue,
  httpMessageSignature,
  type SignedFacts,
  secretSignature,
  signedFacts,
  timestampOf,
  webhookSignature,
} from './signature.ts';
import type { SigningKeySource } from './signing-keys.ts';

export interface CustomChannelParts {
  readonly http: HttpClient;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly signingKeys: SigningKeySource;
  readonly guard: Pick<Guard, 'checkTarget'>;
  /** `Ringpost/<version>`. */
  readonly userAgent: string;
  readonly clock: Clock;
}

/** `runOf`: the run that a request launches, if the kind launches one; it is signed too. */
export function createCustomChannel(
  parts: CustomChannelParts,
  runOf: (request: SendRequest) => string | null = () => null,
): Channel {
  const { http, clock } = parts;
  const { write, headersOf } = createWebhookWriter(parts, runOf);

  const send = async (request: SendRequest): Promise<SendResult> => {
    const startedMs = clock.monoMs();
    const elapsedMs = () => Math.round(clock.monoMs() - startedMs);
    const written = await write(request);
    if (written.kind === 'failed') return { ...written.why, durationMs: elapsedMs() };
    const { url, headers, body, secrets } = written;
    const timeoutMs = request.endpoint.timeoutMs - elapsedMs();
    if (timeoutMs <= 0) {
      return { ...failure('timeout', 'Signing took the whole time.'), durationMs: elapsedMs() };
    }
    const result = await http.send({ url, headers, body, timeoutMs, permit: request.permit });
    return { ...withoutSecrets(result, secrets), durationMs: elapsedMs() };
  };

  return { send, show: (request) => shownRequest(request, headersOf) };
}

type HeadersOf = (request: SendRequest, extra: readonly StaticHeader[]) => readonly string[];

export function shownRequest(request: SendRequest, headersOf: HeadersOf): ShownRequest {
  return { headers: shown(headersOf(request, maskedHeaders(request))), body: request.body };
}

/** Puts headers, credentials and signatures around the body. */
export function createWebhookWriter(
  parts: Omit<CustomChannelParts, 'http'>,
  runOf: (request: SendRequest) => string | null,
) {
  const { clock, userAgent } = parts;
  const openEndpoint = createEndpointOpener(parts);
  const sign = createSigningQueue();
  const headersOf = (request: SendRequest, extra: readonly StaticHeader[]): string[] => {
    const runId = runOf(request);
    const headers = webhookHeaders(request, userAgent, extra);
    return runId === null ? headers : [...headers, ...launchHeaders(request, runId)];
  };

  /** Returns null if there is no usable key; the operator's log has the reason. */
  const keySignatures = async (
    { projectKey, signatureFormat }: SendRequest['endpoint'],
    facts: SignedFacts,
    body: Buffer,
  ): Promise<readonly string[] | null> => {
    try {
      const keys = await parts.signingKeys.keysFor(projectKey);
      if (keys.length === 0) return null;
      const [simple, message] = await Promise.all([
        signatureFormat === 'rfc9421' ? [] : webhookSignature(sign, keys, facts, body),
        signatureFormat === 'webhook-signature'
          ? []
          : httpMessageSignature(sign, keys, facts, body),
      ]);
      return [...simple, ...message];
    } catch {
      return null;
    }
  };

  const failed = (why: Failure): WebhookOrFailure => ({ kind: 'failed', why });

  const write = async (request: SendRequest): Promise<WebhookOrFailure> => {
    const { endpoint } = request;
    const opened = openEndpoint(endpoint);
    if (opened.kind === 'unusable') return failed(opened.failure);
    const headers = headersOf(request, opened.headers);
    const { credential, target: url, secrets } = opened;
    if (credential.kind === 'token') {
      headers.push('authorization', credential.authorization);
      return { kind: 'webhook', url, headers, body: request.body, secrets };
    }
    const body = Buffer.from(request.body);
    const facts = signedFacts(request, runOf(request));
    const signatures =
      credential.kind === 'secrets'
        ? secretSignature(credential.signing, facts, body, clock.wallMs())
        : await keySignatures(endpoint, facts, body);
    if (signatures === null) return failed(failure('signing', NOT_SIGNED));
    headers.push(...signatures);
    return { kind: 'webhook', url, headers, body, secrets };
  };
  return { write, headersOf };
}

/** A request that is complete but for being sent: headers are name, value, name, value, ... */
interface Webhook {
  readonly kind: 'webhook';
  readonly url: string;
  readonly headers: string[];
  readonly body: string | Buffer;
  readonly secrets: readonly string[];
}

type WebhookOrFailure = Webhook | { readonly kind: 'failed'; readonly why: Failure };

const NOT_SIGNED = 'The request could not be signed; look at the signing keys of the project.';

/**
 * The headers of a request (S7.1), in lower case, without credentials and signatures: name, value,
 * name, value, ... An operator's static headers add to them and may change `user-agent`, nothing
 * else; core/endpoint/header-rules.ts says which they may be.
 */
export function webhookHeaders(
  request: SendRequest,
  userAgent: string,
  extra: readonly StaticHeader[],
): string[] {
  const names = extra.map(({ name }) => name.toLowerCase());
  const headers = ['content-type', 'application/json'];
  if (!names.includes('user-agent')) headers.push('user-agent', userAgent);
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
    String(request.payloadVersion),
  );
  if (request.reopened === true) headers.push('webhook-reopened', 'true');
  const { traceparent } = request;
  // Not signed: proxies on the way may put a span of their own in (decision 62).
  if (traceparent !== undefined && !names.includes('traceparent')) {
    headers.push('traceparent', traceparent);
  }
  for (const { name, value } of extra) headers.push(name.toLowerCase(), value);
  return headers;
}

/** A launch names its run in two headers, since its body is the standard payload (S9.4). */
export function launchHeaders(
  { endpoint }: Pick<SendRequest, 'endpoint'>,
  runId: string,
): readonly string[] {
  return ['acw-agent-id', endpoint.id, 'acw-run-id', runId];
}

function maskedHeaders({ endpoint }: SendRequest) {
  return endpoint.headers.map(({ name, hint }) => ({ name, value: hint }));
}

export function shown(headers: readonly string[]): Readonly<Record<string, string>> {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    pairs.push([headers[index] ?? '', headers[index + 1] ?? '']);
  }
  return Object.fromEntries(pairs);
}

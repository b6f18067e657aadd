/**
 * Step 8 for endpoints that get the JSON payload: puts headers and credentials around the body and
 * posts it (specification sections 4 and 5, decisions section 6). `send` never rejects and ends by
 * the endpoint's timeout, signing included. It must never judge an answer: step 9 does.
 */
import type { SendResult } from '../../core/delivery/outcome.ts';
import type { Channel, SendRequest } from '../../engine/ports/channel.ts';
import type { Clock } from '../../engine/ports/clock.ts';
import type { Secrets } from '../../engine/ports/secrets.ts';
import type { Guard } from '../destination-guard.ts';
import type { HttpClient } from '../http-client.ts';
import { withoutSecrets } from '../redaction.ts';
import { type Failure, failure } from '../send-failure.ts';
import { type StaticHeader, timestampOf, webhookHeaders } from './headers.ts';
import { httpMessageSignature } from './http-message-signature.ts';
import { createEndpointOpener } from './opened-endpoint.ts';
import { webhookSignature } from './signature.ts';
import type { SigningKeySource } from './signing-keys.ts';
import { createSigningQueue, type Sign } from './signing-queue.ts';

export interface CustomChannelParts {
  readonly http: HttpClient;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly signingKeys: SigningKeySource;
  readonly guard: Pick<Guard, 'checkTarget'>;
  /** `Ringpost/<version>`. */
  readonly userAgent: string;
  readonly clock: Clock;
}

/** `ownHeaders`: what a kind of its own adds, as name, value, name, value, ... */
export function createCustomChannel(
  parts: CustomChannelParts,
  ownHeaders: (request: SendRequest) => readonly string[] = () => [],
): Channel {
  const { http, clock, userAgent } = parts;
  const openEndpoint = createEndpointOpener(parts);
  const sign = createSigningQueue();
  const headersOf = (request: SendRequest, extra: readonly StaticHeader[]): string[] => [
    ...webhookHeaders(request, userAgent, extra),
    ...ownHeaders(request),
  ];

  const send = async (request: SendRequest): Promise<SendResult> => {
    const startedMs = clock.monoMs();
    const elapsedMs = () => Math.round(clock.monoMs() - startedMs);
    const fail = (why: Failure): SendResult => ({ ...why, durationMs: elapsedMs() });
    const { endpoint } = request;
    const opened = openEndpoint(endpoint);
    if (opened.kind === 'unusable') return fail(opened.failure);
    const headers = headersOf(request, opened.headers);
    let body: string | Buffer = request.body;
    if (opened.authorization !== null) {
      headers.push('authorization', opened.authorization);
    } else {
      body = Buffer.from(request.body);
      const signatures = await signaturesOf(request, body, parts.signingKeys, sign);
      if (signatures === null) return fail(failure('signing', NOT_SIGNED));
      headers.push(...signatures);
    }
    const timeoutMs = endpoint.timeoutMs - elapsedMs();
    if (timeoutMs <= 0) return fail(failure('timeout', 'Signing took the whole time.'));
    const { permit } = request;
    const result = await http.send({ url: opened.target, headers, body, timeoutMs, permit });
    return { ...withoutSecrets(result, opened.secrets), durationMs: elapsedMs() };
  };

  return {
    send,
    show: (request) => ({
      headers: shown(headersOf(request, maskedHeaders(request))),
      body: request.body,
    }),
  };
}

const NOT_SIGNED = 'The request could not be signed; look at the signing keys of the project.';

/** Null when there is no key, or it cannot be used: why is a matter of the operator's log. */
async function signaturesOf(
  request: SendRequest,
  body: Buffer,
  signingKeys: SigningKeySource,
  sign: Sign,
): Promise<readonly string[] | null> {
  const { endpoint, webhookId } = request;
  const timestamp = timestampOf(request);
  try {
    const keys = await signingKeys.keysFor(endpoint.projectKey);
    if (keys.length === 0) return null;
    const headers: string[] = [];
    if (endpoint.signatureFormat !== 'rfc9421') {
      headers.push(...(await webhookSignature(sign, keys, { webhookId, timestamp, body })));
    }
    if (endpoint.signatureFormat !== 'webhook-signature') {
      const values = {
        '@method': 'POST',
        'webhook-id': webhookId,
        'webhook-timestamp': timestamp,
        'webhook-event': request.trigger,
        'webhook-endpoint-id': endpoint.id,
      };
      const message = { values, createdS: Number(timestamp), body };
      headers.push(...(await httpMessageSignature(sign, keys, message)));
    }
    return headers;
  } catch {
    return null;
  }
}

function maskedHeaders({ endpoint }: SendRequest) {
  return endpoint.headers.map(({ name, hint }) => ({ name, value: hint }));
}

function shown(headers: readonly string[]): Readonly<Record<string, string>> {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    pairs.push([headers[index] ?? '', headers[index + 1] ?? '']);
  }
  return Object.fromEntries(pairs);
}

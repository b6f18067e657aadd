/**
 * Requests as the service sends them: the product's channels make headers, credentials and
 * signatures, with fixed keys, so the same request always has the same bytes. `signed` signs only
 * what the service does not send today, with the product's functions for signatures.
 */
import { createPrivateKey, createSecretKey, type JsonWebKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSelfProvidedAgentChannel } from '../../../src/channel/agent/agent-channel.ts';
import {
  type CustomChannelParts,
  createCustomChannel,
  webhookHeaders,
} from '../../../src/channel/custom/channel.ts';
import {
  createSigningQueue,
  httpMessageSignature,
  secretSignature,
  signedFacts,
  webhookSignature,
} from '../../../src/channel/custom/signature.ts';
import { type Endpoint, SECRET_PREFIX } from '../../../src/core/endpoint/endpoint.ts';
import { assembleBody, bodyFor, withProjectId } from '../../../src/core/payload/render.ts';
import { type Sample, sampleFiring } from '../../../src/core/payload/sample.ts';
import { isOpsTrigger } from '../../../src/core/trigger/ops-trigger.ts';
import type { Trigger } from '../../../src/core/trigger/trigger.ts';
import type { SendRequest } from '../../../src/engine/ports/channel.ts';
import { givenEndpoint, givenSend } from '../../channel/given.ts';

export type KeyName = 'first' | 'second' | 'other';
export type HeaderPair = readonly [name: string, value: string];

/** A request as it arrives: header pairs in order, the body as bytes. */
export interface Arrived {
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer;
}

interface TestJwk extends JsonWebKey {
  readonly kid: string;
}

/** Private keys of these tests only. */
const KEYS: Readonly<Record<KeyName, TestJwk>> = JSON.parse(
  readFileSync(new URL('keys.json', import.meta.url), 'utf8'),
);

/** The attempt's time, with milliseconds that the header leaves out. */
export const SENT_AT_MS = 1_795_174_257_891;
export const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
export const NEW_SECRET = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
export const TOKEN = 's3cr3t-t0ken.~+/==';
export const ENDPOINT_ID = givenEndpoint().id;

/** The public half, as `/.well-known/jwks.json` shows it. */
export function publicJwk(name: KeyName) {
  const { kid, kty = '', n = '', e = '' } = KEYS[name];
  return { kid, kty, n, e, use: 'sig', alg: 'RS256' };
}

export interface Asked {
  /** The keys that sign, the active one first. */
  readonly keys?: readonly KeyName[];
  readonly endpoint?: Partial<Endpoint>;
  readonly send?: Partial<SendRequest>;
  readonly body?: string;
  readonly isLaunch?: boolean;
}

/** Sends through the product's channel, and returns what it put on the wire. */
export async function sent(asked: Asked = {}): Promise<Arrived> {
  const { parts, arrived } = channelParts(asked.keys ?? ['first']);
  const make = asked.isLaunch === true ? createSelfProvidedAgentChannel : createCustomChannel;
  const result = await make(parts).send(sendOf(asked));
  const [request] = arrived;
  if (request === undefined) throw new Error(`the channel sent nothing: ${JSON.stringify(result)}`);
  return request;
}

/** Headers and body, signed for a payload version that the service does not send yet. */
export async function signed(
  asked: Asked & {
    readonly payloadVersion: string;
    readonly form: 'webhook-signature' | 'rfc9421' | 'secret';
  },
): Promise<Arrived> {
  const request = sendOf(asked);
  const { payloadVersion, form } = asked;
  const body = Buffer.from(request.body);
  const facts = { ...signedFacts(request, null), payloadVersion };
  const keys = (asked.keys ?? ['first']).map(signerOf);
  const sign = createSigningQueue();
  const secret = {
    key: createSecretKey(SECRET.slice(SECRET_PREFIX.length), 'base64'),
    untilMs: null,
  };
  const signatures = {
    'webhook-signature': () => webhookSignature(sign, keys, facts, body),
    rfc9421: () => httpMessageSignature(sign, keys, facts, body),
    secret: async () => secretSignature([secret], facts, body, SENT_AT_MS),
  };
  const plain = pairsOf(webhookHeaders(request, USER_AGENT, []));
  const headers = plain.map(
    ([name, value]): HeaderPair =>
      name === 'webhook-payload-version' ? [name, payloadVersion] : [name, value],
  );
  return { headers: [...headers, ...pairsOf(await signatures[form]())], body };
}

/** The same in payload version 2. */
export function secondBodyOf(trigger: Trigger, sample: Sample): string {
  const firing = sampleFiring(trigger, 'Ringpost', SENT_AT_MS, sample);
  return bodyFor({ kind: 'custom', projectId: '' }, '2:message', firing);
}

/** The body of a firing with made-up values. */
export function bodyOf(trigger: Trigger, sample: Sample = 'plain', contentKey = 'message'): string {
  const { text, data, errors } = sampleFiring(trigger, 'Ringpost', SENT_AT_MS, sample);
  return assembleBody(contentKey, text, data, errors);
}

/** The body of the launch of a self-provided agent: `projectId` is the last key of `data`. */
export function launchBodyOf(trigger: Trigger): string {
  const { text, data, errors } = sampleFiring(trigger, 'Ringpost', SENT_AT_MS);
  return assembleBody('message', text, withProjectId(data, givenEndpoint().projectId), errors);
}

export const BEARER = { method: 'bearer', token: TOKEN, tokenHint: '' } as const;

export function hmac(secret: string, ...retiring: readonly string[]): Endpoint['auth'] {
  const untilMs = Number.MAX_SAFE_INTEGER;
  return {
    method: 'hmac-sha256',
    secret,
    secretHint: '',
    retiring: retiring.map((each) => ({ secret: each, secretHint: '', untilMs })),
  };
}

const USER_AGENT = 'Ringpost/0.1.0';

function sendOf({ endpoint, send, body }: Asked): SendRequest {
  const trigger = send?.trigger ?? 'OUTBOUND_CALL_COMPLETED';
  if (isOpsTrigger(trigger)) throw new Error('the vectors are of calls');
  const made = givenSend(givenEndpoint(endpoint), { atMs: SENT_AT_MS, ...send });
  return { ...made, trigger, body: body ?? bodyOf(trigger) };
}

/** Secrets are not sealed here: the signed bytes are the same. */
function channelParts(keys: readonly KeyName[]) {
  const arrived: Arrived[] = [];
  const parts: CustomChannelParts = {
    http: {
      send: async ({ headers, body }) => {
        arrived.push({ headers: pairsOf(headers), body: Buffer.from(body) });
        return { kind: 'done', durationMs: 0 };
      },
      connect: () => Promise.reject(new Error('no connection is opened here')),
      close: async () => {},
    },
    secrets: { open: (sealed) => sealed },
    signingKeys: { keysFor: async () => keys.map(signerOf) },
    guard: { checkTarget: () => null },
    userAgent: USER_AGENT,
    clock: {
      wallMs: () => SENT_AT_MS,
      monoMs: () => 0,
      after: () => ({ cancel: () => {} }),
    },
  };
  return { parts, arrived };
}

function signerOf(name: KeyName) {
  const { kid } = KEYS[name];
  return { kid, privateKey: createPrivateKey({ key: KEYS[name], format: 'jwk' }) };
}

function pairsOf(flat: readonly string[]): HeaderPair[] {
  const pairs: HeaderPair[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return pairs;
}

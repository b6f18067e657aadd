/**
 * Webhooks as the service sends them, signed with keys made here and with separate code: the code
 * under test has no part in making them.
 */
import {
  createHash,
  createHmac,
  createSign,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import type { PublicJwk } from '../src/public-key.ts';

export interface TestKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly jwk: PublicJwk;
}

export function makeKey(kid: string, modulusLength = 2_048): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  const { kty = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
  return { kid, privateKey, jwk: { kid, kty, n, e, use: 'sig', alg: 'RS256' } };
}

export const KEY = makeKey('key-one');
export const OTHER_KEY = makeKey('key-two');

export const SENT_AT_MS = Date.parse('2026-11-20T11:19:00.000Z');
const SENT_AT_S = String(SENT_AT_MS / 1_000);

export const BODY = JSON.stringify({
  message: '[Ringpost] OUTBOUND_CALL_COMPLETED\n…',
  data: { callId: 'call 1/東', callStatus: 'COMPLETED', callSid: 'CA01', clientId: '' },
});

export function sign(key: TestKey, text: string): string {
  return createSign('sha256').update(text, 'utf8').sign(key.privateKey, 'base64');
}

export function plainHeaders(more: Record<string, string> = {}): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': 'msg_01',
    'webhook-timestamp': SENT_AT_S,
    'webhook-event': 'OUTBOUND_CALL_COMPLETED',
    'webhook-endpoint-id': 'ep_01',
    'webhook-attempt': '2',
    'webhook-sequence': '3',
    'webhook-payload-version': '1',
    ...more,
  };
}

/** With both signature headers, by each of the keys. */
export function signedHeaders(
  keys: readonly TestKey[] = [KEY],
  body = BODY,
  more: Record<string, string> = {},
): Record<string, string> {
  const headers = oldSignedHeaders(keys, body, more);
  const text = identityText('v2rs256', headers, body);
  const entries = keys.map((key) => `v2rs256,${sign(key, text)}`);
  return { ...headers, 'webhook-identity-signature': entries.join(' ') };
}

export const REOPENED = { 'webhook-reopened': 'true' };

/** `signedHeaders` of a delivery that an operator reopened. */
export function reopenedHeaders(keys: readonly TestKey[] = [KEY], body = BODY) {
  const headers = signedHeaders(keys, body, REOPENED);
  const text = identityText('v3rs256', headers, body);
  const entries = keys.map((key) => `v3rs256,${sign(key, text)}`);
  return { ...headers, 'webhook-reopened-signature': entries.join(' ') };
}

/** As earlier versions sent: `webhook-signature` alone. */
export function oldSignedHeaders(
  keys: readonly TestKey[] = [KEY],
  body = BODY,
  more: Record<string, string> = {},
): Record<string, string> {
  const headers = plainHeaders(more);
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return {
    ...headers,
    'webhook-key-id': keys.map(({ kid }) => kid).join(' '),
    'webhook-signature': keys.map((key) => `v1rs256,${sign(key, text)}`).join(' '),
  };
}

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const OTHER_SECRET = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;

/** With both signature headers, by each of the secrets. */
export function secretSignedHeaders(
  secrets: readonly string[] = [SECRET],
  body = BODY,
  more: Record<string, string> = {},
): Record<string, string> {
  const headers = plainHeaders(more);
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const entries = (version: string, signed: string) =>
    secrets
      .map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .map((key) => `${version},${createHmac('sha256', key).update(signed).digest('base64')}`)
      .join(' ');
  return {
    ...headers,
    'webhook-signature': entries('v1', text),
    'webhook-identity-signature': entries('v2', identityText('v2', headers, body)),
    ...(headers['webhook-reopened'] === undefined
      ? {}
      : { 'webhook-reopened-signature': entries('v3', identityText('v3', headers, body)) }),
  };
}

function identityText(version: string, headers: Record<string, string>, body: string): string {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-endpoint-id', 'webhook-event'];
  const rest = ['webhook-sequence', 'webhook-payload-version', 'acw-run-id'];
  const values = [...names, ...rest].map((name) => headers[name] ?? '');
  return `${[version, ...values].join('.')}.${body}`;
}

export const COMPONENTS = [
  '@method',
  'content-digest',
  'webhook-id',
  'webhook-timestamp',
  'webhook-event',
  'webhook-endpoint-id',
  'webhook-sequence',
  'webhook-payload-version',
];

export interface MessageSignature {
  readonly keys?: readonly TestKey[];
  readonly components?: readonly string[];
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly more?: Record<string, string>;
}

/** With `Content-Digest`, `Signature-Input` and `Signature` (RFC 9421) by each of the keys. */
export function messageSignedHeaders(made: MessageSignature = {}): Record<string, string> {
  const { keys = [KEY], components = COMPONENTS, body = BODY } = made;
  const digest = createHash('sha256').update(body, 'utf8').digest('base64');
  const headers = plainHeaders({ ...made.more, 'content-digest': `sha-256=:${digest}:` });
  const values: Record<string, string> = { ...headers, '@method': 'POST' };
  const inputs: string[] = [];
  const signatures: string[] = [];
  for (const [at, key] of keys.entries()) {
    const parameters = {
      created: headers['webhook-timestamp'],
      keyid: `"${key.kid}"`,
      alg: '"rsa-v1_5-sha256"',
      tag: '"call-event-webhook"',
      ...made.parameters,
    };
    const list = components.map((name) => `"${name}"`).join(' ');
    const input = `(${list})${Object.entries(parameters)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `;${name}=${value}`)
      .join('')}`;
    const lines = components.map((name) => `"${name}": ${values[name]}`);
    const base = [...lines, `"@signature-params": ${input}`].join('\n');
    inputs.push(`sig${at + 1}=${input}`);
    signatures.push(`sig${at + 1}=:${sign(key, base)}:`);
  }
  return {
    ...headers,
    'signature-input': inputs.join(', '),
    signature: signatures.join(', '),
  };
}

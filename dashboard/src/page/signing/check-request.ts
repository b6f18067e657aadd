/**
 * Checks a pasted request as a receiver would (S7.6 to S7.11), and says of each check how it went
 * and why: headers, time, endpoint, known keys, each signature, digest. The signature is the one
 * over all that a receiver acts on (`webhook-identity-signature`). Uses WebCrypto, which browsers
 * have only in a secure context.
 */
import type { PastedHeaders } from './pasted-request.ts';
import { bytesOfBase64, hexOf, signedDigest } from './signed-digest.ts';

export interface PublishedKey {
  readonly kid: string;
  readonly n: string;
  readonly e: string;
}

export interface PastedRequest {
  readonly headers: PastedHeaders;
  readonly body: string;
  /** Null: of any endpoint. */
  readonly endpointId: string | null;
  readonly nowMs: number;
}

export type CheckName = 'headers' | 'time' | 'endpoint' | 'keys' | 'signature' | 'digest';
export type CheckWord =
  | 'fine'
  | 'missing'
  | 'malformed'
  | 'old'
  | 'ahead'
  | 'other-endpoint'
  | 'unknown-key'
  | 'other-key'
  | 'digest-differs'
  | 'not-there'
  | 'not-checked';

export interface CheckResult {
  readonly name: CheckName;
  readonly word: CheckWord;
  /** A header, a kid or a duration in milliseconds that the sentence names. */
  readonly about: string;
}

export interface CheckedRequest {
  readonly verdict: 'valid' | 'invalid';
  readonly checks: readonly CheckResult[];
  /** The body was taken without the line break at its end, which the paste had added. */
  readonly trimmed: boolean;
}

const TOLERANCE_MS = 300_000;
const NEEDED = [
  'webhook-id',
  'webhook-timestamp',
  'webhook-endpoint-id',
  'webhook-event',
  'webhook-sequence',
  'webhook-key-id',
  'webhook-identity-signature',
];
const VERSION = 'v2rs256';
/** What is signed before the body, in its order; the run only where there is one. */
const SIGNED = [
  ...['webhook-id', 'webhook-timestamp', 'webhook-endpoint-id', 'webhook-event'],
  ...['webhook-sequence', 'webhook-payload-version', 'acw-run-id'],
];

export async function checkRequest(
  request: PastedRequest,
  keys: readonly PublishedKey[],
  subtle: SubtleCrypto,
): Promise<CheckedRequest> {
  const { headers } = request;
  const headersCheck = checkHeaders(headers);
  if (headersCheck.word !== 'fine') {
    const rest = ['time', 'endpoint', 'keys', 'signature', 'digest'] as const;
    const open = rest.map((name) => ({ name, word: 'not-checked', about: '' }) as const);
    return { verdict: 'invalid', checks: [headersCheck, ...open], trimmed: false };
  }
  const asItIs = await checkContent(request, request.body, keys, subtle);
  const shorter = request.body.replace(/\r?\n$/, '');
  const tries = shorter === request.body || !isBad(asItIs) ? null : shorter;
  const trimmed = tries === null ? null : await checkContent(request, tries, keys, subtle);
  const useTrimmed = trimmed !== null && !isBad(trimmed);
  const content = useTrimmed ? trimmed : asItIs;
  const checks = [headersCheck, checkTime(request), checkEndpoint(request), ...content];
  return { verdict: isBad(checks) ? 'invalid' : 'valid', checks, trimmed: useTrimmed };
}

function isBad(checks: readonly CheckResult[]): boolean {
  return checks.some(({ word }) => word !== 'fine' && word !== 'not-there');
}

function checkHeaders(headers: PastedHeaders): CheckResult {
  const missing = NEEDED.find((name) => (headers[name] ?? '') === '');
  if (missing !== undefined) return { name: 'headers', word: 'missing', about: missing };
  if (!/^[1-9]\d{0,11}$/.test(headers['webhook-timestamp'] ?? '')) {
    return { name: 'headers', word: 'malformed', about: 'webhook-timestamp' };
  }
  const entries = listOf(headers['webhook-identity-signature']);
  const isWhole = entries.every((entry) => entry.startsWith(`${VERSION},`));
  if (!isWhole || entries.length !== listOf(headers['webhook-key-id']).length) {
    return { name: 'headers', word: 'malformed', about: 'webhook-identity-signature' };
  }
  return { name: 'headers', word: 'fine', about: '' };
}

function checkTime({ headers, nowMs }: PastedRequest): CheckResult {
  const ageMs = nowMs - Number(headers['webhook-timestamp']) * 1_000;
  const word = Math.abs(ageMs) <= TOLERANCE_MS ? 'fine' : ageMs > 0 ? 'old' : 'ahead';
  return { name: 'time', word, about: String(Math.abs(ageMs)) };
}

function checkEndpoint({ headers, endpointId }: PastedRequest): CheckResult {
  const sentTo = headers['webhook-endpoint-id'] ?? '';
  const word = endpointId === null || endpointId === sentTo ? 'fine' : 'other-endpoint';
  return { name: 'endpoint', word, about: sentTo };
}

/** What depends on the bytes of the body: known keys, signatures, digest. */
async function checkContent(
  { headers }: PastedRequest,
  body: string,
  keys: readonly PublishedKey[],
  subtle: SubtleCrypto,
): Promise<readonly CheckResult[]> {
  const parts = [VERSION, ...SIGNED.map((name) => headers[name] ?? '')];
  const prefix = `${parts.join('.')}.`;
  const signed = new TextEncoder().encode(prefix + body);
  const entries = listOf(headers['webhook-identity-signature']);
  const kids = listOf(headers['webhook-key-id']);
  const known = kids.flatMap((kid, at) => {
    const key = keys.find((one) => one.kid === kid);
    const entry = entries[at] ?? '';
    return key === undefined ? [] : [{ key, signature: entry.slice(VERSION.length + 1) }];
  });
  const digest = await checkDigest(headers, body, subtle);
  if (known.length === 0) {
    const about = kids.join(' ');
    const unchecked = { name: 'signature', word: 'not-checked', about: '' } as const;
    return [{ name: 'keys', word: 'unknown-key', about }, unchecked, digest];
  }
  const words = await Promise.all(
    known.map(({ key, signature }) => checkSignature(key, signature, signed, subtle)),
  );
  const wrong = words.findIndex((word) => word !== 'fine');
  const kidList = known.map(({ key }) => key.kid);
  const said = wrong === -1 ? kidList.join(' ') : (kidList[wrong] ?? '');
  return [
    { name: 'keys', word: 'fine', about: kidList.join(' ') },
    { name: 'signature', word: words[wrong] ?? 'fine', about: said },
    digest,
  ];
}

async function checkSignature(
  { n, e }: PublishedKey,
  text: string,
  signed: Uint8Array<ArrayBuffer>,
  subtle: SubtleCrypto,
): Promise<'fine' | 'other-key' | 'digest-differs'> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const jwk = { kty: 'RSA', n, e, alg: 'RS256', ext: true };
  const key = await subtle.importKey('jwk', jwk, algorithm, false, ['verify']);
  const signature = bytesOfBase64(text);
  if (await subtle.verify(algorithm, key, signature, signed)) return 'fine';
  return signedDigest(signature, { n, e }) === null ? 'other-key' : 'digest-differs';
}

/** RFC 9530, where the endpoint signs by RFC 9421 as well. */
async function checkDigest(
  headers: PastedHeaders,
  body: string,
  subtle: SubtleCrypto,
): Promise<CheckResult> {
  const value = /\bsha-256=:([^:]+):/.exec(headers['content-digest'] ?? '')?.[1];
  if (value === undefined) return { name: 'digest', word: 'not-there', about: '' };
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(body));
  const same = hexOf(bytesOfBase64(value)) === hexOf(new Uint8Array(digest));
  return { name: 'digest', word: same ? 'fine' : 'digest-differs', about: '' };
}

function listOf(value = ''): readonly string[] {
  return value.split(/ +/).filter((one) => one !== '');
}

/**
 * Checks a pasted request as a receiver would (S7.6 to S7.11), and says of each check how it went
 * and why: headers, time, endpoint, known keys, each signature, digest. The signature is the one
 * over all that a receiver acts on (`webhook-identity-signature`). Uses WebCrypto, which browsers
 * have only in a secure context.
 */

export interface PublishedKey {
  readonly kid: string;
  readonly n: string;
  readonly e: string;
}

interface PastedRequest {
  readonly headers: PastedHeaders;
  readonly body: string;
  /** Null: any endpoint. */
  readonly endpointId: string | null;
  readonly nowMs: number;
}

type CheckName = 'headers' | 'time' | 'endpoint' | 'keys' | 'signature' | 'digest';
type CheckWord =
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
/** The signed content before the body, in order; the run only if there is one. */
const SIGNED = [
  'webhook-id',
  'webhook-timestamp',
  'webhook-endpoint-id',
  'webhook-event',
  'webhook-sequence',
  'webhook-payload-version',
  'acw-run-id',
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

/** The checks that depend on the bytes of the body: known keys, signatures, digest. */
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

type PastedHeaders = Readonly<Record<string, string>>;

const LINE = /^[<>\s]*([A-Za-z0-9!#$%&'*+.^_`|~-]+):[ \t]*(.*?)[ \t]*$/;

/**
 * Reads the headers that a developer pasted: lines of `name: value` with or without the request
 * line, as servers and `curl -v` write them, or a JSON object as programs log them. Pure. Names in
 * lower case. What is no header is passed over.
 */
export function readPastedHeaders(text: string): PastedHeaders {
  return headersOfJson(text) ?? headersOfLines(text);
}

function headersOfLines(text: string): PastedHeaders {
  const found = text
    .split(/\r?\n/)
    .map((line) => LINE.exec(line))
    .filter((match) => match !== null)
    .map(([, name = '', value = '']) => [name.toLowerCase(), unquoted(value)] as const);
  return Object.fromEntries(found);
}

function unquoted(value: string): string {
  return /^"(.*)",?$/.exec(value)?.[1] ?? value;
}

function headersOfJson(text: string): PastedHeaders | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return Object.fromEntries(
      Object.entries(Object(parsed)).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
  } catch {
    return null;
  }
}

interface PublicNumbers {
  /** As in a JWK: base64url. */
  readonly n: string;
  readonly e: string;
}

/** `DigestInfo` of SHA-256, before the 32 bytes of the digest (RFC 8017, 9.2). */
const SHA256_INFO = '3031300d060960864801650304020105000420';
const HEX_OF_DIGEST = 64;

/**
 * Looks into a signature that does not verify, to say why: with the public key it opens to the
 * digest that was signed (PKCS #1 v1.5), or to nothing that this key has made. Only to explain:
 * what is valid, WebCrypto decides. Pure.
 * The SHA-256 digest in hex that this key signed; null: the key did not make this signature.
 */
function signedDigest(signature: Uint8Array, key: PublicNumbers): string | null {
  const n = numberOf(bytesOfBase64(key.n));
  const opened = power(numberOf(signature), numberOf(bytesOfBase64(key.e)), n);
  const padded = opened.toString(16);
  // The leading 00 is no part of the number: 01 ff … ff 00, what was digested how, the digest.
  const match = /^1f{16,}00(.*)$/.exec(padded)?.[1];
  if (match?.startsWith(SHA256_INFO) !== true) return null;
  const digest = match.slice(SHA256_INFO.length);
  return digest.length === HEX_OF_DIGEST ? digest : null;
}

/** Base64 or base64url; what is neither becomes no bytes. */
function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${hexOf(bytes)}`);
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  if (modulus <= 1n) return 0n;
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/**
 * The fingerprint of a public key as openssl and certificate tools show it: SHA-256 over its DER.
 * Null where the browser has no WebCrypto.
 */
export async function fingerprintOf(
  pem: string,
  subtle: SubtleCrypto | undefined,
): Promise<string | null> {
  if (subtle === undefined) return null;
  const der = bytesOfBase64(pem.replace(/-----[^-]+-----|\s/g, ''));
  const hex = hexOf(new Uint8Array(await subtle.digest('SHA-256', der)));
  return hex.toUpperCase().replace(/..(?=.)/g, '$&:');
}

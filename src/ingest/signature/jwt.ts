/**
 * JSON Web Tokens under HMAC-SHA256 (RFC 7519): of the whole message, or of a token in a header
 * whose claim is a hash of the body. Only HS256 is taken, whatever the token says of itself.
 */
import { createHash, createHmac } from 'node:crypto';
import { isSame, missing, type SignedRequest, secretsFault } from './signature-check.ts';

export type Claims = Readonly<Record<string, unknown>>;
export type ReadToken =
  | { readonly kind: 'claims'; readonly claims: Claims }
  | { readonly kind: 'fault'; readonly fault: string };

/**
 * Verifies `token` under one of `secrets`; `exp` and `nbf` count if they are there, and `iat` too,
 * each by `windowMs`. `what`: the token in words, for faults.
 */
export function readToken(
  token: string,
  request: Pick<SignedRequest, 'secrets' | 'nowMs' | 'isSample'>,
  { what, windowMs }: { readonly what: string; readonly windowMs: number },
): ReadToken {
  const [head = '', payload = '', signature = '', ...more] = token.split('.', 4);
  if (signature === '' || more.length > 0) return faulty(`${what} is no JSON Web Token.`);
  const { alg } = jsonOf(head) ?? {};
  const isSample = request.isSample === true;
  if (alg !== 'HS256') return faulty(`${what} must be signed with HS256.`);
  const signed = (secret: string) =>
    createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url');
  const forged = isSample
    ? null
    : secretsFault(what, request.secrets, (secret) => isSame(signature, signed(secret)));
  if (forged !== null) return faulty(forged);
  const claims = jsonOf(payload);
  if (claims === null) return faulty(`${what} holds no JSON object.`);
  const fault = isSample ? null : timeFault(claims, { what, windowMs, nowMs: request.nowMs });
  return fault === null ? { kind: 'claims', claims } : faulty(fault);
}

export interface TokenOfBody {
  /** In lower case; its value may begin with `Bearer `. */
  readonly header: string;
  /** The claim with the SHA-256 of the body. A request without a body needs none. */
  readonly hashClaim: string;
  readonly hashEncoding: 'hex' | 'base64';
  readonly windowMs: number;
}

export function tokenOfBody(request: SignedRequest, settings: TokenOfBody): ReadToken {
  const { header, hashClaim, hashEncoding, windowMs } = settings;
  if (request.isSample === true) return { kind: 'claims', claims: {} };
  const given = request.headers[header];
  if (given === undefined || given === '') return faulty(missing(header));
  const token = given.replace(/^Bearer +/i, '');
  const read = readToken(token, request, { what: `The token of ${header}`, windowMs });
  if (read.kind === 'fault' || request.body === '') return read;
  const hash = createHash('sha256').update(request.body, 'utf8').digest(hashEncoding);
  const claimed = read.claims[hashClaim];
  if (typeof claimed === 'string' && isSame(claimed, hash)) return read;
  return faulty(`${hashClaim} of the token of ${header} is not the hash of the body.`);
}

function timeFault(
  claims: Claims,
  { what, windowMs, nowMs }: { what: string; windowMs: number; nowMs: number },
): string | null {
  const atMs = (name: string): number | null => {
    const value = claims[name];
    return typeof value === 'number' ? value * 1_000 : null;
  };
  const [expMs, nbfMs, iatMs] = [atMs('exp'), atMs('nbf'), atMs('iat')];
  if (expMs !== null && nowMs > expMs + windowMs) return `${what} has expired.`;
  if (nbfMs !== null && nowMs < nbfMs - windowMs) {
    const aheadS = Math.round((nbfMs - nowMs) / 1_000);
    return `${what} does not count yet: its time is ${aheadS} s ahead of this service's clock.`;
  }
  if (iatMs !== null && Math.abs(nowMs - iatMs) > windowMs) {
    return `${what} was issued more than ${windowMs / 1_000} s from now.`;
  }
  return null;
}

function jsonOf(part: string): Claims | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return Object.fromEntries(Object.entries(value));
  } catch {
    return null;
  }
}

function faulty(fault: string): ReadToken {
  return { kind: 'fault', fault };
}

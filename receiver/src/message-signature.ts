/**
 * HTTP Message Signatures (RFC 9421, `rsa-v1_5-sha256`) with `Content-Digest` (RFC 9530). The
 * signature covers the digest and not the body, so the digest is computed anew from the body:
 * without that, a swapped body passes. All components below and the tag are required.
 */
import { createHash, timingSafeEqual, verify } from 'node:crypto';
import { type Check, checkAnySignature, failed, type SignatureCandidate } from './check.ts';
import type { KeySet } from './key-set.ts';
import type { ReadHeader } from './request-headers.ts';
import { type DictionaryMember, parseDictionary } from './structured-field.ts';

const COVERED = [
  '@method',
  'content-digest',
  'webhook-id',
  'webhook-timestamp',
  'webhook-event',
  'webhook-endpoint-id',
] as const;

const TAG = 'call-event-webhook';
const ALGORITHM = 'rsa-v1_5-sha256';

type SignedList = Extract<DictionaryMember, { kind: 'list' }>;

export async function checkMessageSignature(
  request: { readonly header: ReadHeader; readonly method: string; readonly rawBody: Buffer },
  keys: KeySet,
  times: { readonly timestampS: number; readonly nowS: number },
): Promise<Check> {
  const { header, rawBody } = request;
  const inputs = parseDictionary(header('signature-input') ?? '');
  const signatures = parseDictionary(header('signature') ?? '');
  if (inputs === null || signatures === null) {
    return failed('malformed-header', 'Signature-Input or Signature cannot be read.');
  }
  const candidates: SignatureCandidate[] = [];
  for (const [label, input] of inputs) {
    const signature = signatures.get(label);
    if (input.kind !== 'list' || signature?.kind !== 'bytes') continue;
    // Someone on the way may add signatures of their own; they carry another tag.
    if (input.parameters.get('tag') !== TAG) continue;
    const fault = coverFault(input, times.timestampS);
    if (fault !== null) return failed('not-covered', fault);
    const expires = input.parameters.get('expires');
    if (expires !== undefined && !(Number(expires) >= times.nowS)) {
      return failed('timestamp-too-old', 'The signature has expired.');
    }
    const base = signatureBase(request, input);
    if (base === null) return failed('not-covered', 'A covered header is missing or not known.');
    candidates.push({
      kid: String(input.parameters.get('keyid')),
      matches: (key) => verify('sha256', base, key, signature.bytes),
    });
  }
  const check = await checkAnySignature(keys, candidates);
  if (check.kind === 'failed' || digestMatches(header, rawBody)) return check;
  return failed('digest-mismatch', 'Content-Digest is not the SHA-256 of the body.');
}

/** What the signature leaves open, as a sentence; null when it covers what it must. */
function coverFault({ items, parameters }: SignedList, timestampS: number): string | null {
  const missing = COVERED.find((name) => !items.includes(name));
  if (missing !== undefined) return `The signature does not cover ${missing}.`;
  if (parameters.get('alg') !== ALGORITHM) return `The signature must state alg="${ALGORITHM}".`;
  if (typeof parameters.get('keyid') !== 'string') return 'The signature names no key.';
  if (parameters.get('created') !== timestampS) return 'created differs from webhook-timestamp.';
  return null;
}

function signatureBase(
  request: { readonly header: ReadHeader; readonly method: string },
  input: SignedList,
): Buffer | null {
  const lines: string[] = [];
  for (const name of input.items) {
    const value = name === '@method' ? request.method : request.header(name);
    if (value === null || (name.startsWith('@') && name !== '@method')) return null;
    lines.push(`"${name}": ${value}`);
  }
  lines.push(`"@signature-params": ${input.text}`);
  return Buffer.from(lines.join('\n'), 'utf8');
}

function digestMatches(header: ReadHeader, rawBody: Buffer): boolean {
  const stated = parseDictionary(header('content-digest') ?? '')?.get('sha-256');
  const computed = createHash('sha256').update(rawBody).digest();
  return (
    stated?.kind === 'bytes' &&
    stated.bytes.length === computed.length &&
    timingSafeEqual(stated.bytes, computed)
  );
}

/**
 * HTTP Message Signatures (RFC 9421, `rsa-v1_5-sha256`) with `Content-Digest` (RFC 9530). The
 * signature covers the digest and not the body, so the digest is computed anew from the body:
 * otherwise a swapped body would pass. Signatures of other parties in the same headers are ignored,
 * whatever their form.
 */
import { areSame, type Bytes, bytesOf, sha256 } from './bytes.ts';
import {
  checkAnySignature,
  type FailedCheck,
  failed,
  type SignatureCandidate,
  type SignedCheck,
} from './check.ts';
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
/** Covered in addition, except by older services; also the run if the request names one. */
const IDENTITY = ['webhook-sequence', 'webhook-payload-version'] as const;
const RUN = 'acw-run-id';
/** Covered by requests of a delivery that an operator reopened. */
const REOPENED = 'webhook-reopened';

const TAG = 'call-event-webhook';
const ALGORITHM = 'rsa-v1_5-sha256';

type SignedList = Extract<DictionaryMember, { kind: 'list' }>;

export interface SignedRequest {
  readonly header: ReadHeader;
  readonly method: string;
  readonly rawBody: Bytes;
}

export async function checkMessageSignature(
  request: SignedRequest,
  keys: KeySet,
  times: { readonly timestampS: number; readonly nowS: number },
): Promise<SignedCheck> {
  const { header, rawBody } = request;
  const inputs = parseDictionary(header('signature-input') ?? '');
  const signatures = parseDictionary(header('signature') ?? '');
  if (inputs === null || signatures === null) {
    return failed('malformed-header', 'Signature-Input or Signature cannot be read.');
  }
  const found = {
    reopened: [] as SignatureCandidate[],
    signed: [] as SignatureCandidate[],
    unsigned: [] as SignatureCandidate[],
  };
  let fault: FailedCheck | null = null;
  for (const [label, input] of inputs) {
    const signature = signatures.get(label);
    if (input.kind !== 'list' || signature?.kind !== 'bytes') continue;
    // A proxy on the way may add its own signatures; they carry another tag, or fail here.
    if (input.parameters.get('tag') !== TAG) continue;
    const open = openFault(input, times);
    if (open !== null) {
      fault ??= open;
      continue;
    }
    const base = signatureBase(request, input);
    if (base === null) {
      fault ??= failed('not-covered', 'A covered header is missing or not known.');
      continue;
    }
    found[coverOf(input, header)].push({
      kid: String(input.parameters.get('keyid')),
      signed: base,
      signature: signature.bytes,
    });
  }
  let check: SignedCheck | null = null;
  for (const cover of ['reopened', 'signed', 'unsigned'] as const) {
    if (found[cover].length === 0) continue;
    const checked = await checkAnySignature(keys, found[cover]);
    if (checked.kind === 'passed') {
      return (await digestMatches(header, rawBody))
        ? { kind: 'passed', identity: identityOf(cover), reopened: cover === 'reopened' }
        : failed('digest-mismatch', 'Content-Digest is not the SHA-256 of the body.');
    }
    check ??= checked;
  }
  return (
    check ?? fault ?? failed('signature-missing', 'No signature has the tag that is known here.')
  );
}

function openFault(
  input: SignedList,
  { timestampS, nowS }: { readonly timestampS: number; readonly nowS: number },
): FailedCheck | null {
  const fault = coverFault(input, timestampS);
  if (fault !== null) return failed('not-covered', fault);
  const expires = input.parameters.get('expires');
  return expires === undefined || Number(expires) >= nowS
    ? null
    : failed('timestamp-too-old', 'The signature has expired.');
}

type Cover = 'reopened' | 'signed' | 'unsigned';

function coverOf({ items }: SignedList, header: ReadHeader): Cover {
  const isSigned =
    IDENTITY.every((name) => items.includes(name)) && (header(RUN) === null || items.includes(RUN));
  if (!isSigned) return 'unsigned';
  return header(REOPENED) === 'true' && items.includes(REOPENED) ? 'reopened' : 'signed';
}

function identityOf(cover: Cover): 'signed' | 'unsigned' {
  return cover === 'unsigned' ? 'unsigned' : 'signed';
}

/** What the signature does not cover, as a sentence; null if it covers all that is required. */
function coverFault({ items, parameters }: SignedList, timestampS: number): string | null {
  const missing = COVERED.find((name) => !items.includes(name));
  if (missing !== undefined) return `The signature does not cover ${missing}.`;
  if (parameters.get('alg') !== ALGORITHM) return `The signature must state alg="${ALGORITHM}".`;
  if (typeof parameters.get('keyid') !== 'string') return 'The signature names no key.';
  if (parameters.get('created') !== timestampS) return 'created differs from webhook-timestamp.';
  return null;
}

function signatureBase(
  request: Pick<SignedRequest, 'header' | 'method'>,
  input: SignedList,
): Bytes | null {
  const lines: string[] = [];
  for (const name of input.items) {
    const value = name === '@method' ? request.method : request.header(name);
    if (value === null || (name.startsWith('@') && name !== '@method')) return null;
    lines.push(`"${name}": ${value}`);
  }
  lines.push(`"@signature-params": ${input.text}`);
  return bytesOf(lines.join('\n'));
}

async function digestMatches(header: ReadHeader, rawBody: Bytes): Promise<boolean> {
  const stated = parseDictionary(header('content-digest') ?? '')?.get('sha-256');
  return stated?.kind === 'bytes' && areSame(stated.bytes, await sha256(rawBody));
}

/**
 * The outcome of one check of a request, and the rule that both signature forms share: one valid
 * signature by a known key is enough, which is what lets keys rotate.
 */
import type { Bytes } from './bytes.ts';
import type { KeySet } from './key-set.ts';
import { isSigned } from './public-key.ts';

export type InvalidReason =
  | 'missing-header'
  | 'malformed-header'
  | 'payload-version'
  | 'wrong-endpoint'
  | 'timestamp-too-old'
  | 'timestamp-in-future'
  | 'bearer-mismatch'
  | 'signature-missing'
  | 'signature-mismatch'
  | 'not-covered'
  | 'identity-unsigned'
  | 'digest-mismatch'
  | 'unknown-key'
  | 'keys-unavailable'
  | 'body-too-large'
  | 'payload-malformed';

export interface FailedCheck {
  readonly kind: 'failed';
  readonly reason: InvalidReason;
  readonly detail: string;
}

export type Check = { readonly kind: 'passed' } | FailedCheck;

export const PASSED: Check = { kind: 'passed' };

/**
 * A check of signatures also says whether they cover endpoint, event, sequence and run, and whether
 * they say that the delivery was reopened.
 */
export type SignedCheck =
  | {
      readonly kind: 'passed';
      readonly identity: 'signed' | 'unsigned';
      readonly reopened: boolean;
    }
  | FailedCheck;

/** One signature of a request. */
export interface SignatureCandidate {
  readonly kid: string;
  readonly signed: Bytes;
  readonly signature: Bytes;
}

/** Two keys sign during a rotation; further signatures are ignored. */
export const SIGNATURES_MAX = 8;

export function failed(reason: InvalidReason, detail: string): FailedCheck {
  return { kind: 'failed', reason, detail };
}

/**
 * One valid signature is enough, at any position. Of several failures it reports the one that a
 * later try may resolve.
 */
export async function checkAnySignature(
  keys: KeySet,
  candidates: readonly SignatureCandidate[],
): Promise<Check> {
  let failure: FailedCheck | null = null;
  for (const { kid, signed, signature } of candidates.slice(0, SIGNATURES_MAX)) {
    const found = await keys.keyById(kid);
    if (found.kind === 'key') {
      if (await isSigned(found.key, signed, signature)) return PASSED;
      failure ??= failed('signature-mismatch', 'The signature does not match the request.');
    } else if (found.kind === 'unavailable') {
      failure = failed('keys-unavailable', found.detail);
    } else if (failure?.reason !== 'keys-unavailable') {
      failure = failed('unknown-key', `No key has the id ${kid.slice(0, 64)}.`);
    }
  }
  return failure ?? failed('signature-missing', 'The request has no signature that is known here.');
}

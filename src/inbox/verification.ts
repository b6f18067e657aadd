/**
 * What a careful receiver would find out about a webhook in an `http` box. It uses the published
 * receiver package, so that both accept the same webhooks. Each check is reported by itself, so
 * that a failed one does not hide another. Nothing is refused because of it.
 */
import {
  createOrderGuard,
  type OrderGuard,
  type PublicJwk,
  type VerifyResult,
  verifyWebhook,
} from '../../receiver/src/index.ts';
import type { InboxVerification } from '../engine/ports/inbox.ts';
import { readJson, valueAt } from './json.ts';
import type { Held } from './kept.ts';
import type { ReadHeader } from './reading.ts';

const TOLERANCE_S = 300;
/** The age is checked separately. */
const ANY_TIME_S = Number.MAX_SAFE_INTEGER;
const REMEMBERED_MAX = 10_000;

/** Rejects only if the keys cannot be read. */
export async function verificationOf(
  held: Pick<Held, 'receivedAtMs' | 'body' | 'order'>,
  header: ReadHeader,
  { keys, secrets }: Proofs,
): Promise<InboxVerification> {
  const ageS = ageOf(header('webhook-timestamp'), held.receivedAtMs);
  const timestamp = ageS === null ? 'absent' : isWithin(ageS) ? 'within' : 'outside';
  const result = await verifyWebhook({
    headers: { get: header },
    rawBody: held.body,
    keys,
    signingSecret: secrets,
    toleranceS: ANY_TIME_S,
    contentKey: contentKeyOf(held.body),
    now: () => held.receivedAtMs,
  });
  const signature = signatureOf(result, header);
  const digest = digestOf(result, header);
  const facts = { ageS, timestamp, signature, digest, order: held.order } as const;
  if (facts.signature === 'absent') {
    const bearer = header('authorization') !== null;
    return { verdict: 'unsigned', detail: bearer ? BEARER : UNSIGNED, ...facts };
  }
  if (result.kind === 'invalid') return { verdict: 'invalid', detail: result.detail, ...facts };
  if (timestamp !== 'within') return { verdict: 'invalid', detail: NOT_NOW, ...facts };
  const bySecret = header('webhook-key-id') === null && header('signature-input') === null;
  return { verdict: 'valid', detail: bySecret ? VALID_SECRET : VALID, ...facts };
}

/** What verifies signatures: the published keys, and the secrets of the named endpoint. */
export interface Proofs {
  readonly keys: readonly PublicJwk[];
  readonly secrets: readonly string[];
}

/**
 * Whether a valid signature of the request covers its endpoint, id and sequence; `null`: it has no
 * signature.
 */
export async function isProven(
  held: Pick<Held, 'receivedAtMs' | 'body' | 'order'>,
  header: ReadHeader,
  proofs: Proofs,
): Promise<boolean | null> {
  const { signature } = await verificationOf(held, header, proofs);
  return signature === 'absent' ? null : signature === 'valid';
}

const VALID = 'Signed by a key of the project, whole and recent.';
const VALID_SECRET = 'Signed with the secret of the endpoint, whole and recent.';
const BEARER = 'It carries a credential and no signature: that tells who sent it, not what.';
const UNSIGNED = 'It carries neither a signature nor a credential.';
const NOT_NOW = `webhook-timestamp is more than ${TOLERANCE_S} s from the time of its arrival.`;

/**
 * Whether webhooks arrive once and in order, over all boxes; refused webhooks do not count. Signed
 * and unsigned webhooks are counted separately, so that a forged one never makes a genuine one
 * late.
 */
export class OrderWatch {
  readonly #guard: OrderGuard = createOrderGuard({ capacity: REMEMBERED_MAX });

  async see(
    header: ReadHeader,
    callId: string | null,
    taken: boolean,
    proven: boolean,
  ): Promise<InboxVerification['order']> {
    const webhookId = header('webhook-id');
    const endpointId = header('webhook-endpoint-id');
    const sequence = Number(header('webhook-sequence'));
    if (webhookId === null || endpointId === null || callId === null) return 'unknown';
    if (!Number.isSafeInteger(sequence) || sequence < 1) return 'unknown';
    const lane = `${proven ? 'proven' : 'said'} ${endpointId}`;
    const webhook = { webhookId, endpointId: lane, sequence, payload: { data: { callId } } };
    try {
      const outcome = await this.#guard.run(webhook, () => {
        if (!taken) throw NOT_TAKEN;
      });
      return WORDS[outcome];
    } catch {
      return 'in-order';
    }
  }
}

const NOT_TAKEN = new Error('the box did not take it, so it will come again');
const WORDS = {
  handled: 'in-order',
  duplicate: 'repeat',
  reopened: 'late',
  late: 'late',
} as const;

function signatureOf(result: VerifyResult, header: ReadHeader): InboxVerification['signature'] {
  const stated = SIGNATURE_HEADERS.some((name) => header(name) !== null);
  if (!stated) return 'absent';
  if (result.kind === 'valid') return 'valid';
  // Both faults are found only after the signatures were checked.
  return result.reason === 'payload-malformed' || result.reason === 'digest-mismatch'
    ? 'valid'
    : 'invalid';
}

const SIGNATURE_HEADERS = ['webhook-signature', 'signature-input', 'signature'] as const;

/** Checked only if a valid signature covers it. */
function digestOf(result: VerifyResult, header: ReadHeader): InboxVerification['digest'] {
  if (header('content-digest') === null || header('signature-input') === null) return 'absent';
  if (result.kind === 'valid' || result.reason === 'payload-malformed') return 'matches';
  return result.reason === 'digest-mismatch' ? 'differs' : 'absent';
}

function ageOf(stated: string | null, receivedAtMs: number): number | null {
  if (stated === null || !/^[1-9]\d{0,11}$/.test(stated)) return null;
  return Math.floor(receivedAtMs / 1_000) - Number(stated);
}

function isWithin(ageS: number): boolean {
  return Math.abs(ageS) <= TOLERANCE_S;
}

/** The content key need not be `message`: it is the key that is neither of the other two. */
function contentKeyOf(body: Buffer): string {
  const payload = readJson(body.toString());
  if (typeof payload !== 'object' || payload === null) return 'message';
  const own = Object.keys(payload).filter((key) => key !== 'data' && key !== 'errors');
  return own.find((key) => typeof valueAt(payload, key) === 'string') ?? 'message';
}

/**
 * POST requests with an `Idempotency-Key` as rows. The unique index decides which of two requests
 * with one key begins: the other one waits for its commit and then reads its row.
 */
import {
  KEYED_KEPT_MS,
  KEYED_MAX,
  type KeyedBegin,
  type KeyedRequest,
} from '../../engine/ports/keyed-request-store.ts';
import type { Asked } from '../../engine/ports/store.ts';
import { change, type Operation, one, query } from '../statement.ts';
import type { ExpiryQuery, ExpiryResult, ExpiryStep } from './retention/expiry.ts';

/**
 * Parameters: caller, key, fingerprint, now, oldest, newest. The unique index. Replaces a row that
 * has expired, or that was written while the clock was wrong.
 */
const BEGIN = query(`
  insert into keyed_requests (caller, key_hash, fingerprint, began_at) values (?1, ?2, ?3, ?4)
  on conflict (caller, key_hash) do update set
    fingerprint = excluded.fingerprint, began_at = excluded.began_at, answer = null
  where keyed_requests.began_at < ?5 or keyed_requests.began_at > ?6`);

/** Parameters: caller, key. The unique index. */
const KNOWN = query<{ fingerprint: string; began_at: number; answer: string | null }>(
  'select fingerprint, began_at, answer from keyed_requests where caller = ? and key_hash = ?',
);

/** Parameters: caller, most. Reads at most that many entries of the unique index. */
const COUNT = query<{ rows: number }>(`
  select count(*) rows from (select 1 from keyed_requests where caller = ? limit ?) counted`);

/** Parameters: answer, caller, key, fingerprint, began. The unique index. */
const KEEP = query(`
  update keyed_requests set answer = ?
  where caller = ? and key_hash = ? and fingerprint = ? and began_at = ? and answer is null`);
const DROP = query(`
  delete from keyed_requests
  where caller = ? and key_hash = ? and fingerprint = ? and began_at = ? and answer is null`);

/**
 * Parameters: before, after, limit. keyed_requests_by_time, for either side. A row from the future
 * was written while the clock was wrong.
 */
export const FORGET_KEYED = query(`
  delete from keyed_requests where key in (
    select key from keyed_requests where began_at < ?
    union all select key from keyed_requests where began_at > ? limit ?)`);

const BEGIN_TRIES = 3;

export function* beginKeyed(request: KeyedRequest): Operation<KeyedBegin> {
  const { caller, keyHash, fingerprint, beganAtMs } = request;
  const between = [beganAtMs - KEYED_KEPT_MS, beganAtMs + KEYED_KEPT_MS] as const;
  const row = yield* one(KNOWN, caller, keyHash);
  if (row === undefined) {
    const count = yield* one(COUNT, caller, KEYED_MAX);
    if ((count?.rows ?? 0) >= KEYED_MAX) return { kind: 'full' };
  }
  // Between the two statements another process may drop the row of its request.
  for (let tried = 1; tried <= BEGIN_TRIES; tried += 1) {
    const begun = yield* change(BEGIN, caller, keyHash, fingerprint, beganAtMs, ...between);
    if (begun > 0) return { kind: 'begun' };
    const known = yield* one(KNOWN, caller, keyHash);
    if (known === undefined) continue;
    const first = { fingerprint: known.fingerprint, beganAtMs: known.began_at };
    return { kind: 'known', request: { caller, keyHash, ...first }, answer: known.answer };
  }
  throw new Error('a keyed request was dropped again and again while it was begun');
}

export function* keepAnswer(asked: Asked<'keepAnswer'>): Operation<void> {
  const { caller, keyHash, fingerprint, beganAtMs } = asked.request;
  yield* change(KEEP, asked.answer, caller, keyHash, fingerprint, beganAtMs);
}

export function* dropKeyed(request: KeyedRequest): Operation<void> {
  const { caller, keyHash, fingerprint, beganAtMs } = request;
  yield* change(DROP, caller, keyHash, fingerprint, beganAtMs);
}

/** Removes old requests of all callers, and those dated too far ahead. */
function* forgetKeyed({ nowMs, limit }: ExpiryQuery): Operation<ExpiryResult> {
  const [old, future] = [nowMs - KEYED_KEPT_MS, nowMs + KEYED_KEPT_MS];
  const removed = yield* change(FORGET_KEYED, old, future, limit);
  // There is no position to store: the next step finds the rest by its time.
  return { examined: removed, removed, lastKey: removed === limit ? 1 : null };
}

export const KEYED_STEPS: readonly ExpiryStep[] = [forgetKeyed];

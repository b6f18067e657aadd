/**
 * Tries to sign in as rows, so that all processes count together. A try is written as failed before
 * the password is checked, in the commit that allows it, so that parallel tries have no advantage.
 * A refused try writes nothing. At a network where a person is signed in, other people's tries do
 * not delay that person. The rule is in `core/person/sign-in-throttle.ts`.
 */
import {
  mayTry,
  type SignInTries,
  THROTTLE_RULES,
  type ThrottleSubject,
  tryOnce,
} from '../../../core/person/sign-in-throttle.ts';
import type { TrySubjects } from '../../../engine/ports/people-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { change, type Operation, one, query } from '../../statement.ts';

interface TryRow {
  readonly failures: number;
  readonly failed_at: number;
  readonly open_at: number;
}

/** Primary key. Without a lock: during an attack most tries end here and write nothing. */
const LOOK = query<TryRow>(
  'select failures, failed_at, open_at from sign_in_tries where subject = ?',
);
/** Locks the row until the commit, and creates it if it is new. Primary key. */
const HOLD = query<TryRow>(`
  insert into sign_in_tries (subject, failures, failed_at, open_at) values (?, 0, 0, 0)
  on conflict (subject) do update set subject = excluded.subject
  returning failures, failed_at, open_at`);
const KEEP = query(
  'update sign_in_tries set failures = ?, failed_at = ?, open_at = ? where subject = ?',
);
const FORGET = query('delete from sign_in_tries where subject = ?');
const TAKE_BACK = query(`
  update sign_in_tries set failures = failures - 1, open_at = 0
  where subject = ? and failures > 0`);
/** Parameters: e-mail, address. The unique index of users, then sessions_by_user. */
const IS_KNOWN_THERE = query<{ key: number }>(`
  select s.key from users u join sessions s on s.user_key = u.key
  where u.email = ? and s.address = ? order by s.key limit 1`);

/**
 * Each transaction locks rows in this order, at most one of a kind, so that there is no deadlock.
 */
const IN_ORDER: readonly ThrottleSubject[] = ['pair', 'account', 'network'];

export function* trySignIn(wanted: Asked<'trySignIn'>): Operation<number> {
  const { subjects, from, nowMs } = wanted;
  const isKnown = (yield* one(IS_KNOWN_THERE, from.email, from.address)) !== undefined;
  const counted = IN_ORDER.filter((kind) => kind !== 'account' || !isKnown);
  const kept: [string, SignInTries][] = [];
  let waitMs = 0;
  for (const kind of counted) {
    const row = yield* one(LOOK, subjects[kind]);
    waitMs = Math.max(waitMs, mayTry(triesOf(row), nowMs, THROTTLE_RULES[kind]));
  }
  if (waitMs > 0) return waitMs;
  // Read again under the lock, since other tries may have been counted meanwhile.
  for (const kind of counted) {
    const row = yield* one(HOLD, subjects[kind]);
    const tried = tryOnce(triesOf(row), nowMs, THROTTLE_RULES[kind]);
    if ('kept' in tried) kept.push([subjects[kind], tried.kept]);
    else waitMs = Math.max(waitMs, tried.waitMs);
  }
  if (waitMs > 0) return waitMs;
  for (const [subject, { failures, failedAtMs, openAtMs }] of kept) {
    yield* change(KEEP, failures, failedAtMs, openAtMs, subject);
  }
  return 0;
}

/** The try succeeded: the account's failures are forgiven, and for the network only this try. */
export function* forgiveSignIn(subjects: TrySubjects): Operation<void> {
  yield* change(FORGET, subjects.pair);
  yield* change(FORGET, subjects.account);
  yield* change(TAKE_BACK, subjects.network);
}

function triesOf(row: TryRow | undefined): SignInTries | null {
  if (row === undefined || row.failures === 0) return null;
  return { failures: row.failures, failedAtMs: row.failed_at, openAtMs: row.open_at };
}

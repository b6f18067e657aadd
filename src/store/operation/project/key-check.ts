/**
 * The text that only the right master key opens, as a row of `meta`. The caller tries whether a key
 * opens it; the store never has a key.
 */

import { formatId, type UserKey } from '../../../core/id.ts';
import type {
  KeyRingNote,
  SealedAnswer,
  SealedAuthenticator,
} from '../../../engine/ports/key-check-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, type Operation, one, query } from '../../statement.ts';

const READ = query<{ value: string }>("select value from meta where name = 'key check'");
/** Parameters: sealed text. A second process waits for the first one's commit. */
const ADD = query(`
  insert into meta (name, value) values ('key check', ?) on conflict (name) do nothing`);
const REPLACE = query(`
  insert into meta (name, value) values ('key check', ?)
  on conflict (name) do update set value = excluded.value`);

export function* keyCheck(): Operation<string | null> {
  return (yield* one(READ))?.value ?? null;
}

export function* putKeyCheck(wanted: Asked<'putKeyCheck'>): Operation<string> {
  if (wanted.former !== undefined) yield* change(PUT, 'key rotation', wanted.former);
  yield* change(wanted.replace ? REPLACE : ADD, wanted.sealed);
  return (yield* keyCheck()) ?? wanted.sealed;
}

const PUT = query(`
  insert into meta (name, value) values (?, ?)
  on conflict (name) do update set value = excluded.value`);
const ROTATION = query<{ value: string }>("select value from meta where name = 'key rotation'");
const END_ROTATION = query("delete from meta where name = 'key rotation'");
/** Rows by the name of the process. Primary key. */
const RING = 'key ring ';
const RINGS = query<{ name: string; value: string }>(
  "select name, value from meta where name >= 'key ring ' and name < 'key ring!'",
);

/** Parameters: JSON list of names of processes. Primary key. */
const FORGET_RINGS = query(
  "delete from meta where name in (select 'key ring ' || value from json_each(?))",
);

export function* keyRotation(): Operation<string | null> {
  return (yield* one(ROTATION))?.value ?? null;
}

export function* endKeyRotation(): Operation<void> {
  yield* change(END_ROTATION);
}

export function* keyRings(): Operation<readonly KeyRingNote[]> {
  const rows = yield* all(RINGS);
  return rows.map(({ name, value }) => ({
    process: name.slice(RING.length),
    ids: value.split(' '),
  }));
}

export function* noteKeyRing(note: Asked<'noteKeyRing'>): Operation<void> {
  yield* change(FORGET_RINGS, JSON.stringify(note.ended));
  yield* change(PUT, `${RING}${note.process}`, note.ids.join(' '));
}

/** Parameters: after, limit. Primary keys. */
const AUTHENTICATORS = query<{ user_key: UserKey; created_at: number; secret: string }>(`
  select a.user_key, u.created_at, a.secret
  from authenticators a join users u on u.key = a.user_key
  where a.user_key > ? order by a.user_key limit ?`);
/** Parameters: sealed, user, secret as it was read. Another writer's secret stays. */
const RESEAL_AUTHENTICATOR = query(
  'update authenticators set secret = ? where user_key = ? and secret = ?',
);
/** Parameters: after, limit. Primary key. */
const ANSWERS = query<{
  key: number;
  caller: string;
  key_hash: string;
  fingerprint: string;
  began_at: number;
  answer: string;
}>(`
  select key, caller, key_hash, fingerprint, began_at, answer from keyed_requests
  where key > ? and answer is not null order by key limit ?`);
/** Parameters: sealed, key, answer as it was read. Another writer's answer stays. */
const RESEAL_ANSWER = query('update keyed_requests set answer = ? where key = ? and answer = ?');

export function* authenticators({
  after,
  limit,
}: Asked<'authenticators'>): Operation<readonly SealedAuthenticator[]> {
  const rows = yield* all(AUTHENTICATORS, after ?? 0, limit);
  return rows.map(({ user_key: user, created_at: createdAtMs, secret }) => ({
    user,
    userId: formatId('usr', createdAtMs, user),
    secret,
  }));
}

export function* resealAuthenticator(wanted: Asked<'resealAuthenticator'>): Operation<boolean> {
  const { sealed, user, secret } = wanted;
  return (yield* change(RESEAL_AUTHENTICATOR, sealed, user, secret)) > 0;
}

export function* keptAnswers(asked: Asked<'keptAnswers'>): Operation<readonly SealedAnswer[]> {
  const rows = yield* all(ANSWERS, asked.after, asked.limit);
  return rows.map(({ key, key_hash: keyHash, began_at: beganAtMs, answer, ...rest }) => ({
    key,
    request: { caller: rest.caller, keyHash, fingerprint: rest.fingerprint, beganAtMs },
    answer,
  }));
}

export function* resealAnswer(wanted: Asked<'resealAnswer'>): Operation<boolean> {
  return (yield* change(RESEAL_ANSWER, wanted.sealed, wanted.key, wanted.answer)) > 0;
}

/**
 * Passkeys as rows. An answered challenge is a row too, written by the commit that accepts the
 * answer: if several requests bring the same answer, only one counts. The counter of a passkey only
 * grows, or stays 0 if its authenticator does not count.
 */

import { asKey, formatId, type PasskeyKey, type UserKey } from '../../../core/id.ts';
import { PASSKEYS_MAX } from '../../../core/project/limits.ts';
import type { Passkey, PasskeyAdded, PasskeyUsed } from '../../../engine/ports/passkey-store.ts';
import type { User } from '../../../engine/ports/people-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, insert, type Operation, one, query } from '../../statement.ts';
import { lockUser } from '../row-lock.ts';
import { auditOfUser } from './membership.ts';
import { endFactor, keepCodesIfNone, noteShown, secondFactorOf } from './second-factor.ts';
import { toUser, USER_BY_KEY } from './user-row.ts';

interface PasskeyRow {
  readonly key: PasskeyKey;
  readonly user_key: UserKey;
  readonly credential_id: string;
  readonly public_key: string;
  readonly sign_count: number;
  readonly transports: string;
  readonly name: string;
  readonly signs_in: number;
  readonly created_at: number;
  readonly used_at: number | null;
}

/** Parameters: user. passkeys_by_user. */
const OF_USER = query<PasskeyRow>(`
  select key, user_key, credential_id, public_key, sign_count, transports, name, signs_in,
    created_at, used_at
  from passkeys where user_key = ? order by key + 0`);
/** Parameters: credential. The unique index. */
const BY_CREDENTIAL = query<PasskeyRow>(`
  select key, user_key, credential_id, public_key, sign_count, transports, name, signs_in,
    created_at, used_at
  from passkeys where credential_id = ?`);
/**
 * Parameters: hash, time. If two requests come at once, the second waits and then finds the row.
 */
const SPEND = query(`
  insert into spent_challenges (hash, spent_at) values (?, ?) on conflict (hash) do nothing`);
const INSERT = query(`
  insert into passkeys (user_key, credential_id, public_key, sign_count, transports, name,
    signs_in, created_at, used_at)
  values (?, ?, ?, ?, ?, ?, 1, ?, null)`);
/** Parameters: count, time, whether it may sign in again, key, user. Primary key. */
const USE = query(`
  update passkeys set sign_count = ?1, used_at = ?2,
    signs_in = case when ?3 = 1 then 1 else signs_in end
  where key = ?4 and user_key = ?5 and (sign_count < ?1 or (sign_count = 0 and ?1 = 0))
    and (?3 = 1 or signs_in = 1)`);
/** Parameters: whether it may sign in again, key, user. Primary key. */
const USABLE = query<{ key: PasskeyKey }>(`
  select key from passkeys where key = ?2 and user_key = ?3 and (?1 = 1 or signs_in = 1)`);
/** Parameters: key, user. Primary key. */
const REMOVE = query('delete from passkeys where key = ? and user_key = ?');

export function* passkeysOf(user: UserKey): Operation<readonly Passkey[]> {
  return (yield* all(OF_USER, user)).map(toPasskey);
}

export function* passkeyByCredential(
  credentialId: string,
): Operation<{ readonly passkey: Passkey; readonly user: User } | null> {
  const row = yield* one(BY_CREDENTIAL, credentialId);
  if (row === undefined) return null;
  const user = yield* one(USER_BY_KEY, row.user_key);
  return user === undefined ? null : { passkey: toPasskey(row), user: toUser(user) };
}

export function* addPasskey(wanted: Asked<'addPasskey'>): Operation<PasskeyAdded> {
  const { user, added, audit } = wanted;
  yield* lockUser(user);
  if ((yield* secondFactorOf(user)).passkeys >= PASSKEYS_MAX) return { kind: 'full' };
  if ((yield* one(BY_CREDENTIAL, added.credentialId)) !== undefined) return { kind: 'taken' };
  if (!(yield* spend(added.challenge, audit.atMs))) return { kind: 'spent' };
  const { credentialId, publicKey, signCount, transports, name } = added;
  const key = asKey<PasskeyKey>(
    yield* insert(
      INSERT,
      ...([user, credentialId, publicKey, signCount, transports.join(','), name] as const),
      audit.atMs,
    ),
  );
  const codesKept = yield* keepCodesIfNone(user, added.codes);
  yield* noteShown(user, added.session, audit.atMs);
  yield* auditOfUser(user, audit);
  const passkey = {
    key,
    id: formatId('psk', audit.atMs, key),
    userKey: user,
    signsIn: true,
    credentialId,
    publicKey,
    signCount,
    transports,
    name,
    createdAtMs: audit.atMs,
    usedAtMs: null,
  };
  return { kind: 'added', passkey, codesKept };
}

export function* usePasskey(wanted: Asked<'usePasskey'>): Operation<PasskeyUsed> {
  const { user, use, refusal } = wanted;
  if (!(yield* spend(use.challenge, refusal.atMs))) return 'spent';
  const again = use.alone ? 0 : 1;
  const used = yield* change(USE, use.signCount, refusal.atMs, again, use.key, user);
  if (used > 0) return 'used';
  // The passkey was removed or lost its sign-in meanwhile; that is no sign of a copy.
  if ((yield* one(USABLE, again, use.key, user)) === undefined) return 'spent';
  yield* auditOfUser(user, refusal);
  return 'counter-back';
}

export function* removePasskey(wanted: Asked<'removePasskey'>): Operation<boolean> {
  const { user, key, session, audit } = wanted;
  // With this lock, if two factors are removed at once, the second removal sees that none is left.
  yield* lockUser(user);
  if ((yield* change(REMOVE, key, user)) === 0) return false;
  yield* endFactor(user, session);
  yield* auditOfUser(user, audit);
  return true;
}

/** Returns false if the challenge was answered before. */
function* spend(challenge: string, atMs: number): Operation<boolean> {
  return (yield* change(SPEND, challenge, atMs)) > 0;
}

function toPasskey(row: PasskeyRow): Passkey {
  return {
    key: row.key,
    id: formatId('psk', row.created_at, row.key),
    userKey: row.user_key,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: row.sign_count,
    transports: row.transports === '' ? [] : row.transports.split(','),
    name: row.name,
    signsIn: row.signs_in === 1,
    createdAtMs: row.created_at,
    usedAtMs: row.used_at,
  };
}

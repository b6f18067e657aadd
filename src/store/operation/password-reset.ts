/**
 * Links by which somebody chooses a new password. A token is kept as SHA-256 only. There is one
 * link of each kind for a person: nobody who asks for a mail takes a colleague's link away. One
 * that is used ends all others, and every session.
 */
import type { UserKey } from '../../core/id.ts';
import type { AuditEntry } from '../../engine/ports/manage-store.ts';
import type { NewReset, PasswordReset, ResetWay, User } from '../../engine/ports/people-store.ts';
import { change, insert, type Operation, one, query } from '../statement.ts';
import { auditOfUser } from './membership.ts';
import { toUser, USER_BY_EMAIL, USER_BY_KEY } from './user-row.ts';

/** Parameters: user, way. The unique index of both. */
const OF_WAY = query<{ created_at: number }>(
  'select created_at from password_resets where user_key = ? and way = ?',
);
const REMOVE_SAME = query('delete from password_resets where user_key = ? and way = ?');
const INSERT = query(`
  insert into password_resets (user_key, way, hash, created_at, expires_at)
  values (?, ?, ?, ?, ?)`);
/** Parameters: hash. The unique index. */
const BY_HASH = query<{ user_key: UserKey; way: ResetWay; expires_at: number }>(
  'select user_key, way, expires_at from password_resets where hash = ?',
);
/** Holds the link until the commit: of two that use it at once the second finds none. */
const TAKE = query('delete from password_resets where hash = ? and user_key = ?');
const REMOVE_ALL = query('delete from password_resets where user_key = ?');
/** sessions_by_user. */
const END_SESSIONS = query('delete from sessions where user_key = ?');
/** Primary key. */
const SET_PASSWORD = query('update users set password_hash = ?, updated_at = ? where key = ?');

/** False: one of this kind was made after `unlessSinceMs`, and stays. */
export function* createPasswordReset(wanted: {
  readonly user: UserKey;
  readonly reset: NewReset;
  readonly audit: AuditEntry;
}): Operation<boolean> {
  const { user, reset, audit } = wanted;
  const { way, hash, expiresAtMs, unlessSinceMs } = reset;
  const present = yield* one(OF_WAY, user, way);
  if (present !== undefined && unlessSinceMs !== null && present.created_at > unlessSinceMs) {
    return false;
  }
  yield* change(REMOVE_SAME, user, way);
  yield* insert(INSERT, user, way, hash, audit.atMs, expiresAtMs);
  yield* auditOfUser(user, audit);
  return true;
}

/** For the command on the host, which knows nobody's key. Null: nobody has this address. */
export function* createHostReset(wanted: {
  readonly email: string;
  readonly reset: NewReset;
  readonly audit: AuditEntry;
}): Operation<User | null> {
  const row = yield* one(USER_BY_EMAIL, wanted.email);
  if (row === undefined) return null;
  const user = toUser(row);
  const audit = { ...wanted.audit, target: user.id };
  yield* createPasswordReset({ user: user.key, reset: wanted.reset, audit });
  return user;
}

export function* passwordResetByHash(hash: string): Operation<PasswordReset | null> {
  const row = yield* one(BY_HASH, hash);
  if (row === undefined) return null;
  const user = yield* one(USER_BY_KEY, row.user_key);
  if (user === undefined) return null;
  return { user: toUser(user), way: row.way, expiresAtMs: row.expires_at };
}

/** False: it was used at this moment. */
export function* resetPassword(wanted: {
  readonly hash: string;
  readonly user: UserKey;
  readonly passwordHash: string;
  readonly audit: AuditEntry;
}): Operation<boolean> {
  const { hash, user, passwordHash, audit } = wanted;
  if ((yield* change(TAKE, hash, user)) === 0) return false;
  yield* change(REMOVE_ALL, user);
  yield* change(END_SESSIONS, user);
  yield* change(SET_PASSWORD, passwordHash, audit.atMs, user);
  yield* auditOfUser(user, audit);
  return true;
}

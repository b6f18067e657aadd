/**
 * Links by which a person sets a new password. A token is stored as SHA-256 only. A person has one
 * link of each kind, so that a mail request does not end a colleague's link. Using a link ends all
 * others, every session, and the identity provider's subject. A link is valid while the account's
 * standing is the same as when it was created and, if a member created it, while that member may
 * create it.
 */

import type { ProjectKey, UserKey } from '../../../core/id.ts';
import { mayReset } from '../../../core/person/role-rights.ts';
import type { PasswordReset, ResetWay, User } from '../../../engine/ports/people-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { change, insert, type Operation, one, query } from '../../statement.ts';
import { lockUser } from '../row-lock.ts';
import { auditOfUser } from './membership.ts';
import { passkeysOnlyBeside } from './passkey-standing.ts';
import { dropSecondFactors } from './second-factor.ts';
import { membershipsOf } from './signed-in.ts';
import { standingOf, toUser, USER_BY_EMAIL, USER_BY_KEY, userById } from './user-row.ts';

interface ResetRow {
  readonly user_key: UserKey;
  readonly way: ResetWay;
  readonly made_by: string | null;
  readonly project_key: ProjectKey | null;
  readonly standing: number;
  readonly expires_at: number;
}

/** Parameters: user, way. The unique index of both. */
const OF_WAY = query<{ created_at: number }>(
  'select created_at from password_resets where user_key = ? and way = ?',
);
const REMOVE_SAME = query('delete from password_resets where user_key = ? and way = ?');
const INSERT = query(`
  insert into password_resets
    (user_key, way, made_by, project_key, standing, hash, created_at, expires_at)
  values (?, ?, ?, ?, ?, ?, ?, ?)`);
/** Parameters: hash. The unique index. */
const BY_HASH = query<ResetRow>(`
  select user_key, way, made_by, project_key, standing, expires_at
  from password_resets where hash = ?`);
/** Locks the link until the commit: if two requests use it at once, the second finds none. */
const TAKE = query('delete from password_resets where hash = ? and user_key = ?');
const REMOVE_ALL = query('delete from password_resets where user_key = ?');
/** sessions_by_user. */
const END_SESSIONS = query('delete from sessions where user_key = ?');
/**
 * Primary key. A person who got the link by mail reads that address, so an identity provider that
 * has verified it may be linked again.
 */
const SET_PASSWORD = query(`
  update users set password_hash = ?, oidc_subject = null, updated_at = ?,
    email_from = case when email_from = 'self' and ? = 'mail' then 'invitation' else email_from end,
    standing = standing + 1
  where key = ?`);

/** Returns false if a link of this kind that was created after `unlessSinceMs` stays. */
export function* createPasswordReset(wanted: Asked<'createPasswordReset'>): Operation<boolean> {
  const { user, reset, audit } = wanted;
  const { way, madeBy, hash, expiresAtMs, unlessSinceMs } = reset;
  yield* lockUser(user);
  const present = yield* one(OF_WAY, user, way);
  if (present !== undefined && unlessSinceMs !== null && present.created_at > unlessSinceMs) {
    return false;
  }
  yield* change(REMOVE_SAME, user, way);
  const standing = (yield* standingOf(user)) ?? -1;
  const maker = [madeBy?.id ?? null, madeBy?.projectKey ?? null];
  yield* insert(INSERT, user, way, ...maker, standing, hash, audit.atMs, expiresAtMs);
  yield* auditOfUser(user, audit);
  return true;
}

/**
 * For the command on the host, which knows no keys of users. Returns null if no account has this
 * address.
 */
export function* createHostReset(wanted: Asked<'createHostReset'>): Operation<User | null> {
  const row = yield* one(USER_BY_EMAIL, wanted.email);
  if (row === undefined) return null;
  const user = toUser(row);
  const audit = { ...wanted.audit, target: user.id };
  yield* createPasswordReset({ user: user.key, reset: wanted.reset, audit });
  return user;
}

export function* passwordResetByHash(hash: string): Operation<PasswordReset | null> {
  const row = yield* one(BY_HASH, hash);
  if (row === undefined || !(yield* stands(row))) return null;
  const user = yield* one(USER_BY_KEY, row.user_key);
  if (user === undefined) return null;
  const { way, made_by: madeBy, expires_at: expiresAtMs } = row;
  return { user: toUser(user), way, madeBy, expiresAtMs };
}

/** Whether the conditions under which the link was created still hold. */
function* stands(row: ResetRow): Operation<boolean> {
  if (row.standing !== (yield* standingOf(row.user_key))) return false;
  if (row.way !== 'member') return true;
  const maker = row.made_by === null ? null : yield* userById(row.made_by);
  if (maker === null || row.project_key === null) return false;
  const own = yield* membershipsOf(maker.key);
  return mayReset(own, yield* membershipsOf(row.user_key), row.project_key);
}

/** Returns false if the link was used at this moment, or has expired. */
export function* resetPassword(wanted: Asked<'resetPassword'>): Operation<boolean> {
  const { hash, user, passwordHash, audit } = wanted;
  yield* lockUser(user);
  const row = yield* one(BY_HASH, hash);
  if (row === undefined || row.user_key !== user || !(yield* stands(row))) return false;
  if ((yield* change(TAKE, hash, user)) === 0) return false;
  yield* change(REMOVE_ALL, user);
  yield* change(END_SESSIONS, user);
  // The operator of the host may also help a person who lost the phone.
  if (row.way === 'host') yield* dropSecondFactors(user);
  else yield* passkeysOnlyBeside(user);
  yield* change(SET_PASSWORD, passwordHash, audit.atMs, row.way, user);
  yield* auditOfUser(user, audit);
  return true;
}

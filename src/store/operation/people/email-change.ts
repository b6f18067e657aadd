/**
 * E-mails that are not effective yet. A change is valid while the account's standing is the same as
 * at the request; only when it takes effect is it checked whether another account has the address.
 * If an owner confirms a change, the same commit checks the owner's rights.
 */

import type { ProjectKey, UserKey } from '../../../core/id.ts';
import { mayConfirmEmail } from '../../../core/person/role-rights.ts';
import type { EmailChange, EmailConfirmation } from '../../../engine/ports/email-change-store.ts';
import type { User } from '../../../engine/ports/people-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, type Operation, one, query } from '../../statement.ts';
import { lockUser } from '../row-lock.ts';
import { auditOfUser, END_INVITATIONS_FOR } from './membership.ts';
import { membershipsOf, renewSession } from './signed-in.ts';
import { emailTaken, standingOf, toUser, USER_BY_EMAIL, USER_BY_KEY } from './user-row.ts';

interface ChangeRow {
  readonly user_key: UserKey;
  readonly email: string;
  readonly way: EmailChange['way'];
  readonly standing: number;
  readonly expires_at: number;
}

const INSERT = query(`
  insert into email_changes (user_key, email, way, hash, standing, created_at, expires_at)
  values (?, ?, ?, ?, ?, ?, ?)`);
/** Primary key. */
const REMOVE = query('delete from email_changes where user_key = ?');
const OF_USER = query<ChangeRow>(
  'select user_key, email, way, standing, expires_at from email_changes where user_key = ?',
);
/** Parameters: hash. The unique index. */
const BY_HASH = query<ChangeRow>(
  'select user_key, email, way, standing, expires_at from email_changes where hash = ?',
);
/** Parameters: project. Primary keys of three tables. */
const OF_PROJECT = query<ChangeRow>(`
  select e.user_key, e.email, e.way, e.standing, e.expires_at
  from memberships m
    join email_changes e on e.user_key = m.user_key
    join users u on u.key = m.user_key and u.standing = e.standing
  where m.project_key = ? order by m.user_key`);
/** Primary key. */
const SET_EMAIL = query(`
  update users set email = ?, email_from = ?, updated_at = ?, standing = standing + 1
  where key = ?`);
/** sessions_by_user. */
const END_SESSIONS = query('delete from sessions where user_key = ?');

/** Replaces an earlier request. */
export function* askEmailChange(wanted: Asked<'askEmailChange'>): Operation<void> {
  const { user, audit } = wanted;
  const { email, way, hash, expiresAtMs } = wanted.change;
  yield* lockUser(user);
  yield* change(REMOVE, user);
  const standing = (yield* standingOf(user)) ?? -1;
  yield* change(INSERT, user, email, way, hash, standing, audit.atMs, expiresAtMs);
  yield* auditOfUser(user, audit);
}

export function* emailChangeOf(user: UserKey): Operation<EmailChange | null> {
  return yield* standing(yield* one(OF_USER, user));
}

export function* emailChangeByHash(hash: string): Operation<EmailChange | null> {
  return yield* standing(yield* one(BY_HASH, hash));
}

export function* emailChangesIn(projectKey: ProjectKey): Operation<readonly EmailChange[]> {
  return (yield* all(OF_PROJECT, projectKey)).map(toChange);
}

export function* dropEmailChange(wanted: Asked<'dropEmailChange'>): Operation<boolean> {
  if ((yield* change(REMOVE, wanted.user)) === 0) return false;
  yield* auditOfUser(wanted.user, wanted.audit);
  return true;
}

/**
 * Returns null if the request has ended, or if the owner may not confirm it. Throws STATE_CONFLICT
 * if another account has the e-mail.
 */
export function* confirmEmailChange(wanted: Asked<'confirmEmailChange'>): Operation<User | null> {
  const { user, confirmation, audit } = wanted;
  const { email, emailFrom, owner, renewal } = confirmation;
  yield* lockUser(user);
  const found = yield* emailChangeOf(user);
  if (found === null || found.email !== email || found.expiresAtMs <= audit.atMs) return null;
  if (found.way === 'owner' && !(yield* mayConfirm(owner, user))) return null;
  const former = yield* one(USER_BY_KEY, user);
  const other = yield* one(USER_BY_EMAIL, email);
  if (former === undefined) return null;
  if (other !== undefined) throw emailTaken();
  yield* change(REMOVE, user);
  yield* change(SET_EMAIL, email, emailFrom, audit.atMs, user);
  yield* change(END_INVITATIONS_FOR, former.email);
  if (renewal === null) yield* change(END_SESSIONS, user);
  else yield* renewSession(user, renewal);
  yield* auditOfUser(user, audit);
  return toUser({ ...former, email, email_from: emailFrom, updated_at: audit.atMs });
}

function* mayConfirm(owner: EmailConfirmation['owner'], user: UserKey): Operation<boolean> {
  if (owner === null) return false;
  const own = yield* membershipsOf(owner.key);
  return mayConfirmEmail(own, yield* membershipsOf(user), owner.projectKey);
}

function* standing(row: ChangeRow | undefined): Operation<EmailChange | null> {
  if (row === undefined || row.standing !== (yield* standingOf(row.user_key))) return null;
  return toChange(row);
}

function toChange({ user_key: userKey, email, way, expires_at }: ChangeRow): EmailChange {
  return { userKey, email, way, expiresAtMs: expires_at };
}

/**
 * Accounts of people: found by their e-mail, id or subject, and changed only if they are as the
 * caller saw them. A change of password, e-mail or identity ends the person's links and, with a
 * renewal, every other session, in the same commit.
 */
import type { UserKey } from '../../../core/id.ts';
import type { User } from '../../../engine/ports/people-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { change, type Operation, one, query } from '../../statement.ts';
import { auditOfUser, END_INVITATIONS_FOR } from './membership.ts';
import { renewSession } from './signed-in.ts';
import {
  columnsOf,
  emailTaken,
  toUser,
  USER_BY_EMAIL,
  USER_BY_KEY,
  type UserRow,
} from './user-row.ts';

/** Parameters: issuer and subject. The unique index. */
const BY_SUBJECT = query<UserRow>(`
  select key, email, email_from, name, language, password_hash, oidc_subject, created_at,
    updated_at
  from users where oidc_subject = ?`);
/** Primary key. Changes the row only as it was seen, so that two changes at once do not mix. */
const UPDATE = query(`
  update users set email = ?, email_from = ?, name = ?, language = ?, password_hash = ?,
    oidc_subject = ?, updated_at = ?, standing = standing + ?
  where key = ? and email = ? and name = ? and updated_at = ?
    and coalesce(password_hash, '') = ? and coalesce(oidc_subject, '') = ?`);

export function* userByEmail(email: string): Operation<User | null> {
  const row = yield* one(USER_BY_EMAIL, email);
  return row === undefined ? null : toUser(row);
}

export function* userBySubject(oidcSubject: string): Operation<User | null> {
  const row = yield* one(BY_SUBJECT, oidcSubject);
  return row === undefined ? null : toUser(row);
}

export function* updateUser(wanted: Asked<'updateUser'>): Operation<User | null> {
  const { seen, facts, audit, renewal } = wanted;
  const other = yield* one(USER_BY_EMAIL, facts.email);
  if (other !== undefined && other.key !== seen.key) throw emailTaken();
  const secrets = [seen.passwordHash ?? '', seen.oidcSubject ?? ''];
  const asSeen = [seen.key, seen.email, seen.name, seen.updatedAtMs, ...secrets];
  const renamed = facts.email !== seen.email;
  const isOther =
    facts.passwordHash !== seen.passwordHash || facts.oidcSubject !== seen.oidcSubject || renamed;
  const set = [...columnsOf(facts), audit.atMs, isOther ? 1 : 0];
  const changed = yield* change(UPDATE, ...set, ...asSeen);
  if (changed === 0) return null;
  if (renamed) yield* change(END_INVITATIONS_FOR, seen.email);
  if (renewal !== null) yield* renewSession(seen.key, renewal);
  yield* auditOfUser(seen.key, audit);
  return yield* userByKey(seen.key);
}

function* userByKey(key: UserKey): Operation<User | null> {
  const row = yield* one(USER_BY_KEY, key);
  return row === undefined ? null : toUser(row);
}

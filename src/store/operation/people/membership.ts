/**
 * The members of projects and their roles. A project always keeps an owner: removing the last one
 * is refused, even if other processes change members at the same moment. Each change here ends the
 * links for the person, and the links that the person created if they have fewer rights now.
 */

import { formatId, type ProjectKey, type UserKey } from '../../../core/id.ts';
import type { MemberRole } from '../../../core/person/role.ts';
import { isAtLeast } from '../../../core/person/role-rights.ts';
import type { AuditEntry } from '../../../engine/ports/manage-store.ts';
import type { Member, MemberChange } from '../../../engine/ports/people-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, type Operation, one, query } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { lockProject, lockUser } from '../row-lock.ts';
import { revokeKeysMadeBy } from './member-keys.ts';
import { roleOf } from './member-role.ts';
import { endStanding, toUser, USER_BY_KEY, type UserRow } from './user-row.ts';

/** A present member keeps the role. Primary key. */
const JOIN = query(`
  insert into memberships (project_key, user_key, role, created_at) values (?, ?, ?, ?)
  on conflict (project_key, user_key) do nothing`);
/** Parameters: project. Primary keys, passkeys_by_user. */
const MEMBERS = query<UserRow & { role: MemberRole; since: number; second_factors: number }>(`
  select u.key, u.email, u.email_from, u.name, u.language, u.password_hash, u.oidc_subject,
    u.created_at, u.updated_at, m.role, m.created_at since,
    (select count(*) from authenticators a
      where a.user_key = u.key and a.confirmed_at is not null)
    + (select count(*) from passkeys p where p.user_key = u.key) second_factors
  from memberships m join users u on u.key = m.user_key
  where m.project_key = ? order by m.user_key`);
/** Parameters: project, user. Whether another person is an owner. Primary key. */
const OTHER_OWNER = query<{ user_key: UserKey }>(`
  select user_key from memberships where project_key = ? and user_key <> ? and role = 'owner'
  order by user_key limit 1`);
const SET_ROLE = query('update memberships set role = ? where project_key = ? and user_key = ?');
const REMOVE = query('delete from memberships where project_key = ? and user_key = ?');
/** Parameters: user. memberships_by_user. */
const PROJECTS_OF = query<{ project_key: ProjectKey }>(
  'select project_key from memberships where user_key = ? order by project_key',
);
/** Parameters: project. Primary key. */
const COUNT = query<{ members: number }>(
  'select count(*) members from memberships where project_key = ?',
);

/** Parameters: user (`usr_...`). password_resets_by_maker, for all projects. */
const END_RESETS_BY = query('delete from password_resets where made_by = ?');
/** Parameters: project, user (`usr_...`). The unique index of project and e-mail. */
const END_INVITATIONS_BY = query(
  'delete from invitations where project_key = ? and invited_by = ?',
);
/** Parameters: project, e-mail. The unique index of both. */
const END_INVITATION_OF = query('delete from invitations where project_key = ? and email = ?');

/** Parameters: e-mail. invitations_by_email. They were made for the person who had this address. */
export const END_INVITATIONS_FOR = query('delete from invitations where email = ?');

export function* joinProject(
  projectKey: ProjectKey,
  user: UserKey,
  role: MemberRole,
  nowMs: number,
): Operation<void> {
  if ((yield* change(JOIN, projectKey, user, role, nowMs)) > 0) yield* endLinks(projectKey, user);
}

/**
 * Ends the links for this person, whose membership changed. With `less`, also those that the person
 * created, since they depended on rights that the person had.
 */
function* endLinks(projectKey: ProjectKey, key: UserKey, less = false): Operation<void> {
  yield* endStanding(key);
  const row = yield* one(USER_BY_KEY, key);
  if (row === undefined) return;
  yield* change(END_INVITATION_OF, projectKey, row.email);
  if (!less) return;
  const id = formatId('usr', row.created_at, key);
  yield* change(END_RESETS_BY, id);
  yield* change(END_INVITATIONS_BY, projectKey, id);
}

/** Writes an entry about an account to the trail of each project of the person. */
export function* auditOfUser(user: UserKey, audit: AuditEntry): Operation<void> {
  for (const row of yield* all(PROJECTS_OF, user)) yield* writeAudit(row.project_key, audit);
}

export function* members(projectKey: ProjectKey): Operation<readonly Member[]> {
  return (yield* all(MEMBERS, projectKey)).map(({ role, since, second_factors, ...row }) => ({
    user: toUser(row),
    role,
    sinceMs: since,
    hasSecondFactor: second_factors > 0,
  }));
}

export function* countMembers(projectKey: ProjectKey): Operation<number> {
  return (yield* one(COUNT, projectKey))?.members ?? 0;
}

export function* setRole(wanted: Asked<'setRole'>): Operation<MemberChange> {
  const { projectKey, user, role, audit, revokeKeys } = wanted;
  yield* lockProject(projectKey);
  const present = yield* roleOf(projectKey, user);
  if (present === null) return 'not-found';
  if (present === role) {
    if (revokeKeys) yield* revokeKeysMadeBy(projectKey, user, audit);
    return 'changed';
  }
  if (role !== 'owner' && (yield* isLastOwner(projectKey, user, present))) {
    return 'last-owner';
  }
  yield* lockUser(user);
  yield* change(SET_ROLE, role, projectKey, user);
  yield* endLinks(projectKey, user, !isAtLeast(role, present));
  const told = { before: { role: present }, after: { role } };
  yield* writeAudit(projectKey, { ...audit, ...told });
  if (revokeKeys) yield* revokeKeysMadeBy(projectKey, user, audit);
  return 'changed';
}

export function* removeMember(wanted: Asked<'removeMember'>): Operation<MemberChange> {
  const { projectKey, user, audit, revokeKeys } = wanted;
  yield* lockProject(projectKey);
  const present = yield* roleOf(projectKey, user);
  if (present === null) return 'not-found';
  if (yield* isLastOwner(projectKey, user, present)) return 'last-owner';
  yield* lockUser(user);
  yield* change(REMOVE, projectKey, user);
  yield* endLinks(projectKey, user, true);
  yield* writeAudit(projectKey, { ...audit, before: { role: present }, after: null });
  if (revokeKeys) yield* revokeKeysMadeBy(projectKey, user, audit);
  return 'changed';
}

/** The project is locked, so no other change of its owners happens in between. */
function* isLastOwner(projectKey: ProjectKey, user: UserKey, role: MemberRole): Operation<boolean> {
  return role === 'owner' && (yield* one(OTHER_OWNER, projectKey, user)) === undefined;
}

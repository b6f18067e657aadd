/**
 * Invitations, and how a person enters by them. An invitation makes one membership and is then
 * removed; its token is stored as SHA-256. There is one for each e-mail and project, valid as long
 * as its creator may invite there.
 */

import { ServiceError } from '../../../core/error/service-error.ts';
import {
  asKey,
  formatId,
  type InvitationKey,
  type ProjectKey,
  type UserKey,
} from '../../../core/id.ts';
import type { MemberRole } from '../../../core/person/role.ts';
import { mayInvite } from '../../../core/person/role-rights.ts';
import { refuseTooMany } from '../../../core/project/limits.ts';
import type { Entrant, Invitation } from '../../../engine/ports/people-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, insert, type Operation, one, query } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { lockProject, lockUser } from '../row-lock.ts';
import { roleOf } from './member-role.ts';
import { countMembers, joinProject } from './membership.ts';
import { endOtherWays, insertSession } from './signed-in.ts';
import { insertUser, USER_BY_KEY, userById } from './user-row.ts';

interface InvitationRow {
  readonly key: InvitationKey;
  readonly project_key: ProjectKey;
  readonly email: string;
  readonly role: MemberRole;
  readonly invited_by: string;
  readonly created_at: number;
  readonly expires_at: number;
}

const INSERT = query(`
  insert into invitations (project_key, email, role, hash, invited_by, created_at, expires_at)
  values (?, ?, ?, ?, ?, ?, ?)`);
/** Parameters: hash. The unique index. */
const BY_HASH = query<InvitationRow>(`
  select key, project_key, email, role, invited_by, created_at, expires_at
  from invitations where hash = ?`);
/** Parameters: e-mail. invitations_by_email. */
const BY_EMAIL = query<InvitationRow>(`
  select key, project_key, email, role, invited_by, created_at, expires_at
  from invitations where email = ? order by key`);
/** Parameters: project. The unique index of project and e-mail. */
const OF_PROJECT = query<InvitationRow>(`
  select key, project_key, email, role, invited_by, created_at, expires_at
  from invitations where project_key = ? order by key`);
const BY_KEY = query<InvitationRow>(`
  select key, project_key, email, role, invited_by, created_at, expires_at
  from invitations where key = ?`);
const REMOVE_SAME = query('delete from invitations where project_key = ? and email = ?');
const REMOVE = query('delete from invitations where project_key = ? and key = ?');

export function* createInvitation(wanted: Asked<'createInvitation'>): Operation<Invitation> {
  const { projectKey, invitation, audit } = wanted;
  const { email, role, hash, invitedBy, expiresAtMs } = invitation;
  yield* lockProject(projectKey);
  yield* change(REMOVE_SAME, projectKey, email);
  const open = (yield* all(OF_PROJECT, projectKey)).length;
  refuseTooMany('members and invitations', open + (yield* countMembers(projectKey)));
  const at = audit.atMs;
  const key = asKey<InvitationKey>(
    yield* insert(INSERT, projectKey, email, role, hash, invitedBy, at, expiresAtMs),
  );
  const made = { key, project_key: projectKey, email, role, created_at: at };
  const shown = toInvitation({ ...made, invited_by: invitedBy, expires_at: expiresAtMs });
  yield* writeAudit(projectKey, audit, shown.id);
  return shown;
}

export function* invitations(projectKey: ProjectKey): Operation<readonly Invitation[]> {
  return yield* standing(yield* all(OF_PROJECT, projectKey));
}

export function* invitationByHash(hash: string): Operation<Invitation | null> {
  const row = yield* one(BY_HASH, hash);
  const [found = null] = row === undefined ? [] : yield* standing([row]);
  return found;
}

export function* invitationsFor(email: string): Operation<readonly Invitation[]> {
  return yield* standing(yield* all(BY_EMAIL, email));
}

/** The invitations whose creator may still invite; each creator is looked up once. */
function* standing(rows: readonly InvitationRow[]): Operation<readonly Invitation[]> {
  const makers = new Map<string, boolean>();
  const kept: Invitation[] = [];
  for (const row of rows) {
    const name = `${row.project_key} ${row.invited_by}`;
    const may = makers.get(name) ?? (yield* stands(row));
    makers.set(name, may);
    if (may) kept.push(toInvitation(row));
  }
  return kept;
}

function* stands(row: Pick<InvitationRow, 'project_key' | 'invited_by'>): Operation<boolean> {
  const maker = yield* userById(row.invited_by);
  return maker !== null && mayInvite(yield* roleOf(row.project_key, maker.key));
}

export function* deleteInvitation(wanted: Asked<'deleteInvitation'>): Operation<boolean> {
  if ((yield* change(REMOVE, wanted.projectKey, wanted.key)) === 0) return false;
  yield* writeAudit(wanted.projectKey, wanted.audit);
  return true;
}

export function* admit(wanted: Asked<'admit'>): Operation<boolean> {
  const { admission, audit } = wanted;
  if ('user' in admission.who) yield* lockUser(admission.who.user);
  const found: InvitationRow[] = [];
  for (const key of admission.invitations) {
    const row = yield* one(BY_KEY, key);
    if (row === undefined || !(yield* stands(row))) continue;
    // If two persons use it at the same moment, the delete decides who was first.
    if ((yield* change(REMOVE, row.project_key, row.key)) > 0) found.push(row);
  }
  if (found.length === 0 && admission.direct === null) return false;
  const user = yield* entrant(admission.who, audit.atMs);
  const { direct } = admission;
  const entered = [
    ...found.map((row) => ({
      projectKey: row.project_key,
      role: row.role,
      by: { invitedBy: row.invited_by },
    })),
    ...(direct === null ? [] : [{ ...direct, by: {} }]),
  ];
  if (found.length > 0 && 'user' in admission.who) yield* endOtherWays(user.key, admission.who);
  for (const { projectKey, role, by } of entered) {
    yield* joinProject(projectKey, user.key, role, audit.atMs);
    const change = { before: null, after: { email: user.email, role, ...by } };
    yield* writeAudit(projectKey, { ...audit, ...change, actor: user.id, target: user.id });
  }
  if (admission.session !== null) yield* insertSession(user.key, admission.session, audit.atMs);
  return true;
}

interface Entered {
  readonly key: UserKey;
  readonly id: string;
  readonly email: string;
}

function* entrant(who: Entrant, nowMs: number): Operation<Entered> {
  if ('made' in who) {
    const key = yield* insertUser(who.made, nowMs);
    return { key, id: formatId('usr', nowMs, key), email: who.made.email };
  }
  const row = yield* one(USER_BY_KEY, who.user);
  if (row === undefined) throw new ServiceError('UNAUTHENTICATED', 'The account is gone.');
  return { key: row.key, id: formatId('usr', row.created_at, row.key), email: row.email };
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    key: row.key,
    id: formatId('inv', row.created_at, row.key),
    projectKey: row.project_key,
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
  };
}

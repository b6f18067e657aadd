/**
 * Projects that instance keys made, as rows (S12.39, S12.40): made once for each reference, listed,
 * limited, suspended; and the count of calls beside a limit. A change drops the writer's cache of
 * the project.
 */
import { ServiceError } from '../../../core/error/service-error.ts';
import { asKey, type ProjectKey } from '../../../core/id.ts';
import type { Project } from '../../../core/project/project.ts';
import type { ProjectLimits } from '../../../core/project/project-limits.ts';
import type { ProjectFigures } from '../../../engine/ports/instance-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, insert, type Operation, one, query } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { joinProject } from '../people/membership.ts';
import { USER_BY_EMAIL } from '../people/user-row.ts';
import { lockMaking, lockProject } from '../row-lock.ts';
import type { Session } from '../session.ts';
import {
  BY_NAME,
  isAsSeen,
  nameTaken,
  PROJECT_COLUMNS,
  type ProjectRow,
  project,
  refuseTooManyProjects,
  settingsText,
  toProject,
} from './project.ts';

/** Parameters: reference. projects_by_external_id. */
const BY_REFERENCE = query<ProjectRow>(`
  select ${PROJECT_COLUMNS} from projects where external_id = ?`);
/** Parameters: after key, limit. Primary key; the instance has at most 1,000 projects. */
const PAGE = query<ProjectRow>(`
  select ${PROJECT_COLUMNS} from projects
  where made_by is not null and key > ? order by key limit ?`);
const TO_COUNT = query<ProjectRow>(`
  select ${PROJECT_COLUMNS} from projects
  where limits is not null and key > ? order by key limit ?`);
const INSERT = query(`
  insert into projects (name, settings, created_at, updated_at, external_id, made_by, limits)
  values (?, ?, ?, ?, ?, ?, ?)`);
const UPDATE = query(`
  update projects set name = ?, settings = ?, updated_at = ?, external_id = ?, limits = ?,
    suspended_at = ? where key = ?`);
/** Parameters: project, the most to count. calls_by_time has all that it reads. */
const COUNT_CALLS = query<{ calls: number }>(`
  select count(*) calls from (
    select 1 from calls indexed by calls_by_time where project_key = ? limit ?) c`);
const KEEP = query('update projects set calls = ?, calls_at = ? where key = ?');

export function* createInstanceProject(
  wanted: Asked<'createInstanceProject'>,
): Operation<{ project: Project; made: boolean }> {
  const { facts, audit } = wanted;
  const { name, externalId } = facts;
  yield* lockMaking();
  const present = externalId === null ? undefined : yield* one(BY_REFERENCE, externalId);
  if (present !== undefined) {
    if (present.made_by === null) throw referenceTaken();
    return { project: toProject(present), made: false };
  }
  yield* refuseTooManyProjects();
  if ((yield* one(BY_NAME, name)) !== undefined) throw nameTaken();
  const { ownerEmail } = wanted;
  const owner = ownerEmail === null ? null : yield* one(USER_BY_EMAIL, ownerEmail);
  if (owner === undefined) throw noAccount();
  const settings = settingsText(wanted.settings);
  const at = audit.atMs;
  const limits = limitsText(facts.limits);
  const key = asKey<ProjectKey>(
    yield* insert(INSERT, name, settings, at, at, externalId, audit.actor, limits),
  );
  const made = yield* project(key);
  if (made === null) throw new Error('a project just made must be there');
  if (owner !== null) yield* joinProject(key, owner.key, 'owner', at);
  yield* writeAudit(key, audit, made.id);
  return { project: made, made: true };
}

export function* instanceProjects(asked: Asked<'instanceProjects'>): Operation<readonly Project[]> {
  const { afterKey, externalId, limit } = asked;
  if (externalId === null) return (yield* all(PAGE, afterKey ?? 0, limit)).map(toProject);
  const row = yield* one(BY_REFERENCE, externalId);
  return row === undefined || row.made_by === null ? [] : [toProject(row)];
}

export function* changeInstanceProject(
  session: Session,
  wanted: Asked<'changeInstanceProject'>,
): Operation<Project | null> {
  const { seen, facts, audit } = wanted;
  const { key } = seen;
  yield* lockProject(key);
  const present = yield* project(key);
  if (present === null || !isAsSeen(present, seen) || !isHeldAsSeen(present, seen)) return null;
  const { name, externalId, serviceName } = facts;
  const named = yield* one(BY_NAME, name);
  if (named !== undefined && named.key !== key) throw nameTaken();
  const other = externalId === null ? undefined : yield* one(BY_REFERENCE, externalId);
  if (other !== undefined && other.key !== key) throw referenceTaken();
  // The stored text, so that settings of a newer version are kept.
  const stored = yield* one(STORED, key);
  const settings = settingsText({ ...present, serviceName }, stored?.settings);
  const since = facts.suspended ? (present.suspendedAtMs ?? audit.atMs) : null;
  const limits = limitsText(facts.limits);
  yield* change(UPDATE, name, settings, audit.atMs, externalId, limits, since, key);
  session.forgetProject(key);
  yield* writeAudit(key, audit);
  return yield* project(key);
}

const STORED = query<{ settings: string }>('select settings from projects where key = ?');

export function* projectsToCount(asked: Asked<'projectsToCount'>): Operation<readonly Project[]> {
  return (yield* all(TO_COUNT, asked.afterKey ?? 0, asked.limit)).map(toProject);
}

export function* countCalls(asked: Asked<'countCalls'>): Operation<number> {
  return (yield* one(COUNT_CALLS, asked.projectKey, asked.most))?.calls ?? 0;
}

export function* keepCount(session: Session, wanted: Asked<'keepCount'>): Operation<void> {
  yield* change(KEEP, wanted.calls, wanted.atMs, wanted.projectKey);
  session.forgetProject(wanted.projectKey);
}

export function* projectFigures(): Operation<ProjectFigures> {
  const row = yield* one(FIGURES);
  return { all: row?.present ?? 0, suspended: row?.suspended ?? 0, full: row?.full_ones ?? 0 };
}

/** Reads every project, of which there are at most 1,000. */
const FIGURES = query<{ present: number; suspended: number; full_ones: number }>(`
  select count(*) present, count(suspended_at) suspended,
    count(case when calls >= cast(limits /*::json*/ ->> 'callsMax' as integer) then 1 end) full_ones
  from projects`);

/** An empty record of limits is stored as null, so that a report need not read it. */
function limitsText(limits: ProjectLimits): string | null {
  return Object.values(limits).every((value) => value === null) ? null : JSON.stringify(limits);
}

function isHeldAsSeen(present: Project, seen: Project): boolean {
  return (
    present.externalId === seen.externalId &&
    present.suspendedAtMs === seen.suspendedAtMs &&
    limitsText(present.limits) === limitsText(seen.limits)
  );
}

function noAccount(): ServiceError {
  const message = 'No account of this service has this e-mail; the person must sign in here first.';
  const fields = [{ field: '/ownerEmail', message }];
  return new ServiceError('INVALID_INPUT', 'The project breaks a rule.', { fields });
}

function referenceTaken(): ServiceError {
  return new ServiceError('STATE_CONFLICT', 'Another project has this externalId.');
}

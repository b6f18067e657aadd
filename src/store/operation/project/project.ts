/**
 * Projects (S12.28) as rows; their settings are one JSON column. A change drops the writer's cache
 * of the project.
 */

import { ServiceError } from '../../../core/error/service-error.ts';
import { asKey, formatId, type ProjectKey } from '../../../core/id.ts';
import { PROJECTS_MAX } from '../../../core/project/limits.ts';
import {
  PROJECT_DEFAULTS,
  type Project,
  type ProjectSettings,
} from '../../../core/project/project.ts';
import { closureOf, NO_LIMITS, type ProjectLimits } from '../../../core/project/project-limits.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, insert, type Operation, one, query, readJson } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { joinProject } from '../people/membership.ts';
import { lockMaking, lockProject } from '../row-lock.ts';
import type { Session } from '../session.ts';

export interface ProjectRow {
  readonly key: ProjectKey;
  readonly name: string;
  readonly settings: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly external_id: string | null;
  readonly made_by: string | null;
  readonly limits: string | null;
  readonly suspended_at: number | null;
  readonly calls: number | null;
  readonly calls_at: number | null;
}

export const PROJECT_COLUMNS = `key, name, settings, created_at, updated_at, external_id, made_by,
  limits, suspended_at, calls, calls_at`;
const BY_KEY = query<ProjectRow>(`select ${PROJECT_COLUMNS} from projects where key = ?`);
/** Parameters: name. The unique index. */
export const BY_NAME = query<ProjectRow>(`select ${PROJECT_COLUMNS} from projects where name = ?`);
const ALL = query<ProjectRow>(`select ${PROJECT_COLUMNS} from projects order by key`);
const COUNT = query<{ present: number }>('select count(*) present from projects');
const INSERT = query(`
  insert into projects (name, settings, created_at, updated_at) values (?, ?, ?, ?)`);
const UPDATE = query('update projects set name = ?, settings = ?, updated_at = ? where key = ?');

export function* project(key: ProjectKey): Operation<Project | null> {
  const row = yield* one(BY_KEY, key);
  return row === undefined ? null : toProject(row);
}

export function* projects(): Operation<readonly Project[]> {
  return (yield* all(ALL)).map(toProject);
}

export function* ensureProject(wanted: Asked<'ensureProject'>): Operation<Project> {
  const present = yield* one(BY_NAME, wanted.name);
  if (present !== undefined) return toProject(present);
  const { name, nowMs } = wanted;
  const settings = settingsText(wanted.settings);
  const key = asKey<ProjectKey>(yield* insert(INSERT, name, settings, nowMs, nowMs));
  return toProject({ ...NEW, key, name, settings, created_at: nowMs, updated_at: nowMs });
}

/** The creator becomes its owner. */
export function* createProject(wanted: Asked<'createProject'>): Operation<Project> {
  const { name, owner, audit } = wanted;
  yield* lockMaking();
  yield* refuseTooManyProjects();
  if ((yield* one(BY_NAME, name)) !== undefined) throw nameTaken();
  const settings = settingsText(wanted.settings);
  const at = audit.atMs;
  const key = asKey<ProjectKey>(yield* insert(INSERT, name, settings, at, at));
  const made = toProject({ ...NEW, key, name, settings, created_at: at, updated_at: at });
  yield* joinProject(key, owner, 'owner', at);
  yield* writeAudit(key, audit, made.id);
  return made;
}

export function* updateProject(
  session: Session,
  wanted: Asked<'updateProject'>,
): Operation<Project | null> {
  const { key, name, settings, audit, seen } = wanted;
  yield* lockProject(key);
  const present = yield* one(BY_KEY, key);
  if (present === undefined) return null;
  if (seen !== undefined && !isAsSeen(toProject(present), seen)) return null;
  const named = yield* one(BY_NAME, name);
  if (named !== undefined && named.key !== key) throw nameTaken();
  yield* change(UPDATE, name, settingsText(settings, present.settings), audit.atMs, key);
  session.forgetProject(key);
  yield* writeAudit(key, audit);
  return yield* project(key);
}

/** Compares all settings, since a project has no revision. */
export function isAsSeen(present: Project, seen: Project): boolean {
  return present.name === seen.name && settingsText(present) === settingsText(seen);
}

/** A project of a person or of the service. */
const NEW = {
  external_id: null,
  made_by: null,
  limits: null,
  suspended_at: null,
  calls: null,
  calls_at: null,
} as const;

export function* refuseTooManyProjects(): Operation<void> {
  if (((yield* one(COUNT))?.present ?? 0) < PROJECTS_MAX) return;
  throw new ServiceError('LIMIT_REACHED', `There are at most ${PROJECTS_MAX} projects.`);
}

export function nameTaken(): ServiceError {
  return new ServiceError('STATE_CONFLICT', 'Another project has this name.');
}

/** `present`: the stored text. Keeps settings of a newer version, which may run beside this one. */
export function settingsText(settings: ProjectSettings, present = '{}'): string {
  const kept = readJson<Partial<ProjectSettings>>(present);
  const { serviceName, maskForViewers, requireSecondFactor } = settings;
  const stale = { ...kept.stale, ...settings.stale };
  const retention = { ...kept.retention, ...settings.retention };
  const alerts = { ...kept.alerts, ...settings.alerts };
  const own = { serviceName, stale, retention, maskForViewers, requireSecondFactor, alerts };
  return JSON.stringify({ ...kept, ...own });
}

/** Adds defaults for settings that an older version does not write; it may run beside this one. */
export function settingsOf(text: string): ProjectSettings {
  const settings = readJson<ProjectSettings>(text);
  const { serviceName, stale, retention } = settings;
  return {
    serviceName,
    stale,
    retention: { ...PROJECT_DEFAULTS.retention, ...retention },
    maskForViewers: settings.maskForViewers ?? PROJECT_DEFAULTS.maskForViewers,
    requireSecondFactor: settings.requireSecondFactor ?? PROJECT_DEFAULTS.requireSecondFactor,
    alerts: { ...PROJECT_DEFAULTS.alerts, ...settings.alerts },
  };
}

/** Of the columns that a report reads. */
export function closedOf(
  row: Pick<ProjectRow, 'limits' | 'suspended_at' | 'calls'>,
): ReturnType<typeof closureOf> {
  // Most projects have neither, and every report asks.
  if (row.suspended_at === null && row.limits === null) return null;
  const { suspended_at: suspendedAtMs, calls } = row;
  const counted = calls === null ? null : { calls };
  return closureOf({ suspendedAtMs, limits: limitsOf(row.limits), counted });
}

function limitsOf(text: string | null): ProjectLimits {
  return text === null ? NO_LIMITS : { ...NO_LIMITS, ...readJson<Partial<ProjectLimits>>(text) };
}

export function toProject(row: ProjectRow): Project {
  return {
    ...settingsOf(row.settings),
    key: row.key,
    id: formatId('prj', row.created_at, row.key),
    name: row.name,
    externalId: row.external_id,
    madeBy: row.made_by,
    limits: limitsOf(row.limits),
    suspendedAtMs: row.suspended_at,
    counted:
      row.calls === null || row.calls_at === null ? null : { calls: row.calls, atMs: row.calls_at },
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  };
}

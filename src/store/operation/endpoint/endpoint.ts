/**
 * Endpoints as rows. Settings are one JSON column (the caller has sealed its secrets); enabled,
 * disabled and deleted are separate columns, so that changing them touches no delivery row.
 */

import { HEALTHY } from '../../../core/delivery/health.ts';
import type {
  DisabledReason,
  Endpoint,
  EndpointSettings,
} from '../../../core/endpoint/endpoint.ts';
import { asKey, type EndpointKey, formatId, type ProjectKey } from '../../../core/id.ts';
import { refuseTooMany } from '../../../core/project/limits.ts';
import type { AuditEntry } from '../../../engine/ports/manage-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, insert, type Operation, one, query } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { LISTED, readJson } from '../json.ts';
import { lockProject } from '../row-lock.ts';
import type { Session } from '../session.ts';
import { healthNow } from './health.ts';

interface EndpointRow {
  readonly key: EndpointKey;
  readonly project_key: ProjectKey;
  readonly project_created_at: number;
  readonly settings: string;
  readonly enabled: number;
  readonly disabled_reason: DisabledReason | null;
  readonly disabled_at: number | null;
  readonly deleted_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly revision: number;
}

/**
 * Columns are named, so that a column that a newer version adds does not change prepared
 * statements.
 */
const COLUMNS = `e.key, e.project_key, e.settings, e.enabled, e.disabled_reason, e.disabled_at,
  e.deleted_at, e.created_at, e.updated_at, e.revision, p.created_at project_created_at`;

/** Parameters: endpoint. Primary keys. */
export const BY_KEY = query<EndpointRow>(`
  select ${COLUMNS} from endpoints e join projects p on p.key = e.project_key where e.key = ?`);

/** Parameters: project, after key, limit. endpoints_by_project, which ends in the key. */
export const PAGE = query<EndpointRow>(`
  select ${COLUMNS} from endpoints e join projects p on p.key = e.project_key
  where e.project_key = ? and e.deleted_at is null and e.key > ? order by e.key limit ?`);

const INSERT = query(`
  insert into endpoints (project_key, settings, enabled, disabled_reason, disabled_at, created_at,
    updated_at, revision) values (?, ?, ?, ?, ?, ?, ?, 1)`);
/** Parameters: project. endpoints_by_project. */
const COUNT = query<{ present: number }>(`
  select count(*) present from endpoints where project_key = ? and deleted_at is null`);
/** The last parameter of these three is the required revision; null for any. */
const UPDATE = query(`
  update endpoints set settings = ?, updated_at = ?, revision = revision + 1
  where key = ? and project_key = ? and deleted_at is null and revision = coalesce(?, revision)`);
const ENABLE = query(`
  update endpoints set enabled = 1, disabled_reason = null, disabled_at = null, updated_at = ?,
    revision = revision + 1
  where key = ? and project_key = ? and deleted_at is null and revision = coalesce(?, revision)`);
/** An endpoint that is disabled already keeps its time and gets the new reason. */
const DISABLE = query(`
  update endpoints set enabled = 0, disabled_reason = ?, disabled_at = coalesce(disabled_at, ?),
    updated_at = ?, revision = revision + 1
  where key = ? and project_key = ? and deleted_at is null and revision = coalesce(?, revision)`);
const DELETE = query(`
  update endpoints set deleted_at = ?, updated_at = ?, revision = revision + 1
  where key = ? and project_key = ? and deleted_at is null`);

/** Finds deleted endpoints too, because their history names them. */
export function* endpointByKey(key: EndpointKey): Operation<Endpoint | null> {
  const row = yield* one(BY_KEY, key);
  return row === undefined ? null : toEndpoint(row);
}

/** Also true for an endpoint that never existed; nothing can be sent to either. */
export function* isGone(key: EndpointKey): Operation<boolean> {
  const endpoint = yield* endpointByKey(key);
  return endpoint === null || endpoint.deletedAtMs !== null;
}

/** Parameters: endpoints. Primary key. */
export const PRESENT = query<{ key: EndpointKey }>(`
  select key from endpoints where key in ${LISTED} and deleted_at is null`);

/** Those of the endpoints that are not deleted. */
export function* presentOf(keys: readonly EndpointKey[]): Operation<ReadonlySet<EndpointKey>> {
  if (keys.length === 0) return new Set();
  const rows = yield* all(PRESENT, JSON.stringify(keys));
  return new Set(rows.map(({ key }) => key));
}

export function* endpoint(asked: Asked<'endpoint'>): Operation<Endpoint | null> {
  const endpoint = yield* endpointByKey(asked.key);
  return endpoint?.projectKey === asked.projectKey ? endpoint : null;
}

export function* endpoints(asked: Asked<'endpoints'>): Operation<readonly Endpoint[]> {
  return (yield* all(PAGE, asked.projectKey, asked.afterKey ?? 0, asked.limit)).map(toEndpoint);
}

export function* createEndpoint(
  session: Session,
  wanted: Asked<'createEndpoint'>,
): Operation<Endpoint> {
  const { projectKey, settings, enabled, audit } = wanted;
  yield* lockProject(projectKey);
  refuseTooMany('endpoints', (yield* one(COUNT, projectKey))?.present ?? 0);
  const key = asKey<EndpointKey>(
    yield* insert(
      INSERT,
      projectKey,
      JSON.stringify(settings),
      enabled ? 1 : 0,
      enabled ? null : 'operator',
      enabled ? null : audit.atMs,
      audit.atMs,
      audit.atMs,
    ),
  );
  session.forgetProject(projectKey);
  yield* writeAudit(projectKey, audit, formatId('ep', audit.atMs, key));
  const made = yield* endpointByKey(key);
  if (made === null) throw new Error('an endpoint just made must be there');
  return made;
}

export interface EndpointChange {
  readonly projectKey: ProjectKey;
  readonly key: EndpointKey;
  readonly audit: AuditEntry;
  /** The required revision, if the caller names one. */
  readonly revision?: number | undefined;
}

export function* updateEndpoint(
  session: Session,
  wanted: EndpointChange & { readonly settings: EndpointSettings },
): Operation<Endpoint | null> {
  const { projectKey, key, settings, audit, revision = null } = wanted;
  const text = JSON.stringify(settings);
  if ((yield* change(UPDATE, text, audit.atMs, key, projectKey, revision)) === 0) return null;
  return yield* changed(session, wanted);
}

export type EnabledState =
  | { readonly enabled: true }
  | { readonly enabled: false; readonly reason: DisabledReason };

export function* setEnabled(
  session: Session,
  wanted: EndpointChange & { readonly state: EnabledState },
): Operation<Endpoint | null> {
  const { projectKey, key, state, audit, revision = null } = wanted;
  if (!state.enabled) {
    const { reason } = state;
    if (!(yield* disable(projectKey, key, reason, audit, revision))) return null;
    return yield* changed(session, wanted);
  }
  if ((yield* change(ENABLE, audit.atMs, key, projectKey, revision)) === 0) return null;
  const { lastSuccessAtMs } = yield* healthNow(session, key);
  session.health.set(key, { ...HEALTHY, lastSuccessAtMs });
  return yield* changed(session, wanted);
}

/** Writes no audit entry; returns false if there is no such endpoint. */
export function* disable(
  projectKey: ProjectKey,
  key: EndpointKey,
  reason: DisabledReason,
  { atMs }: { readonly atMs: number },
  revision: number | null = null,
): Operation<boolean> {
  return (yield* change(DISABLE, reason, atMs, atMs, key, projectKey, revision)) > 0;
}

export function* deleteEndpoint(session: Session, wanted: EndpointChange): Operation<boolean> {
  const { projectKey, key, audit } = wanted;
  if ((yield* change(DELETE, audit.atMs, audit.atMs, key, projectKey)) === 0) return false;
  yield* changed(session, wanted);
  return true;
}

function* changed(session: Session, wanted: EndpointChange): Operation<Endpoint | null> {
  session.forgetProject(wanted.projectKey);
  yield* writeAudit(wanted.projectKey, wanted.audit);
  return yield* endpointByKey(wanted.key);
}

function toEndpoint(row: EndpointRow): Endpoint {
  return {
    ...toSettings(row.settings),
    key: row.key,
    id: formatId('ep', row.created_at, row.key),
    projectKey: row.project_key,
    projectId: formatId('prj', row.project_created_at, row.project_key),
    enabled: row.enabled === 1,
    disabledReason: row.disabled_reason,
    disabledAtMs: row.disabled_at,
    deletedAtMs: row.deleted_at,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    revision: row.revision,
  };
}

/** Adds defaults for settings that an older version does not write; it may run beside this one. */
function toSettings(text: string): EndpointSettings {
  const stored = readJson<Omit<EndpointSettings, Later> & Partial<EndpointSettings>>(text);
  return { ...stored, secretTarget: stored.secretTarget ?? null, agent: stored.agent ?? null };
}

type Later = 'secretTarget' | 'agent';

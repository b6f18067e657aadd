/**
 * What operators do with endpoints: read, create, change, enable, disable and delete them. The
 * caller has sealed the secrets in the settings. Enabling, disabling and deleting touch no delivery
 * row.
 */

import { HEALTHY } from '../../../core/delivery/health.ts';
import type {
  DisabledReason,
  Endpoint,
  EndpointSettings,
} from '../../../core/endpoint/endpoint.ts';
import { asKey, type EndpointKey, formatId, type ProjectKey } from '../../../core/id.ts';
import { refuseTooMany } from '../../../core/project/limits.ts';
import { refuseBeyondLimit } from '../../../core/project/project-limits.ts';
import type { AuditEntry } from '../../../engine/ports/manage-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, insert, type Operation, one, query } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { project } from '../project/project.ts';
import { lockProject } from '../row-lock.ts';
import type { Session } from '../session.ts';
import {
  disable,
  ENDPOINT_COLUMNS,
  type EndpointRow,
  endpointByKey,
  toEndpoint,
} from './endpoint-row.ts';
import { healthNow } from './health.ts';

/** Parameters: project, after key, limit. endpoints_by_project, which ends in the key. */
export const PAGE = query<EndpointRow>(`
  select ${ENDPOINT_COLUMNS} from endpoints e join projects p on p.key = e.project_key
  where e.project_key = ? and e.deleted_at is null and e.key > ? order by e.key limit ?`);

const INSERT = query(`
  insert into endpoints (project_key, settings, enabled, disabled_reason, disabled_at, created_at,
    updated_at, revision) values (?, ?, ?, ?, ?, ?, ?, 1)`);
/** Parameters: project. endpoints_by_project. */
const COUNT = query<{ present: number }>(`
  select count(*) present from endpoints where project_key = ? and deleted_at is null`);
/** The last parameter of these two is the required revision; null for any. */
const UPDATE = query(`
  update endpoints set settings = ?, updated_at = ?, revision = revision + 1
  where key = ? and project_key = ? and deleted_at is null and revision = coalesce(?, revision)`);
const ENABLE = query(`
  update endpoints set enabled = 1, disabled_reason = null, disabled_at = null, updated_at = ?,
    revision = revision + 1
  where key = ? and project_key = ? and deleted_at is null and revision = coalesce(?, revision)`);
const DELETE = query(`
  update endpoints set deleted_at = ?, updated_at = ?, revision = revision + 1
  where key = ? and project_key = ? and deleted_at is null`);

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
  const present = (yield* one(COUNT, projectKey))?.present ?? 0;
  refuseTooMany('endpoints', present);
  refuseBeyondLimit((yield* project(projectKey))?.limits, present);
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

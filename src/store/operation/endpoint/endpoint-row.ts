/**
 * An endpoint as a row: how it is read, and how it is disabled, by an operator or by a settlement.
 * Settings are one JSON column; enabled, disabled and deleted are columns of their own.
 */
import {
  type DisabledReason,
  type Endpoint,
  type EndpointSettings,
  PAYLOAD_VERSION_DEFAULT,
} from '../../../core/endpoint/endpoint.ts';
import { type EndpointKey, formatId, type ProjectKey } from '../../../core/id.ts';
import { change, type Operation, one, query, readJson } from '../../statement.ts';

export interface EndpointRow {
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
export const ENDPOINT_COLUMNS = `e.key, e.project_key, e.settings, e.enabled, e.disabled_reason,
  e.disabled_at, e.deleted_at, e.created_at, e.updated_at, e.revision,
  p.created_at project_created_at`;

/** Parameters: endpoint. Primary keys. */
export const BY_KEY = query<EndpointRow>(`
  select ${ENDPOINT_COLUMNS} from endpoints e join projects p on p.key = e.project_key
  where e.key = ?`);

/**
 * Parameters: reason, when, when, endpoint, project, the revision that it must have (null: any).
 * Primary key. An endpoint that is disabled already keeps its time and gets the new reason.
 */
const DISABLE = query(`
  update endpoints set enabled = 0, disabled_reason = ?, disabled_at = coalesce(disabled_at, ?),
    updated_at = ?, revision = revision + 1
  where key = ? and project_key = ? and deleted_at is null and revision = coalesce(?, revision)`);

/** Finds deleted endpoints too, because their history names them. */
export function* endpointByKey(key: EndpointKey): Operation<Endpoint | null> {
  const row = yield* one(BY_KEY, key);
  return row === undefined ? null : toEndpoint(row);
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

export function toEndpoint(row: EndpointRow): Endpoint {
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
export function toSettings(text: string): EndpointSettings {
  const stored = readJson<Omit<EndpointSettings, Later> & Partial<EndpointSettings>>(text);
  return {
    ...stored,
    secretTarget: stored.secretTarget ?? null,
    agent: stored.agent ?? null,
    opsTriggers: stored.opsTriggers ?? [],
    filter: stored.filter ?? null,
    payloadVersion: stored.payloadVersion ?? PAYLOAD_VERSION_DEFAULT,
  };
}

type Later = 'secretTarget' | 'agent' | 'opsTriggers' | 'filter' | 'payloadVersion';

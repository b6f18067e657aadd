/**
 * Ingest sources as rows (S12.27), and the last requests of each, for its operator to look at. The
 * provider's secret arrives sealed.
 */

import { asKey, formatId, type ProjectKey, type SourceKey } from '../../../core/id.ts';
import { refuseTooMany, SOURCE_REQUESTS_MAX } from '../../../core/project/limits.ts';
import type {
  AuditEntry,
  NewSource,
  Source,
  SourceRequest,
} from '../../../engine/ports/manage-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, insert, type Operation, one, query } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { hash64 } from '../call/call.ts';
import { lockProject } from '../row-lock.ts';

interface SourceRow {
  readonly key: SourceKey;
  readonly project_key: ProjectKey;
  readonly name: string;
  readonly adapter: string;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_until: number | null;
  readonly public_url: string | null;
  readonly settings: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

const COLUMNS = `key, project_key, name, adapter, secret, previous_secret, previous_until,
    public_url, settings, created_at, updated_at`;

const BY_KEY = query<SourceRow>(`
  select ${COLUMNS}
  from sources where key = ?`);
const OF_PROJECT = query<SourceRow>(`
  select ${COLUMNS}
  from sources where project_key = ? order by key`);
const INSERT = query(`
  insert into sources (project_key, name, adapter, secret, previous_secret, previous_until,
    public_url, settings, created_at, updated_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
const UPDATE = query(`
  update sources set name = ?, adapter = ?, secret = ?, previous_secret = ?, previous_until = ?,
    public_url = ?, settings = ?, updated_at = ?
  where key = ? and project_key = ?`);
/** Parameters: the source, as its reports have it. kept_reports_by_source. */
export const DELETE_KEPT_OF_SOURCE = query('delete from kept_reports where source = ?');
/** The foreign key removes its requests too. */
const DELETE = query('delete from sources where key = ? and project_key = ?');

/**
 * Parameters: source, time, result, body, proven, hashes of the calls that it names as texts. Does
 * nothing if the source or one of the calls was deleted. removed_calls_by_request.
 */
const NOTE = query(`
  insert into source_requests (source_key, number, received_at, result, body, proven)
  select s.key, 1 + coalesce((select max(number) from source_requests where source_key = s.key), 0),
    ?2, ?3, ?4, ?5
  from sources s where s.key = ?1 and not exists (
    select 1 from removed_calls r
    where r.call_id_hash in (select cast(value as integer) from json_each(?6))
      and r.project_key = s.project_key and r.by_request = 1)`);
/** Parameters: source, when a proven request came. Primary key. */
const PROVEN = query(`
  update sources set proven_at = ?2 where key = ?1 and (proven_at is null or proven_at < ?2)`);
/** Parameters: source, how many to keep. Primary key. */
const TRIM = query(`
  delete from source_requests where source_key = ?1 and number <=
    (select max(number) from source_requests where source_key = ?1) - ?2`);
const REQUESTS = query<{ received_at: number; result: string; body: string }>(`
  select received_at, result, body from source_requests where source_key = ?
  order by number desc`);

export function* createSource(wanted: Asked<'createSource'>): Operation<Source> {
  const { projectKey, audit } = wanted;
  const at = audit.atMs;
  yield* lockProject(projectKey);
  refuseTooMany('sources', (yield* sources(projectKey)).length);
  const key = asKey<SourceKey>(
    yield* insert(INSERT, projectKey, ...valuesOf(wanted.source), at, at),
  );
  const made = yield* source(key);
  if (made === null) throw new Error('a source that was just made is there');
  yield* writeAudit(projectKey, audit, made.id);
  return made;
}

export interface SourceChange {
  readonly projectKey: ProjectKey;
  readonly key: SourceKey;
  readonly audit: AuditEntry;
}

export function* updateSource(
  wanted: SourceChange & {
    readonly source: NewSource;
    /** The row on which the change was decided; it must be unchanged. */
    readonly seen?: Source | undefined;
  },
): Operation<Source | null> {
  const { projectKey, key, audit, seen } = wanted;
  yield* lockProject(projectKey);
  if (seen !== undefined && !isAsSeen(yield* source(key), seen)) return null;
  const values = valuesOf(wanted.source);
  const changed = yield* change(UPDATE, ...values, audit.atMs, key, projectKey);
  if (changed === 0) return null;
  yield* writeAudit(projectKey, audit);
  return yield* source(key);
}

/**
 * With what is kept of it until a call begins (S2.28): its operator wants no more of it. Kept
 * reports are locked before their source, as when they are removed in vain.
 */
export function* deleteSource(wanted: SourceChange): Operation<boolean> {
  const present = yield* source(wanted.key);
  if (present?.projectKey !== wanted.projectKey) return false;
  yield* change(DELETE_KEPT_OF_SOURCE, `ingest:${present.id}`);
  if ((yield* change(DELETE, wanted.key, wanted.projectKey)) === 0) return false;
  yield* writeAudit(wanted.projectKey, wanted.audit);
  return true;
}

export function* source(key: SourceKey): Operation<Source | null> {
  const row = yield* one(BY_KEY, key);
  return row === undefined ? null : toSource(row);
}

export function* sources(projectKey: ProjectKey): Operation<readonly Source[]> {
  return (yield* all(OF_PROJECT, projectKey)).map(toSource);
}

export function* noteSourceRequests(note: Asked<'noteSourceRequests'>): Operation<void> {
  let provenAtMs: number | null = null;
  for (const { atMs, result, body, proven, callIds = [] } of note.requests) {
    const hashes = JSON.stringify(callIds.map((id) => String(hash64(id))));
    const isProven = proven === null ? null : Number(proven);
    yield* change(NOTE, note.key, atMs, result, body, isProven, hashes);
    if (proven === true) provenAtMs = Math.max(atMs, provenAtMs ?? atMs);
  }
  if (provenAtMs !== null) yield* change(PROVEN, note.key, provenAtMs);
  yield* change(TRIM, note.key, SOURCE_REQUESTS_MAX);
}

/** The newest first. */
export function* sourceRequests(key: SourceKey): Operation<readonly SourceRequest[]> {
  const rows = yield* all(REQUESTS, key);
  return rows.map(({ received_at: atMs, result, body }) => ({ atMs, result, body }));
}

function valuesOf({ name, adapter, secret, previous, publicUrl, settings }: NewSource) {
  const former = [previous?.secret ?? null, previous?.endsAtMs ?? null] as const;
  return [name, adapter, secret, ...former, publicUrl, settings ?? null] as const;
}

/** Compares all settings, since a source has no revision. */
function isAsSeen(present: Source | null, seen: Source): boolean {
  return (
    present?.name === seen.name &&
    present.secret === seen.secret &&
    present.previous?.secret === seen.previous?.secret &&
    present.previous?.endsAtMs === seen.previous?.endsAtMs &&
    present.publicUrl === seen.publicUrl &&
    present.settings === seen.settings
  );
}

function toSource(row: SourceRow): Source {
  return {
    key: row.key,
    id: formatId('src', row.created_at, row.key),
    projectKey: row.project_key,
    name: row.name,
    adapter: row.adapter,
    secret: row.secret,
    previous:
      row.previous_secret === null || row.previous_until === null
        ? null
        : { secret: row.previous_secret, endsAtMs: row.previous_until },
    publicUrl: row.public_url,
    settings: row.settings,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  };
}

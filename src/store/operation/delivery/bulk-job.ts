/**
 * Bulk jobs as rows: created with their audit entry, listed, aborted, and the results of their
 * first deliveries. `bulk-step.ts` has the steps.
 */

import { ServiceError } from '../../../core/error/service-error.ts';
import {
  asKey,
  type BulkKey,
  type DeliveryKey,
  formatId,
  type ProjectKey,
} from '../../../core/id.ts';
import {
  BULK_JOBS_MAX,
  type BulkAction,
  type BulkItem,
  type BulkJob,
  type BulkReason,
  type BulkResult,
  type BulkState,
  type CallsFilter,
  type NewBulkJob,
  type Removed,
} from '../../../engine/ports/bulk-store.ts';
import type { AuditEntry } from '../../../engine/ports/manage-store.ts';
import {
  all,
  change,
  insert,
  type Operation,
  one,
  query,
  readJsonOrNull,
  writeJsonOrNull,
} from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { hashedName, hiddenIn } from '../call/call-naming.ts';
import { lockBulk, lockProject } from '../row-lock.ts';

export interface BulkJobRow {
  readonly key: BulkKey;
  readonly project_key: ProjectKey;
  readonly action: BulkAction;
  readonly state: BulkState;
  readonly filter: string | null;
  readonly asked: string | null;
  readonly ids: number | null;
  readonly matched: number;
  readonly matched_exact: number;
  readonly reason: string | null;
  readonly created_by: string;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly place: string | null;
  readonly done: number;
  readonly skipped: number;
  readonly failed: number;
  readonly removed: string | null;
}

const COLUMNS = `key, project_key, action, state, filter, asked, ids, matched, matched_exact,
  reason, created_by, created_at, started_at, ended_at, place, done, skipped, failed,
  removed`;

/** Parameters: job. Primary key. */
export const JOB_BY_KEY = query<BulkJobRow>(`select ${COLUMNS} from bulk_jobs where key = ?`);

/** Parameters: project, before key, limit. bulk_jobs_by_project, backwards. */
export const JOB_PAGE = query<BulkJobRow>(`
  select ${COLUMNS} from bulk_jobs indexed by bulk_jobs_by_project
  where project_key = ? and key < ? order by key desc limit ?`);

/** Reads bulk_jobs_open only: a project has few open jobs. */
export const OPEN_JOBS = query<{ key: BulkKey }>(`
  select key from bulk_jobs indexed by bulk_jobs_open where ended_at is null order by key`);
/** With the newest delivery, which bounds a job by filter: one round trip. Primary key, its end. */
export const COUNT_OPEN = query<{ present: number; newest: DeliveryKey | null }>(`
  select count(*) present, (select max(key) from deliveries) newest
  from bulk_jobs indexed by bulk_jobs_open where project_key = ? and ended_at is null`);

const INSERT = query(`
  insert into bulk_jobs (project_key, action, state, filter, asked, ids, matched, matched_exact,
    reason, created_by, created_at) values (?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?)`);

/** Parameters: 1 job, 2 JSON list of pairs: number, delivery. */
const INSERT_IDS = query(`
  insert into bulk_ids (job_key, number, delivery_key)
  select cast(?1 as integer), cast(value /*::json*/ ->> 0 as integer),
    cast(value /*::json*/ ->> 1 as integer)
  from json_each(?2)`);

/** Parameters: when, job. Primary key; the job is locked. */
const ABORT = query(`
  update bulk_jobs set state = 'aborted', ended_at = ? where key = ? and ended_at is null`);

/** Parameters: filter, the request, job. Primary key; the job is locked. */
const HIDE_FILTER = query('update bulk_jobs set filter = ?, asked = ? where key = ?');

interface ItemRow {
  readonly number: number;
  readonly delivery_key: DeliveryKey;
  readonly created_at: number;
  readonly result: BulkResult;
  readonly reason: BulkReason | null;
  readonly made_key: DeliveryKey | null;
  readonly made_at: number | null;
}

/** Parameters: job, after number, limit. Primary key. */
export const ITEMS = query<ItemRow>(`
  select number, delivery_key, created_at, result, reason, made_key, made_at from bulk_items
  where job_key = ? and number > ? order by number limit ?`);

export function* createBulk(asked: {
  readonly projectKey: ProjectKey;
  readonly job: NewBulkJob;
  readonly audit: AuditEntry;
}): Operation<BulkJob> {
  const { projectKey, job, audit } = asked;
  // The lock makes jobs that are created at the same moment count each other.
  yield* lockProject(projectKey);
  const { present: open = 0, newest = null } = (yield* one(COUNT_OPEN, projectKey)) ?? {};
  if (open >= BULK_JOBS_MAX) {
    const detail = `${open} bulk jobs of this project are under way; wait for one, or abort it.`;
    throw new ServiceError('LIMIT_REACHED', detail);
  }
  const key = asKey<BulkKey>(
    yield* insert(
      INSERT,
      projectKey,
      job.action,
      writeJsonOrNull(bounded(job.filter, newest ?? asKey<DeliveryKey>(0))),
      writeJsonOrNull(job.asked),
      job.ids?.length ?? null,
      job.matched,
      job.matchedExact ? 1 : 0,
      job.reason,
      job.createdBy,
      job.createdAtMs,
    ),
  );
  const ids = (job.ids ?? []).map((delivery, index) => [index + 1, delivery]);
  if (ids.length > 0) yield* change(INSERT_IDS, key, JSON.stringify(ids));
  const made = yield* presentJob(key);
  yield* writeAudit(projectKey, withoutClient(audit, job), made.id);
  return made;
}

/** By key, since deliveries may have been created while the clock was ahead. */
function bounded(filter: NewBulkJob['filter'], newest: DeliveryKey): NewBulkJob['filter'] {
  if (filter === null || 'clientId' in filter || 'subject' in filter) return filter;
  return { ...filter, untilKey: newest };
}

/** The audit trail never names the client whose calls are deleted. */
function withoutClient(audit: AuditEntry, { filter }: NewBulkJob): AuditEntry {
  const name = nameIn(filter);
  return name === null ? audit : { ...audit, after: hiddenIn(audit.after, new Set([name])) };
}

/** The client id or number whose calls a job deletes; null: a job of another kind. */
function nameIn(filter: NewBulkJob['filter']): string | null {
  if (filter === null) return null;
  if ('clientId' in filter) return filter.clientId;
  return 'subject' in filter ? filter.value : null;
}

export function* bulkJob(asked: {
  readonly projectKey: ProjectKey;
  readonly key: BulkKey;
}): Operation<BulkJob | null> {
  const row = yield* one(JOB_BY_KEY, asked.key);
  return row?.project_key === asked.projectKey ? toJob(row) : null;
}

export function* bulkJobs(asked: {
  readonly projectKey: ProjectKey;
  readonly beforeKey: BulkKey | null;
  readonly limit: number;
}): Operation<readonly BulkJob[]> {
  const before = asked.beforeKey ?? Number.MAX_SAFE_INTEGER;
  return (yield* all(JOB_PAGE, asked.projectKey, before, asked.limit)).map(toJob);
}

export function* openBulk(): Operation<readonly BulkKey[]> {
  return (yield* all(OPEN_JOBS)).map(({ key }) => key);
}

export function* bulkItems(asked: {
  readonly projectKey: ProjectKey;
  readonly key: BulkKey;
  readonly afterNumber: number;
  readonly limit: number;
}): Operation<readonly BulkItem[]> {
  if ((yield* bulkJob(asked)) === null) return [];
  const rows = yield* all(ITEMS, asked.key, asked.afterNumber, asked.limit);
  return rows.map((row) => ({
    number: row.number,
    delivery: { key: row.delivery_key, createdAtMs: row.created_at },
    result: row.result,
    reason: row.reason,
    made:
      row.made_key === null || row.made_at === null
        ? null
        : { key: row.made_key, createdAtMs: row.made_at },
  }));
}

export function* abortBulk(asked: {
  readonly projectKey: ProjectKey;
  readonly key: BulkKey;
  readonly audit: AuditEntry;
}): Operation<BulkJob | null> {
  const { projectKey, key, audit } = asked;
  if ((yield* bulkJob(asked)) === null) return null;
  // Waits for a step that is under way.
  yield* lockBulk(key);
  const row = yield* one(JOB_BY_KEY, key);
  const aborted = yield* change(ABORT, audit.atMs, key);
  if (aborted > 0 && row !== undefined) yield* hideClient(row);
  const job = yield* presentJob(key);
  if (aborted > 0) yield* writeAudit(projectKey, { ...audit, after: outcomeOf(job) });
  return job;
}

/** Removes the client from a job that has ended, which no longer needs it. */
export function* hideClient(row: BulkJobRow): Operation<void> {
  const hidden = hiddenSubject(row);
  if (hidden !== null) yield* change(HIDE_FILTER, hidden.filter, hidden.asked, row.key);
}

/** The columns of such a job without its client, call or number; null if it names none. */
export function hiddenSubject({ action, filter }: Pick<BulkJobRow, 'action' | 'filter'>): {
  readonly filter: string;
  readonly asked: string;
} | null {
  const present = readJsonOrNull<CallsFilter>(filter);
  const name = nameIn(present);
  if (action !== 'delete-calls' || present === null || name === null) return null;
  const value = hashedName(name);
  const kept = 'subject' in present ? { ...present, value } : { clientId: value };
  const asked = 'subject' in present ? { [ASKED[present.subject]]: value } : kept;
  return { filter: JSON.stringify(kept), asked: JSON.stringify(asked) };
}

/** How a request names the subject of an erasure. */
const ASKED = { call: 'callId', number: 'number' } as const;

/** The audit entry of a job that has ended. */
export function outcomeOf({ action, state, done, skipped, failed, removed }: BulkJob): object {
  const outcome = { action, state, done, skipped, failed };
  return removed === null ? outcome : { ...outcome, removed };
}

export function* presentJob(key: BulkKey): Operation<BulkJob> {
  const row = yield* one(JOB_BY_KEY, key);
  if (row === undefined) throw new Error('a job that was changed is there');
  return toJob(row);
}

export function toJob(row: BulkJobRow): BulkJob {
  return {
    key: row.key,
    id: formatId('blk', row.created_at, row.key),
    projectKey: row.project_key,
    action: row.action,
    state: row.state,
    asked: readJsonOrNull<unknown>(row.asked),
    ids: row.ids,
    matched: row.matched,
    matchedExact: row.matched_exact === 1,
    done: row.done,
    skipped: row.skipped,
    failed: row.failed,
    reason: row.reason,
    createdBy: row.created_by,
    createdAtMs: row.created_at,
    startedAtMs: row.started_at,
    endedAtMs: row.ended_at,
    removed: readJsonOrNull<Removed>(row.removed),
  };
}

/**
 * Call logs as rows: one for each call, reported or not, found by the hash of its id as calls are.
 * A new version replaces the text and wakes the waiting runs; a deleted log keeps its version and
 * the time. Must never read a text if only facts are asked for.
 */
import type { ProjectKey } from '../../../core/id.ts';
import type {
  CallLogFacts,
  CallLogOutlook,
  CallLogStore,
  PutCallLogAnswer,
  StoredCallLog,
} from '../../../engine/ports/acw-store.ts';
import type { AuditEntry } from '../../../engine/ports/manage-store.ts';
import { change, type Operation, one, query } from '../../statement.ts';
import { LOG_LOCKS } from '../advisory-lock.ts';
import { writeAudit } from '../audit.ts';
import { findCallRow, hash64, toCall } from '../call/call.ts';
import { wasDeleted } from '../retention/retention-removed.ts';

/** Parameters: hashes, as a list. Changes of one log take turns; no report waits for this lock. */
const LOCK_LOG = query(`
  select pg_advisory_xact_lock(${LOG_LOCKS}, (hash % 2147483647)::int)
  from unnest(?::bigint[]) as l (hash)`);

/** Locks in rising order, so that transactions do not deadlock. */
export function* lockLogs(hashes: readonly bigint[]): Operation<void> {
  yield { want: 'lock', query: LOCK_LOG, values: hashes };
}

interface FactsRow {
  readonly key: number;
  readonly version: number;
  readonly turns: number;
  readonly bytes: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly deleted_at: number | null;
}

/** Parameters: hash, project, call id. call_logs_by_call; the full id is compared. */
const OF_CALL = 'where call_id_hash = ? and project_key = ? and call_id = ?';
export const LOG_FACTS = query<FactsRow>(`
  select key, version, turns, bytes, created_at, updated_at, deleted_at
  from call_logs indexed by call_logs_by_call ${OF_CALL}`);
export const LOG_TEXT = query<FactsRow & { readonly body: string }>(`
  select key, version, turns, bytes, created_at, updated_at, deleted_at, body
  from call_logs indexed by call_logs_by_call ${OF_CALL} and deleted_at is null`);

/**
 * For the call `c`, 1 or 0: whether the report that last moved it, or an earlier one, carried
 * errors. Later reports do not tell whether the call was answered. Primary key: the reports of one
 * call.
 */
export const HAD_ERRORS = `coalesce((select 1 from reports p
    where p.call_key = c.key and p.errors is not null and p.number <= (
      select max(m.number) from reports m where m.call_key = c.key and m.applied = 1
        and m.reason is null and m.status is not null)
    limit 1), 0)`;

const INSERT = query(`
  insert into call_logs (project_key, call_id_hash, call_id, version, turns, bytes, created_at,
    updated_at, body) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
/** Parameters: turns, bytes, now, body, key. Primary key; the log is locked. */
const REPLACE = query(`
  update call_logs set version = version + 1, turns = ?, bytes = ?, updated_at = ?, body = ?
  where key = ?`);
const REMOVE = query('delete from call_logs where key = ?');
/** Parameters: now twice, key. Primary key. */
const FORGET = query(`
  update call_logs set body = null, turns = 0, bytes = 0, updated_at = ?, deleted_at = ?
  where key = ?`);

/**
 * Parameters: hash, project, call id. runs_by_call, the unique index of results. Results of
 * self-provided agents, which have a fingerprint, stay.
 */
export const FORGET_RESULTS = query(`
  update acw_results set result = null where fingerprint is null and result is not null
    and run_key in (select key from runs
      where call_id_hash = ? and project_key + 0 = ? and call_id = ?)`);

/**
 * Parameters: now, hash, project, call id. runs_by_call. Runs that are due already stay unchanged.
 */
export const WAKE_RUNS = query(`
  update runs indexed by runs_by_call set due_at = ?1
  where call_id_hash = ?2 and project_key + 0 = ?3 and call_id = ?4
    and state = 'WAITING_CALL_LOG' and due_at > ?1`);

export function* putCallLog(
  log: Parameters<CallLogStore['putCallLog']>[0],
): Operation<PutCallLogAnswer> {
  const { projectKey, callId, nowMs } = log;
  const hash = hash64(callId);
  yield* lockLogs([hash]);
  const call = yield* findCallRow(projectKey, callId);
  if (call === undefined && (yield* wasDeleted(projectKey, hash))) return { kind: 'removed' };
  if (call !== undefined && call.direction !== log.direction) {
    return { kind: 'direction', direction: call.direction };
  }
  const row = yield* one(LOG_FACTS, hash, projectKey, callId);
  const present = row === undefined || row.deleted_at !== null ? 0 : row.version;
  if (log.seen !== null && log.seen !== present) return { kind: 'changed', version: present };
  const version = (row?.version ?? 0) + 1;
  if (present > 0 && row !== undefined) {
    yield* change(REPLACE, log.turns, log.bytes, nowMs, log.body, row.key);
  } else {
    // A new row gets a new key: retention walks keys, which rise with the time of creation.
    if (row !== undefined) yield* change(REMOVE, row.key);
    const facts = [version, log.turns, log.bytes, nowMs, nowMs] as const;
    yield* change(INSERT, projectKey, hash, callId, ...facts, log.body);
  }
  yield* change(WAKE_RUNS, nowMs, hash, projectKey, callId);
  return { kind: 'stored', version, created: present === 0 };
}

export interface OfCall {
  readonly projectKey: ProjectKey;
  readonly callId: string;
}

export function* callLog({ projectKey, callId }: OfCall): Operation<StoredCallLog | null> {
  const row = yield* one(LOG_TEXT, hash64(callId), projectKey, callId);
  if (row === undefined) return null;
  const { version, body, bytes, turns } = row;
  const times = { createdAtMs: row.created_at, updatedAtMs: row.updated_at };
  return { callId, version, body, bytes, turns, ...times };
}

export function* callLogFacts({ projectKey, callId }: OfCall): Operation<CallLogFacts | null> {
  const row = yield* one(LOG_FACTS, hash64(callId), projectKey, callId);
  if (row === undefined) return null;
  const { version, turns, bytes } = row;
  return { version, turns, bytes, updatedAtMs: row.updated_at, deletedAtMs: row.deleted_at };
}

/** Parameters: call. Primary keys. */
export const CALL_HAD_ERRORS = query<{ readonly had_errors: number }>(`
  select ${HAD_ERRORS} had_errors from calls c where c.key = ?`);

export function* callLogOutlook(of: OfCall): Operation<CallLogOutlook> {
  const facts = yield* callLogFacts(of);
  const row = yield* findCallRow(of.projectKey, of.callId);
  if (row === undefined) return { facts, call: null };
  const { status, wasInProgress } = toCall(row);
  const hadErrors = (yield* one(CALL_HAD_ERRORS, row.key))?.had_errors === 1;
  return { facts, call: { status, wasInProgress, hadErrors } };
}

export function* deleteCallLog(
  wanted: OfCall & { readonly audit: AuditEntry; readonly nowMs: number },
): Operation<boolean> {
  const { projectKey, callId, audit, nowMs } = wanted;
  const hash = hash64(callId);
  yield* lockLogs([hash]);
  const row = yield* one(LOG_FACTS, hash, projectKey, callId);
  if (row === undefined || row.deleted_at !== null) return false;
  yield* change(FORGET, nowMs, nowMs, row.key);
  // Results that quote the log are removed together with it.
  const results = yield* change(FORGET_RESULTS, hash, projectKey, callId);
  yield* writeAudit(projectKey, { ...audit, after: { resultsCleared: results } });
  return true;
}

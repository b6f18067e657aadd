/**
 * Deletes a call by request with all its data: reports, firings, deliveries and attempts, runs with
 * results and marks, its log, what its source received, and its id in the audit trail. Its lanes
 * are removed whole, so no lane is left without its head; an attempt in flight finds nothing to
 * settle. The hash of its id stays, by which later reports are refused, and so do counts. Must be
 * one commit with its audit entry.
 */

import type { CallKey, DeliveryKey, EndpointKey, ProjectKey, RunKey } from '../../../core/id.ts';
import { NOTHING_REMOVED, type Removed } from '../../../engine/ports/bulk-store.ts';
import type { CallDeletion } from '../../../engine/ports/retention-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, LISTED, listOf, type Operation, one, query } from '../../statement.ts';
import { LOG_FACTS, lockLogs } from '../acw/call-log.ts';
import { writeAudit } from '../audit.ts';
import { UNLINK, UNLINK_REPLAYS } from '../delivery/replay-link.ts';
import { REMOVE_CRITERIA, REMOVE_EVALUATIONS, REMOVE_RESULTS } from '../retention/retention-acw.ts';
import { REMEMBER_DELETED, REMOVED_CALL } from '../retention/retention-removed.ts';
import {
  REMOVE_ATTEMPTS,
  REMOVE_CALLS,
  REMOVE_FIRINGS_OF,
  REMOVE_REPORTS,
  REMOVE_TERMS,
} from '../retention/retention-steps.ts';
import { lockCalls } from '../row-lock.ts';
import type { Session } from '../session.ts';
import { type CallRow, findCallRow, hash64 } from './call.ts';
import { hashedName, hideCalls } from './call-naming.ts';

/**
 * Parameters: hashes of ids, rising, as a list. The locks of an accept: a first report of such a
 * call either commits before this and is deleted too, or comes after it and is refused.
 */
const LOCK_IDS = query('select pg_advisory_xact_lock(hash) from unnest(?::bigint[]) as c (hash)');

interface GoneDelivery {
  readonly key: DeliveryKey;
  readonly project_key: ProjectKey;
  readonly endpoint_key: EndpointKey;
  readonly closed_at: number | null;
  readonly attempts: number;
}

/** Parameters: calls. deliveries_by_call; the calls are locked. */
export const DELETE_DELIVERIES = query<GoneDelivery>(`
  delete from deliveries where call_key in ${LISTED}
  returning key, project_key, endpoint_key, closed_at, attempts`);

/**
 * Parameters: hash, project, call id. runs_by_call; includes runs of an older call with this id.
 */
export const DELETE_RUNS = query<{ key: RunKey }>(`
  delete from runs where call_id_hash = ? and project_key + 0 = ? and call_id = ? returning key`);
/** Parameters: as above. call_logs_by_call. */
export const DELETE_LOG = query(`
  delete from call_logs where call_id_hash = ? and project_key + 0 = ? and call_id = ?`);
/** Parameters: as above. */
export const FIND_RUN = query<{ key: RunKey }>(`
  select key from runs where call_id_hash = ? and project_key + 0 = ? and call_id = ? limit 1`);

/** Parameters: as above. The unique index. */
const FIND_HINT = query<{ key: number }>(`
  select key from call_hints where call_id_hash = ? and project_key = ? and call_id = ? limit 1`);

/** Parameters: as above. The unique index. */
const FIND_KEPT = query<{ key: number }>(`
  select key from kept_reports where call_id_hash = ? and project_key = ? and call_id = ? limit 1`);

/** Parameters: hash, project, call id. The unique index; `kept-report.ts` writes the rows. */
export const DELETE_KEPT = query(
  'delete from kept_reports where call_id_hash = ? and project_key = ? and call_id = ?',
);

/** Parameters: hash, project, call id. The unique index. */
export const DELETE_HINTS = query(
  'delete from call_hints where call_id_hash = ? and project_key = ? and call_id = ?',
);

/**
 * Parameters: project, a text of the call. Primary keys: a source keeps its last 50 requests. A
 * request names the call if removing the text changes it: this is case-sensitive and has no
 * wildcards.
 */
export const DELETE_REQUESTS = query(`
  delete from source_requests
  where source_key in (select s.key from sources s where s.project_key = ?1)
    and (replace(result, cast(?2 as text), '') <> result
      or replace(body, cast(?2 as text), '') <> body)`);

export function* deleteCall(session: Session, asked: Asked<'deleteCall'>): Operation<CallDeletion> {
  const { projectKey, callId, audit, nowMs } = asked;
  yield* lockIds([callId]);
  const note = yield* one(REMOVED_CALL, projectKey, hash64(callId));
  if (!(yield* isKept(projectKey, callId))) {
    if (note === undefined) return { kind: 'not-found' };
    if (note.by_request === 1) return { kind: 'was-deleted' };
  }
  const { endpoints } = yield* deleteCalls(session, projectKey, [callId], nowMs);
  yield* writeAudit(projectKey, { ...audit, target: hashedName(callId) });
  return { kind: 'deleted', endpoints };
}

/**
 * Retention may have removed the call and left its runs, a log may exist without a call, and a
 * platform may have said something of a call that was not reported yet.
 */
export function* isKept(projectKey: ProjectKey, callId: string): Operation<boolean> {
  if ((yield* findCallRow(projectKey, callId)) !== undefined) return true;
  const of = [hash64(callId), projectKey, callId] as const;
  return (
    (yield* one(FIND_RUN, ...of)) !== undefined ||
    (yield* one(LOG_FACTS, ...of)) !== undefined ||
    (yield* one(FIND_HINT, ...of)) !== undefined ||
    (yield* one(FIND_KEPT, ...of)) !== undefined
  );
}

export interface DeletedCalls {
  /** Those that had open deliveries of the calls. */
  readonly endpoints: readonly EndpointKey[];
  readonly removed: Removed;
}

/** Each id must be in the list once. */
export function* deleteCalls(
  session: Session,
  projectKey: ProjectKey,
  callIds: readonly string[],
  nowMs: number,
): Operation<DeletedCalls> {
  yield* lockIds(callIds);
  const rows: CallRow[] = [];
  for (const callId of callIds) {
    const row = yield* findCallRow(projectKey, callId);
    if (row !== undefined) rows.push(row);
  }
  yield* lockCalls(rows.map(({ key }) => key).sort((one, other) => one - other));
  const lanes = yield* deleteLanes(session, rows);
  const afterWork = yield* deleteAfterWork(projectKey, callIds);
  let sourceRequests = 0;
  for (const text of wordsOf(callIds, rows)) {
    sourceRequests += yield* change(DELETE_REQUESTS, projectKey, text);
  }
  yield* hideCalls(projectKey, callIds);
  for (const callId of callIds) {
    yield* change(DELETE_HINTS, hash64(callId), projectKey, callId);
    yield* change(DELETE_KEPT, hash64(callId), projectKey, callId);
    yield* change(REMEMBER_DELETED, projectKey, hash64(callId), nowMs);
  }
  const removed = { ...NOTHING_REMOVED, ...lanes.removed, ...afterWork, sourceRequests };
  return { endpoints: lanes.endpoints, removed };
}

/** Locks in rising order, as every accept does, so that transactions do not deadlock. */
export function* lockIds(callIds: readonly string[]): Operation<void> {
  yield { want: 'lock', query: LOCK_IDS, values: hashesOf(callIds) };
}

function hashesOf(callIds: readonly string[]): readonly bigint[] {
  return callIds.map(hash64).sort((one, other) => (one < other ? -1 : 1));
}

function* deleteLanes(
  session: Session,
  calls: readonly { readonly key: CallKey }[],
): Operation<{ readonly endpoints: readonly EndpointKey[]; readonly removed: Partial<Removed> }> {
  if (calls.length === 0) return { endpoints: [], removed: {} };
  const list = listOf(calls);
  const deliveries = yield* all(DELETE_DELIVERIES, list);
  const open = deliveries.filter((row) => row.closed_at === null);
  for (const row of open) session.stats.open(row.project_key, row.endpoint_key, -1);
  if (deliveries.length > 0) {
    yield* change(REMOVE_ATTEMPTS, listOf(deliveries));
    yield* change(UNLINK, listOf(deliveries));
    yield* change(UNLINK_REPLAYS, listOf(deliveries));
  }
  yield* change(REMOVE_TERMS, list);
  const removed = {
    reports: yield* change(REMOVE_REPORTS, list),
    firings: yield* change(REMOVE_FIRINGS_OF, list),
    calls: yield* change(REMOVE_CALLS, list),
    deliveries: deliveries.length,
    attempts: deliveries.reduce((sum, { attempts }) => sum + attempts, 0),
  };
  return { endpoints: [...new Set(open.map((row) => row.endpoint_key))], removed };
}

/** A worker then finds its run gone and writes no result. */
function* deleteAfterWork(
  projectKey: ProjectKey,
  callIds: readonly string[],
): Operation<Pick<Removed, 'callLogs' | 'runs' | 'results'>> {
  yield* lockLogs(hashesOf(callIds));
  const removed = { callLogs: 0, runs: 0, results: 0 };
  for (const callId of callIds) {
    const of = [hash64(callId), projectKey, callId] as const;
    removed.callLogs += yield* change(DELETE_LOG, ...of);
    const runs = yield* all(DELETE_RUNS, ...of);
    if (runs.length === 0) continue;
    removed.runs += runs.length;
    removed.results += yield* change(REMOVE_RESULTS, listOf(runs));
    yield* change(REMOVE_EVALUATIONS, listOf(runs));
    yield* change(REMOVE_CRITERIA, listOf(runs));
  }
  return removed;
}

/** The texts that name the calls in a provider's request: both ids, also in URL encoding. */
function wordsOf(callIds: readonly string[], rows: readonly CallRow[]): readonly string[] {
  const ids = [...callIds, ...rows.map((row) => row.call_sid)].filter((id) => id !== '');
  return [...new Set(ids.flatMap((id) => [id, encodeURIComponent(id)]))];
}

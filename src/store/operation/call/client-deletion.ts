/**
 * Deletes the calls of one client in a bulk job: each as if it were deleted by request, a few in a
 * step. Once a call is locked, its client is checked again, since a report may have changed it;
 * calls reported after the job was made stay. A call that has not begun is the client's if a report
 * that is kept of it says so (S2.28). Each step looks for kept reports before it looks for calls:
 * one that its call takes along meanwhile is then found there.
 */

import type { EndpointKey, ProjectKey } from '../../../core/id.ts';
import {
  BULK_COUNTED_MAX,
  type BulkCount,
  type ClientFilter,
  NOTHING_REMOVED,
  type Removed,
} from '../../../engine/ports/bulk-store.ts';
import { all, type Operation, one, query } from '../../statement.ts';
import { project } from '../project/project.ts';
import { lockCalls } from '../row-lock.ts';
import type { Session } from '../session.ts';
import { CALL_BY_KEY, CALL_COLUMNS, type CallRow } from './call.ts';
import { deleteCalls, lockIds } from './call-deletion.ts';

/**
 * The most calls of one step, which takes about 50 ms of the writer: deleting a call takes some ten
 * statements and includes its reports and deliveries, so a long call ends the step early.
 */
export const CALLS_MAX = 50;
const REPORTS_MAX = 1_000;

/** 1 project, 2 client, 3 first reported at or before: also what was kept until the call began. */
const OF_CLIENT = `project_key = ?1 and client_id = ?2 and client_id <> ''
    and (first_report_at + 0 <= ?3 or exists (
      select 1 from reports r where r.call_key = calls.key and r.received_at <= ?3))`;

/**
 * Parameters: as above, 4 limit. calls_by_client. In no order: found calls are deleted, so the next
 * step finds others.
 */
export const CALLS_OF_CLIENT_UNTIL = query<CallRow>(`
  select ${CALL_COLUMNS} from calls indexed by calls_by_client
  where ${OF_CLIENT} limit ?4`);

/** Parameters: as above. calls_by_client. */
export const COUNT_OF_CLIENT = query<{ present: number }>(`
  select count(*) present from (
    select 1 from calls indexed by calls_by_client where ${OF_CLIENT} limit ?4) counted`);

/** Parameters: as above. deliveries_by_call: endpoints that have open deliveries of them. */
export const ENDPOINTS_OF_CLIENT = query<{ present: number }>(`
  select count(distinct endpoint_key) present from deliveries indexed by deliveries_by_call
  where closed_at is null and call_key in (
    select key from calls indexed by calls_by_client where ${OF_CLIENT} limit ?4)`);

/** Parameters: as above; 3 received at or before. kept_reports_by_client. Each call once. */
export const KEPT_OF_CLIENT = query<{ call_id: string }>(`
  select distinct call_id from kept_reports indexed by kept_reports_by_client
  where project_key = ?1 and client_id = ?2 and received_at + 0 <= ?3 limit ?4`);

export function* countOfClient(
  projectKey: ProjectKey,
  { clientId }: ClientFilter,
  untilMs: number,
): Operation<BulkCount> {
  const of = [projectKey, clientId, untilMs] as const;
  const most = BULK_COUNTED_MAX + 1;
  const begun = (yield* one(COUNT_OF_CLIENT, ...of, most))?.present ?? 0;
  const present = begun + (yield* all(KEPT_OF_CLIENT, ...of, most)).length;
  const endpoints = yield* one(ENDPOINTS_OF_CLIENT, ...of, BULK_COUNTED_MAX);
  return {
    matched: Math.min(present, BULK_COUNTED_MAX),
    exact: present <= BULK_COUNTED_MAX,
    endpoints: endpoints?.present ?? 0,
  };
}

export interface ClientStep {
  readonly projectId: string;
  readonly callIds: readonly string[];
  readonly endpoints: readonly EndpointKey[];
  readonly removed: Removed;
  readonly more: boolean;
}

export function* deleteOfClient(
  session: Session,
  asked: {
    readonly projectKey: ProjectKey;
    readonly clientId: string;
    readonly untilMs: number;
    readonly nowMs: number;
    readonly limit: number;
  },
): Operation<ClientStep> {
  const { projectKey, clientId, untilMs, nowMs } = asked;
  const limit = Math.min(CALLS_MAX, asked.limit);
  const kept = yield* all(KEPT_OF_CLIENT, projectKey, clientId, untilMs, limit);
  const left = limit - kept.length;
  const found = yield* all(CALLS_OF_CLIENT_UNTIL, projectKey, clientId, untilMs, left);
  const chosen = withinReports(found);
  const early = kept.map((row) => row.call_id);
  const mine = yield* heldOf(chosen, early, clientId);
  const callIds = [...new Set([...early, ...mine.map((row) => row.call_id)])];
  const { endpoints, removed } =
    callIds.length === 0
      ? { endpoints: [], removed: NOTHING_REMOVED }
      : yield* deleteCalls(session, projectKey, callIds, nowMs);
  const present = yield* project(projectKey);
  if (present === null) throw new Error('the project of a job is there');
  const more = found.length === left || chosen.length < found.length;
  return { projectId: present.id, callIds, endpoints, removed, more };
}

/** Takes at least one call, however many reports it has. */
function withinReports(rows: readonly CallRow[]): readonly CallRow[] {
  let reports = 0;
  const end = rows.findIndex((row, index) => {
    reports += row.reports;
    return index > 0 && reports > REPORTS_MAX;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/**
 * Takes the locks of a deletion: ids, also those of calls that have not begun, then calls. Returns
 * the calls that still belong to the client.
 */
function* heldOf(
  rows: readonly CallRow[],
  early: readonly string[],
  clientId: string,
): Operation<readonly CallRow[]> {
  yield* lockIds([...early, ...rows.map((row) => row.call_id)]);
  const keys = rows.map(({ key }) => key).sort((first, second) => first - second);
  if (!(yield* lockCalls(keys))) return rows;
  const held: CallRow[] = [];
  for (const key of keys) {
    const row = yield* one(CALL_BY_KEY, key);
    if (row?.client_id === clientId) held.push(row);
  }
  return held;
}

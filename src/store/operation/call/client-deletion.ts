/**
 * The calls of one client, deleted by a bulk job: each as one that is deleted by request, a few in
 * a step. Whose call it is is asked again once the call is held, since a report may have changed
 * it; what was reported after the job was asked for stays.
 */

import type { EndpointKey, ProjectKey } from '../../../core/id.ts';
import {
  BULK_COUNTED_MAX,
  type BulkCount,
  type ClientFilter,
} from '../../../engine/ports/bulk-store.ts';
import { all, type Operation, one, query } from '../../statement.ts';
import { project } from '../project/project.ts';
import { lockCalls } from '../row-lock.ts';
import type { Session } from '../session.ts';
import { CALL_BY_KEY, CALL_COLUMNS, type CallRow } from './call.ts';
import { deleteCalls, lockIds } from './call-deletion.ts';

/**
 * Of one step: a call is deleted in some ten statements, and takes its reports and their
 * deliveries with it, so a long call ends the step. About 50 ms of the writer.
 */
export const CALLS_MAX = 50;
const REPORTS_MAX = 1_000;

/**
 * Parameters: project, client, first reported at or before, limit. calls_by_client. In no order:
 * those that are found are deleted, so the next step finds others.
 */
export const CALLS_OF_CLIENT_UNTIL = query<CallRow>(`
  select ${CALL_COLUMNS} from calls indexed by calls_by_client
  where project_key = ? and client_id = ? and client_id <> '' and first_report_at + 0 <= ?
  limit ?`);

/** Parameters: project, client, first reported at or before, limit. calls_by_client. */
export const COUNT_OF_CLIENT = query<{ present: number }>(`
  select count(*) present from (
    select 1 from calls indexed by calls_by_client
    where project_key = ? and client_id = ? and client_id <> '' and first_report_at + 0 <= ?
    limit ?) counted`);

/** Parameters: as above. deliveries_by_call: endpoints that have open deliveries of them. */
export const ENDPOINTS_OF_CLIENT = query<{ present: number }>(`
  select count(distinct endpoint_key) present from deliveries indexed by deliveries_by_call
  where closed_at is null and call_key in (
    select key from calls indexed by calls_by_client
    where project_key = ? and client_id = ? and client_id <> '' and first_report_at + 0 <= ?
    limit ?)`);

export function* countOfClient(
  projectKey: ProjectKey,
  { clientId }: ClientFilter,
  untilMs: number,
): Operation<BulkCount> {
  const of = [projectKey, clientId, untilMs] as const;
  const present = (yield* one(COUNT_OF_CLIENT, ...of, BULK_COUNTED_MAX + 1))?.present ?? 0;
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
  const found = yield* all(CALLS_OF_CLIENT_UNTIL, projectKey, clientId, untilMs, limit);
  const chosen = withinReports(found);
  const mine = yield* heldOf(chosen, clientId);
  const callIds = mine.map((row) => row.call_id);
  const endpoints =
    callIds.length === 0 ? [] : yield* deleteCalls(session, projectKey, callIds, nowMs);
  const present = yield* project(projectKey);
  if (present === null) throw new Error('the project of a job is there');
  const more = found.length === limit || chosen.length < found.length;
  return { projectId: present.id, callIds, endpoints, more };
}

/** At least one, however long it is. */
function withinReports(rows: readonly CallRow[]): readonly CallRow[] {
  let reports = 0;
  const end = rows.findIndex((row, index) => {
    reports += row.reports;
    return index > 0 && reports > REPORTS_MAX;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** Locked as a deletion locks them: ids, then calls. Those that are still of the client. */
function* heldOf(rows: readonly CallRow[], clientId: string): Operation<readonly CallRow[]> {
  yield* lockIds(rows.map((row) => row.call_id));
  const keys = rows.map(({ key }) => key).sort((first, second) => first - second);
  if (!(yield* lockCalls(keys))) return rows;
  const held: CallRow[] = [];
  for (const key of keys) {
    const row = yield* one(CALL_BY_KEY, key);
    if (row?.client_id === clientId) held.push(row);
  }
  return held;
}

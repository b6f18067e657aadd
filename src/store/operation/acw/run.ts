/**
 * Runs for the workers: claimed when due, moved, made due again. A claim is a growing number and a
 * time until which no other worker takes the run; a worker with an older number changes nothing.
 * `run-end.ts` ends a run.
 */

import type { Endpoint } from '../../../core/endpoint/endpoint.ts';
import type { CallKey, EndpointKey, RunKey } from '../../../core/id.ts';
import type { RunStore, RunWork } from '../../../engine/ports/acw-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import {
  all,
  change,
  LISTED,
  listOf,
  type Operation,
  one,
  type Query,
  query,
} from '../../statement.ts';
import { type CallRow, columnsOf, toCall } from '../call/call.ts';
import { endpointByKey } from '../endpoint/endpoint-row.ts';
import { lockRun } from '../row-lock.ts';
import { HAD_ERRORS } from './call-log.ts';
import { RUN_COLUMNS, RUN_JOINS, type RunRow, toRun } from './run-row.ts';

export interface DueRun {
  readonly key: RunKey;
}

/**
 * Parameters: now, limit. runs_due, in its order. If several processes write, each skips locked
 * rows.
 */
export const DUE_RUNS = query<DueRun>(`
  select key from runs indexed by runs_due where due_at <= ? order by due_at limit ?`);

/** Parameters: until when, runs. Primary key; the rows are locked, or there is only one writer. */
export const CLAIM_RUNS = query(`
  update runs set claim = claim + 1, due_at = ?,
    deaths = deaths + case when state = 'RUNNING' then 1 else 0 end
  where key in ${LISTED}`);

/** Parameters: runs. Primary keys. */
export const CLAIMED_RUNS = query<RunRow>(`
  select ${RUN_COLUMNS} from runs r ${RUN_JOINS} where r.key in ${LISTED}`);

type CallAtWork = CallRow & {
  readonly had_errors: number;
  readonly log_version: number | null;
};

/** Parameters: calls. Primary key, the reports of each, call_logs_by_call. */
export const CALLS_AT_WORK = query<CallAtWork>(`
  select ${columnsOf('c')},
    ${HAD_ERRORS} had_errors,
    (select l.version from call_logs l where l.call_id_hash = c.call_id_hash
      and l.project_key = c.project_key and l.call_id = c.call_id and l.deleted_at is null)
      log_version
  from calls c where c.key in ${LISTED}`);

/** `due`: this store's statement of `DUE_RUNS`. */
export function* claimRuns(
  { nowMs, claimMs, limit }: Asked<'claimRuns'>,
  due: Query<DueRun> = DUE_RUNS,
): Operation<readonly RunWork[]> {
  const keys = yield* all(due, nowMs, limit);
  if (keys.length === 0) return [];
  const list = listOf(keys);
  yield* change(CLAIM_RUNS, nowMs + claimMs, list);
  const rows = new Map((yield* all(CLAIMED_RUNS, list)).map((row) => [row.key, row]));
  const inOrder = keys.flatMap(({ key }) => rows.get(key) ?? []);
  const calls = yield* callsOf(inOrder);
  const agents = yield* agentsOf(inOrder);
  return inOrder.flatMap((row): readonly RunWork[] => {
    const [call, agent] = [calls.get(row.call_key), agents.get(row.endpoint_key)];
    // Retention keeps the calls of open runs and every endpoint, so this happens only after a
    // deletion.
    if (call === undefined || agent === undefined) return [];
    return [
      {
        ...toRun(row),
        claim: row.claim,
        deaths: row.deaths,
        agent,
        call: toCall(call),
        hadErrors: call.had_errors === 1,
        callLogVersion: call.log_version,
      },
    ];
  });
}

function* callsOf(rows: readonly RunRow[]): Operation<ReadonlyMap<CallKey, CallAtWork>> {
  const keys = [...new Set(rows.map((row) => row.call_key))];
  const found = yield* all(CALLS_AT_WORK, JSON.stringify(keys));
  return new Map(found.map((call) => [call.key, call]));
}

function* agentsOf(rows: readonly RunRow[]): Operation<ReadonlyMap<EndpointKey, Endpoint>> {
  const agents = new Map<EndpointKey, Endpoint>();
  for (const key of new Set(rows.map((row) => row.endpoint_key))) {
    const endpoint = yield* endpointByKey(key);
    if (endpoint !== null) agents.set(key, endpoint);
  }
  return agents;
}

/** The first entry of runs_due. */
export const NEXT_RUN = query<{ due_at: number }>(`
  select due_at from runs indexed by runs_due where due_at is not null order by due_at limit 1`);

export function* nextRunAtMs(): Operation<number | null> {
  return (yield* one(NEXT_RUN))?.due_at ?? null;
}

/** Parameters: run. Primary key, then call_logs_by_call. */
export const LOG_OF_RUN = query<{ version: number; updated_at: number }>(`
  select l.version, l.updated_at from runs r join call_logs l on l.call_id_hash = r.call_id_hash
    and l.project_key = r.project_key and l.call_id = r.call_id
  where r.key = ? and l.deleted_at is null`);

/** Parameters: state, due, give up, reason, run, claim. Primary key. */
const MOVE_RUN = query(`
  update runs set state = ?, due_at = ?, give_up_at = ?, reason = ?
  where key = ? and claim = ? and finished_at is null`);

export function* moveRun(wanted: Asked<'moveRun'>): Operation<boolean> {
  const { run, claim, to } = wanted;
  // A log that is stored at this moment waits for this lock or is visible here, so none is missed.
  yield* lockRun(run);
  const dueAtMs = to.state === 'WAITING_CALL_LOG' ? yield* dueWhileWaiting(run, to) : to.dueAtMs;
  const { state, giveUpAtMs, reason = null } = to;
  return (yield* change(MOVE_RUN, state, dueAtMs, giveUpAtMs, reason, run, claim)) > 0;
}

function* dueWhileWaiting(
  run: RunKey,
  { dueAtMs, callLogVersion }: Parameters<RunStore['moveRun']>[0]['to'],
): Operation<number> {
  const log = yield* one(LOG_OF_RUN, run);
  if (log === undefined || log.version === callLogVersion) return dueAtMs;
  return Math.min(dueAtMs, log.updated_at);
}

/** Parameters: 1 now, 2 latest plausible time, 3 limit. runs_due, from that time on. */
export const MISTIMED_RUNS = query<DueRun>(`
  select key from runs indexed by runs_due where due_at > ?2
    and (state <> 'RUNNING' or give_up_at is null or started_at > ?1 or due_at > give_up_at)
  order by due_at limit ?3`);

/** Parameters: now, runs, latest plausible time. Primary key. */
export const REPAIR_RUNS = query(`
  update runs set due_at = ? where key in ${LISTED} and due_at > ?`);

export function* repairRuns(
  asked: Asked<'repairRuns'>,
): Operation<{ readonly repaired: number; readonly more: boolean }> {
  const { nowMs, aheadMs, limit } = asked;
  const latestMs = nowMs + aheadMs;
  const rows = yield* all(MISTIMED_RUNS, nowMs, latestMs, limit);
  if (rows.length === 0) return { repaired: 0, more: false };
  const repaired = yield* change(REPAIR_RUNS, nowMs, listOf(rows), latestMs);
  return { repaired, more: rows.length === limit };
}

/** Parameters: state, limit. Reads runs_due only. */
export const OPEN_RUNS = query<{ n: number }>(`
  select count(*) n from (select 1 from runs indexed by runs_due
    where due_at is not null and state = ? limit ?) counted`);

export function* openRuns(
  limit: number,
): Operation<{ readonly waiting: number; readonly running: number }> {
  const waiting = (yield* one(OPEN_RUNS, 'WAITING_CALL_LOG', limit))?.n ?? 0;
  return { waiting, running: (yield* one(OPEN_RUNS, 'RUNNING', limit))?.n ?? 0 };
}

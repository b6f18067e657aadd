/**
 * The steps of retention over after-call work: runs with their results, and call logs. Runs are
 * kept longer than their launches and calls, which have the retention of deliveries. A run that
 * never ended is removed once nothing can launch it any more; scorecards stay.
 */
import type { ProjectKey, RunKey } from '../../../core/id.ts';
import type { RetentionSettings } from '../../../core/project/project.ts';
import { DAY_MS } from '../../../core/time.ts';
import { all, change, LISTED, listOf, type Operation, query } from '../../statement.ts';
import { type ExpiryQuery, type ExpiryResult, type ExpiryStep, walk } from './expiry.ts';

interface OldRun {
  readonly key: RunKey;
  readonly project_key: ProjectKey;
  readonly created_at: number;
  readonly finished_at: number | null;
  /** Whether the run may still end: it has a due time, or its launch exists. */
  readonly may_end: number;
}

/** Parameters: after key, limit. Primary keys. */
export const OLD_RUNS = query<OldRun>(`
  select key, project_key, created_at, finished_at,
    case when finished_at is not null then 0 when due_at is not null then 1
      else coalesce((select 1 from deliveries d where d.key = r.key), 0) end may_end
  from runs r where key > ? order by key limit ?`);

/** Parameters: runs, time. Primary key. A run that has just ended stays, with its result. */
export const REMOVE_RUNS = query<{ key: RunKey }>(`
  delete from runs where key in ${LISTED} and coalesce(finished_at, created_at) < ?
  returning key`);
/** Parameters: runs. The unique index of results. */
export const REMOVE_RESULTS = query(`delete from acw_results where run_key in ${LISTED}`);
/** Parameters: runs. Primary keys. */
export const REMOVE_EVALUATIONS = query(`delete from evaluations where run_key in ${LISTED}`);
export const REMOVE_CRITERIA = query(`delete from evaluation_criteria where run_key in ${LISTED}`);

interface OldLog {
  readonly key: number;
  readonly project_key: ProjectKey;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Parameters: after key, limit. Primary key; no text is read. */
export const OLD_LOGS = query<OldLog>(`
  select key, project_key, created_at, updated_at from call_logs where key > ?
  order by key limit ?`);
/** Parameters: logs, time. Primary key. A log that was replaced after it was read stays. */
export const REMOVE_LOGS = query(`
  delete from call_logs where key in ${LISTED} and updated_at < ?`);

function* removeRuns(asked: ExpiryQuery): Operation<ExpiryResult> {
  const days = ({ acwResultDays }: RetentionSettings) => acwResultDays;
  const rows = yield* all(OLD_RUNS, asked.afterKey, asked.limit);
  const { old, ...place } = walk(rows, asked, 'created_at', days);
  const done = old.filter(
    ({ row, settings }) =>
      row.may_end === 0 &&
      (row.finished_at ?? row.created_at) < asked.nowMs - settings.acwResultDays * DAY_MS,
  );
  if (done.length === 0) return { ...place, removed: 0 };
  const list = listOf(done.map(({ row }) => row));
  const gone = yield* all(REMOVE_RUNS, list, latest(asked, days));
  if (gone.length === 0) return { ...place, removed: 0 };
  const results = yield* change(REMOVE_RESULTS, listOf(gone));
  yield* change(REMOVE_EVALUATIONS, listOf(gone));
  yield* change(REMOVE_CRITERIA, listOf(gone));
  return { ...place, removed: gone.length + results };
}

function* removeLogs(asked: ExpiryQuery): Operation<ExpiryResult> {
  const days = ({ callLogDays }: RetentionSettings) => callLogDays;
  const rows = yield* all(OLD_LOGS, asked.afterKey, asked.limit);
  const { old, ...place } = walk(rows, asked, 'created_at', days);
  const done = old.filter(
    ({ row, settings }) => row.updated_at < asked.nowMs - settings.callLogDays * DAY_MS,
  );
  if (done.length === 0) return { ...place, removed: 0 };
  const list = listOf(done.map(({ row }) => row));
  return { ...place, removed: yield* change(REMOVE_LOGS, list, latest(asked, days)) };
}

/** A younger row is expired in no project. */
function latest(
  { nowMs, retention }: ExpiryQuery,
  days: (settings: RetentionSettings) => number,
): number {
  return nowMs - Math.min(...[...retention.values()].map(days)) * DAY_MS;
}

export const ACW_STEPS: readonly ExpiryStep[] = [removeRuns, removeLogs];

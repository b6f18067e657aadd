/**
 * Results of runs as rows: written once, in the commit that ends the run, and never changed. A
 * result needs only its run's row to be shown, so both stay after the call is removed.
 */
import type { ProjectKey, ResultKey, RunKey } from '../../../core/id.ts';
import { asKey } from '../../../core/id.ts';
import type { ResultError, RunEnd, StoredResult } from '../../../engine/ports/acw-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, insert, type Operation, one, query, readJson } from '../../statement.ts';
import { hash64 } from '../call/call.ts';
import { RUN_COLUMNS, RUN_JOINS, type RunRow, toRun } from './run-row.ts';

interface ResultRow extends RunRow {
  readonly result_key: ResultKey;
  readonly result_created_at: number;
  readonly is_error: number;
  readonly engine: string | null;
  readonly fingerprint: string | null;
  readonly errors: string;
  readonly result: string | null;
}

const COLUMNS = `${RUN_COLUMNS}, a.is_error, a.engine, a.fingerprint, a.errors`;
const JOINS = `join endpoints e on e.key = r.endpoint_key left join deliveries d on d.key = r.key`;

/** Parameters: the columns. */
const INSERT = query(`
  insert into acw_results (run_key, project_key, created_at, is_error, engine, fingerprint, errors,
    result) values (?, ?, ?, ?, ?, ?, ?, ?)`);

/** Parameters: result, project. Primary keys. */
export const RESULT_BY_KEY = query<ResultRow>(`
  select ${COLUMNS}, a.result from acw_results a join runs r on r.key = a.run_key ${JOINS}
  where a.key = ? and a.project_key = ?`);

/** Parameters: run. Primary key, and the unique index of results. */
export const RESULT_OF_RUN = query<ResultRow>(`
  select ${COLUMNS}, a.result from runs r ${RUN_JOINS} where r.key = ? and a.key is not null`);

/**
 * Parameters: 1 hash, 2 project, 3 call id, 4 before key or null, 5 limit. runs_by_call; a call has
 * few runs. The sums keep a planner from choosing an index in the order of all results or of the
 * project.
 */
export const RESULTS_OF_CALL = query<ResultRow>(`
  select ${COLUMNS}, null result
  from runs r indexed by runs_by_call join acw_results a on a.run_key = r.key ${JOINS}
  where r.call_id_hash = ?1 and r.project_key + 0 = ?2 and r.call_id = ?3
    and a.key < coalesce(?4, 9007199254740991)
  order by a.key + 0 desc limit ?5`);

/** `fingerprint`: that of an agent's post; null for a result of the service itself. */
export function* insertResult(
  run: { readonly key: RunKey; readonly projectKey: ProjectKey },
  end: RunEnd,
  fingerprint: string | null,
  nowMs: number,
): Operation<ResultKey> {
  const { isError, engine, errors, result } = end;
  const of = [run.key, run.projectKey, nowMs, isError ? 1 : 0, engine, fingerprint] as const;
  return asKey(yield* insert(INSERT, ...of, JSON.stringify(errors), result));
}

/** Includes the fingerprint. */
export function* resultOfRun(
  run: RunKey,
): Operation<{ readonly stored: StoredResult; readonly fingerprint: string | null } | null> {
  const row = yield* one(RESULT_OF_RUN, run);
  return row === undefined ? null : { stored: toResult(row), fingerprint: row.fingerprint };
}

export function* result(asked: Asked<'result'>): Operation<StoredResult | null> {
  const row = yield* one(RESULT_BY_KEY, asked.key, asked.projectKey);
  return row === undefined ? null : toResult(row);
}

export function* results(asked: Asked<'results'>): Operation<readonly StoredResult[]> {
  const { projectKey, callId, beforeKey, limit } = asked;
  const hash = hash64(callId);
  return (yield* all(RESULTS_OF_CALL, hash, projectKey, callId, beforeKey, limit)).map(toResult);
}

function toResult(row: ResultRow): StoredResult {
  return {
    key: row.result_key,
    createdAtMs: row.result_created_at,
    run: toRun(row),
    isError: row.is_error === 1,
    reason: row.reason,
    errors: readJson<readonly ResultError[]>(row.errors),
    engine: row.engine,
    result: row.result,
  };
}

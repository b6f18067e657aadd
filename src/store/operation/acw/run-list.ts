/**
 * Lists of runs, newest first. The filter decides which index is used: that of the call's runs, of
 * failed ones, of unfinished ones, of the agent's or of the project's runs by time. The other
 * conditions are tested on the rows. A run stores its call's id, because it is kept longer than the
 * call.
 */
import type { RunState } from '../../../acw/run/run.ts';
import type { Run, RunFilter } from '../../../engine/ports/acw-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, type Operation, one, type Query, query } from '../../statement.ts';
import { hash64 } from '../call/call.ts';
import { RUN_COLUMNS, RUN_JOINS, type RunRow, runByKey, toRun } from './run-row.ts';

/**
 * Parameters of every list: 1 project, 2 endpoint or null, 3 JSON list of states or null, 4 from, 5
 * to, 6 cursor time, 7 cursor key, 8 limit. A cast tells PostgreSQL the type of a parameter that
 * may be null.
 */
const REST = `(cast(?2 as integer) is null or r.endpoint_key = ?2)
  and (cast(?3 as text) is null or r.state in (select value from json_each(?3)))
  and r.created_at >= ?4 and r.created_at < ?5 and (r.created_at, r.key) < (?6, ?7)
  order by r.created_at desc, r.key desc limit ?8`;
const FILTER = `r.project_key = ?1 and ${REST}`;

/** As above, and 9 hash, 10 call id. The sum keeps a planner from walking the project. */
export const RUNS_OF_CALL = query<RunRow>(`
  select ${RUN_COLUMNS} from runs r indexed by runs_by_call ${RUN_JOINS}
  where r.call_id_hash = ?9 and r.call_id = ?10 and r.project_key + 0 = ?1 and ${REST}`);
export const RUNS_FAILED = query<RunRow>(`
  select ${RUN_COLUMNS} from runs r indexed by runs_failed ${RUN_JOINS}
  where r.state = 'FAILED' and ${FILTER}`);
export const RUNS_UNFINISHED = query<RunRow>(`
  select ${RUN_COLUMNS} from runs r indexed by runs_unfinished ${RUN_JOINS}
  where r.finished_at is null and ${FILTER}`);
export const RUNS_OF_ENDPOINT = query<RunRow>(`
  select ${RUN_COLUMNS} from runs r indexed by runs_by_endpoint ${RUN_JOINS}
  where r.endpoint_key = ?2 and ${FILTER}`);
export const RUNS_OF_PROJECT = query<RunRow>(`
  select ${RUN_COLUMNS} from runs r indexed by runs_by_project ${RUN_JOINS} where ${FILTER}`);

/** Parameters: key. The row of a cursor, or the one before it if that row was removed. */
export const RUN_CURSOR = query<{ created_at: number }>(`
  select created_at from runs where key <= ? order by key desc limit 1`);

export function* runs(asked: Asked<'runs'>): Operation<readonly Run[]> {
  const { projectKey, filter, beforeKey, limit } = asked;
  const before = beforeKey === null ? null : yield* one(RUN_CURSOR, beforeKey);
  if (beforeKey !== null && before === undefined) return [];
  const { callId, states } = filter;
  const rows = yield* all(
    listFor(filter),
    projectKey,
    filter.endpoint,
    states.length === 0 ? null : JSON.stringify(states),
    filter.fromMs ?? 0,
    filter.toMs ?? Number.MAX_SAFE_INTEGER,
    before?.created_at ?? Number.MAX_SAFE_INTEGER,
    beforeKey ?? 0,
    limit,
    ...(callId === null ? [] : [hash64(callId), callId]),
  );
  return rows.map(toRun);
}

const UNFINISHED: ReadonlySet<RunState> = new Set(['QUEUED', 'WAITING_CALL_LOG', 'RUNNING']);

function listFor({ callId, states, endpoint }: RunFilter): Query<RunRow> {
  if (callId !== null) return RUNS_OF_CALL;
  if (states.length > 0 && states.every((state) => state === 'FAILED')) return RUNS_FAILED;
  if (states.length > 0 && states.every((state) => UNFINISHED.has(state))) return RUNS_UNFINISHED;
  return endpoint === null ? RUNS_OF_PROJECT : RUNS_OF_ENDPOINT;
}

export function* run(asked: Asked<'run'>): Operation<Run | null> {
  const run = yield* runByKey(asked.key);
  return run?.projectKey === asked.projectKey ? run : null;
}

/**
 * How runs of agents ended, over time (`GET /v1/stats/acw-runs`). They are counted from a bounded
 * number of the newest runs, since no counters are kept. Percentiles are exact.
 */
import type { EndpointKey, ProjectKey } from '../../../core/id.ts';
import {
  RUNS_COUNTED_MAX,
  type RunFigures,
  type RunStats,
  type TrendRange,
} from '../../../engine/ports/trend-store.ts';
import { all, type Operation, type Query, query } from '../../statement.ts';
import { stepsOf } from '../backlog-sample.ts';

interface RunsRow {
  readonly step: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly p50: number | null;
  readonly p95: number | null;
  /** For the whole interval; the row of the step that contains that run has it. */
  readonly whole_p50: number | null;
  readonly whole_p95: number | null;
  readonly looked_at: number;
  readonly oldest_at: number;
}

/** Counts `newest`. Failed runs have no duration and are ranked apart, outside percentiles. */
const COUNTED = `
  timed as (select created_at / cast(?1 as integer) step, state,
      case when state = 'SUCCEEDED' then
        case when finished_at > coalesce(started_at, created_at)
          then finished_at - coalesce(started_at, created_at) else 0 end
      end duration
    from newest where finished_at is not null),
  placed as (select step, state, duration,
      row_number() over (partition by step, state order by duration) place,
      count(*) over (partition by step, state) runs,
      row_number() over (partition by state order by duration) whole_place,
      count(*) over (partition by state) whole_runs
    from timed)
  select step, sum(case when state = 'SUCCEEDED' then 1 else 0 end) succeeded,
    sum(case when state = 'FAILED' then 1 else 0 end) failed,
    max(case when place = (runs * 50 + 99) / 100 then duration end) p50,
    max(case when place = (runs * 95 + 99) / 100 then duration end) p95,
    max(case when whole_place = (whole_runs * 50 + 99) / 100 then duration end) whole_p50,
    max(case when whole_place = (whole_runs * 95 + 99) / 100 then duration end) whole_p95,
    (select count(*) from newest) looked_at, (select min(created_at) from newest) oldest_at
  from placed group by step`;

/** Parameters: 1 step, 2 project, 3 from, 4 to, 5 limit. runs_by_project, backwards. */
export const RUNS_ENDED = query<RunsRow>(`
  with newest as (select state, created_at, started_at, finished_at
    from runs indexed by runs_by_project
    where project_key = ?2 and created_at >= ?3 and created_at < ?4
    order by created_at desc limit ?5), ${COUNTED}`);

/** As above, and 6 endpoint. runs_by_endpoint, backwards. */
export const RUNS_ENDED_OF_AGENT = query<RunsRow>(`
  with newest as (select state, created_at, started_at, finished_at
    from runs indexed by runs_by_endpoint
    where endpoint_key = ?6 and project_key + 0 = ?2 and created_at >= ?3 and created_at < ?4
    order by created_at desc limit ?5), ${COUNTED}`);

export interface TrendQuery extends TrendRange {
  readonly projectKey: ProjectKey;
  readonly endpoint: EndpointKey | null;
}

export function* runStats(asked: TrendQuery): Operation<RunStats> {
  const rows = yield* newestOf(asked, [RUNS_ENDED, RUNS_ENDED_OF_AGENT], RUNS_COUNTED_MAX);
  const byStep = new Map(rows.map((row) => [row.step, row]));
  const total: RunFigures = {
    succeeded: rows.reduce((sum, { succeeded }) => sum + succeeded, 0),
    failed: rows.reduce((sum, { failed }) => sum + failed, 0),
    durationMs: durationOf(
      rows.find((row) => row.whole_p50 !== null)?.whole_p50,
      rows.find((row) => row.whole_p95 !== null)?.whole_p95,
    ),
  };
  const steps = stepsOf(asked).map((atMs) => {
    const row = byStep.get(atMs / asked.stepMs);
    const { succeeded = 0, failed = 0 } = row ?? {};
    return { fromMs: atMs, succeeded, failed, durationMs: durationOf(row?.p50, row?.p95) };
  });
  return { steps, total, countedFromMs: countedFrom(asked, rows[0], RUNS_COUNTED_MAX) };
}

/** Counts the newest rows of the project or of one agent. */
export function* newestOf<Row>(
  asked: TrendQuery,
  [ofProject, ofAgent]: readonly [Query<Row>, Query<Row>],
  limit: number,
): Operation<readonly Row[]> {
  const { projectKey, endpoint, fromMs, toMs, stepMs } = asked;
  const range = [stepMs, projectKey, fromMs, toMs, limit] as const;
  if (endpoint === null) return yield* all(ofProject, ...range);
  return yield* all(ofAgent, ...range, endpoint);
}

export function countedFrom(
  { fromMs }: TrendRange,
  first: { readonly looked_at: number; readonly oldest_at: number } | undefined,
  limit: number,
): number {
  const isCut = first !== undefined && first.looked_at >= limit;
  return isCut ? Math.max(fromMs, first.oldest_at) : fromMs;
}

function durationOf(
  p50: number | null | undefined,
  p95: number | null | undefined,
): RunFigures['durationMs'] {
  return typeof p50 === 'number' && typeof p95 === 'number' ? { p50, p95 } : null;
}

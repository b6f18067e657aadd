/**
 * The outcomes of evaluations, stored beside their results in the commit that ends the run, so that
 * trends need not read results. `GET /v1/stats/evaluations` reads them.
 */
import type { Run } from '../../../engine/ports/acw-store.ts';
import {
  CRITERIA_SHOWN_MAX,
  type CriterionFigures,
  EVALUATIONS_COUNTED_MAX,
  type EvaluationFigures,
  type EvaluationMarks,
  type EvaluationStats,
} from '../../../engine/ports/trend-store.ts';
import { change, type Operation, query } from '../../statement.ts';
import { stepsOf } from '../backlog-sample.ts';
import { countedFrom, newestOf, type TrendQuery } from './run-stats.ts';

/** Parameters: the columns. */
const INSERT = query(`
  insert into evaluations (run_key, project_key, endpoint_key, ended_at, scorecard, revision,
    percentage, passed) values (?, ?, ?, ?, ?, ?, ?, ?)`);

/** Parameters: 1 run, 2 JSON list of criteria, 3 their result. */
const INSERT_CRITERIA = query(`
  insert into evaluation_criteria (run_key, criterion, result)
  select cast(?1 as integer), value, cast(?3 as text) from json_each(?2)`);

export function* insertEvaluation(
  { key, projectKey, endpoint }: Pick<Run, 'key' | 'projectKey' | 'endpoint'>,
  { scorecardId, revision, percentage, passed, criteria }: EvaluationMarks,
  nowMs: number,
): Operation<void> {
  const isPassed = passed === null ? null : passed ? 1 : 0;
  const of = [key, projectKey, endpoint, nowMs] as const;
  yield* change(INSERT, ...of, scorecardId, revision, percentage, isPassed);
  for (const result of ['PASS', 'FAIL', 'UNKNOWN'] as const) {
    const ids = criteria.filter((each) => each.result === result).map(({ id }) => id);
    if (ids.length > 0) yield* change(INSERT_CRITERIA, key, JSON.stringify(ids), result);
  }
}

/** The columns that the queries need of the newest evaluations. */
const MARKS = 'run_key, ended_at, scorecard, revision, percentage, passed';

/** Parameters: 1 step, 2 project, 3 from, 4 to, 5 limit. evaluations_by_project, backwards. */
const NEWEST = `newest as (select ${MARKS} from evaluations indexed by evaluations_by_project
    where project_key = ?2 and ended_at >= ?3 and ended_at < ?4
    order by ended_at desc limit ?5)`;
/** As above, and 6 endpoint. evaluations_by_endpoint, backwards. */
const NEWEST_OF_AGENT = `newest as (select ${MARKS}
    from evaluations indexed by evaluations_by_endpoint
    where endpoint_key = ?6 and project_key + 0 = ?2 and ended_at >= ?3 and ended_at < ?4
    order by ended_at desc limit ?5)`;

interface ScoreRow {
  readonly step: number;
  readonly evaluations: number;
  readonly scored: number;
  readonly percentages: number | null;
  readonly judged: number;
  readonly passed: number | null;
  readonly looked_at: number;
  readonly oldest_at: number;
}

const SCORED = `select ended_at / cast(?1 as integer) step, count(*) evaluations,
    count(percentage) scored, sum(percentage) percentages, count(passed) judged,
    sum(passed) passed, (select count(*) from newest) looked_at,
    (select min(ended_at) from newest) oldest_at
  from newest group by 1`;
export const SCORES = query<ScoreRow>(`with ${NEWEST} ${SCORED}`);
export const SCORES_OF_AGENT = query<ScoreRow>(`with ${NEWEST_OF_AGENT} ${SCORED}`);

interface CriterionRow {
  readonly scorecard: string;
  readonly criterion: string;
  readonly revision: number;
  readonly failed: number;
  readonly passed: number;
  readonly unknown: number;
}

/** The step is ignored. Then the primary key of criteria, a range for each evaluation. */
const FAILED = `select newest.scorecard, c.criterion, max(newest.revision) revision,
    sum(case when c.result = 'FAIL' then 1 else 0 end) failed,
    sum(case when c.result = 'PASS' then 1 else 0 end) passed,
    sum(case when c.result = 'UNKNOWN' then 1 else 0 end) unknown
  from newest join evaluation_criteria c on c.run_key = newest.run_key
  where cast(?1 as integer) > 0
  group by newest.scorecard, c.criterion
  having sum(case when c.result = 'FAIL' then 1 else 0 end) > 0
  order by 4 desc, 1, 2 limit ${CRITERIA_SHOWN_MAX}`;
export const FAILED_CRITERIA = query<CriterionRow>(`with ${NEWEST} ${FAILED}`);
export const FAILED_CRITERIA_OF_AGENT = query<CriterionRow>(`with ${NEWEST_OF_AGENT} ${FAILED}`);

export function* evaluationStats(asked: TrendQuery): Operation<EvaluationStats> {
  const most = EVALUATIONS_COUNTED_MAX;
  const rows = yield* newestOf(asked, [SCORES, SCORES_OF_AGENT], most);
  const failed = yield* newestOf(asked, [FAILED_CRITERIA, FAILED_CRITERIA_OF_AGENT], most);
  const byStep = Map.groupBy(rows, ({ step }) => step);
  return {
    steps: stepsOf(asked).map((atMs) => ({
      fromMs: atMs,
      ...figuresOf(byStep.get(atMs / asked.stepMs) ?? []),
    })),
    total: figuresOf(rows),
    criteria: failed.map(toCriterion),
    countedFromMs: countedFrom(asked, rows[0], most),
  };
}

function figuresOf(rows: readonly ScoreRow[]): EvaluationFigures {
  const sum = (of: (row: ScoreRow) => number | null): number =>
    rows.reduce((all, row) => all + (of(row) ?? 0), 0);
  const scored = sum((row) => row.scored);
  return {
    evaluations: sum((row) => row.evaluations),
    averagePercentage: scored === 0 ? null : sum((row) => row.percentages) / scored,
    passed: sum((row) => row.passed),
    judged: sum((row) => row.judged),
  };
}

function toCriterion({ scorecard, criterion, ...counts }: CriterionRow): CriterionFigures {
  return { ...counts, scorecardId: scorecard, criterionId: criterion };
}

/**
 * Writes the figures of a transaction and reads them back as series for the charts (S12.18, `GET
 * /v1/stats`). The backlog is a counter, because counting a million open rows for every request
 * would cost too much.
 */

import { LATENCY_BUCKETS } from '../../core/delivery/latency.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import {
  FAILING_COUNTED_MAX,
  STATS_STEPS_MAX,
  type Stats,
  type StatsStep,
} from '../../engine/ports/query-store.ts';
import type { Asked } from '../../engine/ports/store.ts';
import { all, change, type Operation, one, query } from '../statement.ts';
import type { Session } from './session.ts';

/** Parameters: project, endpoint, minute, figures. Primary key; the only writer, so safe. */
const ADD_MINUTE = query(`
  insert into stats_minutes (project_key, endpoint_key, minute_at, made, delivered, failed,
    attempts, first_try, latency_00, latency_01, latency_02, latency_03, latency_04, latency_05,
    latency_06, latency_07, latency_08, latency_09, latency_10, latency_11, latency_12, latency_13,
    latency_14, latency_15)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (project_key, endpoint_key, minute_at) do update set
    made = made + excluded.made, delivered = delivered + excluded.delivered,
    failed = failed + excluded.failed, attempts = attempts + excluded.attempts,
    first_try = first_try + excluded.first_try,
    latency_00 = latency_00 + excluded.latency_00, latency_01 = latency_01 + excluded.latency_01,
    latency_02 = latency_02 + excluded.latency_02, latency_03 = latency_03 + excluded.latency_03,
    latency_04 = latency_04 + excluded.latency_04, latency_05 = latency_05 + excluded.latency_05,
    latency_06 = latency_06 + excluded.latency_06, latency_07 = latency_07 + excluded.latency_07,
    latency_08 = latency_08 + excluded.latency_08, latency_09 = latency_09 + excluded.latency_09,
    latency_10 = latency_10 + excluded.latency_10, latency_11 = latency_11 + excluded.latency_11,
    latency_12 = latency_12 + excluded.latency_12, latency_13 = latency_13 + excluded.latency_13,
    latency_14 = latency_14 + excluded.latency_14, latency_15 = latency_15 + excluded.latency_15`);

/** Parameters: endpoint, project, change. Primary key. An update cannot go below zero (CHECK). */
const CHANGE_BACKLOG = query(`
  update endpoint_backlogs set open_deliveries = open_deliveries + ? where endpoint_key = ?`);
const START_BACKLOG = query(`
  insert into endpoint_backlogs (endpoint_key, project_key, open_deliveries) values (?, ?, ?)`);

export function* flushStats({ stats }: Session): Operation<void> {
  for (const figures of stats.minutes.values()) {
    const { projectKey, endpoint, minuteAtMs, made, delivered, failed, attempts } = figures;
    yield* change(
      ADD_MINUTE,
      projectKey,
      endpoint,
      minuteAtMs,
      made,
      delivered,
      failed,
      attempts,
      figures.firstTry,
      ...figures.latency,
    );
  }
  for (const [endpoint, { projectKey, change: more }] of stats.backlogs) {
    if (more === 0) continue;
    if ((yield* change(CHANGE_BACKLOG, more, endpoint)) === 0) {
      yield* change(START_BACKLOG, endpoint, projectKey, more);
    }
  }
  stats.clear();
}

export interface Sums {
  readonly made: number;
  readonly delivered: number;
  readonly first_try: number;
  readonly failed: number;
  readonly attempts: number;
  readonly [latency: `latency_${string}`]: number;
}

interface StepRow extends Sums {
  readonly step: number;
}

export const SUMS = `sum(made) made, sum(delivered) delivered, sum(failed) failed,
  sum(attempts) attempts, sum(first_try) first_try,
  sum(latency_00) latency_00, sum(latency_01) latency_01, sum(latency_02) latency_02,
  sum(latency_03) latency_03, sum(latency_04) latency_04, sum(latency_05) latency_05,
  sum(latency_06) latency_06, sum(latency_07) latency_07, sum(latency_08) latency_08,
  sum(latency_09) latency_09, sum(latency_10) latency_10, sum(latency_11) latency_11,
  sum(latency_12) latency_12, sum(latency_13) latency_13, sum(latency_14) latency_14,
  sum(latency_15) latency_15`;

/**
 * Parameters: step, project, endpoint, from, to. A range of the primary key. The cast keeps the
 * division integral, since a JavaScript number is bound as REAL.
 */
export const STEPS_OF_ENDPOINT = query<StepRow>(`
  select minute_at / cast(?1 as integer) step, ${SUMS} from stats_minutes
  where project_key = ?2 and endpoint_key = ?3 and minute_at >= ?4 and minute_at < ?5
  group by 1`);

/** As above for all endpoints of the project, a range of each. */
export const STEPS_OF_PROJECT = query<StepRow>(`
  select minute_at / cast(?1 as integer) step, ${SUMS}
  from endpoints e join stats_minutes s on s.project_key = e.project_key
    and s.endpoint_key = e.key and s.minute_at >= ?3 and s.minute_at < ?4
  where e.key in (select endpoint_key from endpoint_backlogs where project_key = ?2)
    and e.project_key = ?2
  group by 1`);

/** Parameters: project, endpoint or null. By project; an endpoint may have several rows. */
export const BACKLOG = query<{ endpoint_key: EndpointKey; open_deliveries: number }>(`
  select endpoint_key, sum(open_deliveries) open_deliveries from endpoint_backlogs
  where project_key = ?1 and (cast(?2 as integer) is null or endpoint_key = ?2)
  group by endpoint_key having sum(open_deliveries) > 0`);

/**
 * Parameters: endpoint. The oldest open delivery heads its lane, so the index of heads has it. The
 * sum keeps a planner from walking the history in the order of creation.
 */
export const OLDEST_HEAD = query<{ created_at: number | null }>(`
  select min(created_at + 0) created_at from deliveries indexed by deliveries_heads
  where endpoint_key = ? and state in ('due', 'retrying')`);

/**
 * Parameters: endpoint, limit. Index deliveries_retries: open deliveries that have failed,
 * including those asked for again by hand; it holds no first attempts.
 */
export const FAILING = query<{ failing: number }>(`
  select count(*) failing from (
    select 1 from deliveries indexed by deliveries_retries
    where endpoint_key = ? and (state = 'retrying' or (state = 'due' and manual = 1))
    limit ?) counted`);

export function* stats(asked: Asked<'stats'>): Operation<Stats> {
  const { projectKey, endpoint, stepMs } = asked;
  const first = Math.floor(asked.fromMs / stepMs);
  const end = Math.min(Math.ceil(asked.toMs / stepMs), first + STATS_STEPS_MAX);
  const from = first * stepMs;
  const to = end * stepMs;
  const rows =
    endpoint === null
      ? yield* all(STEPS_OF_PROJECT, stepMs, projectKey, from, to)
      : yield* all(STEPS_OF_ENDPOINT, stepMs, projectKey, endpoint, from, to);
  const byStep = new Map(rows.map((row) => [row.step, row]));
  const steps: StatsStep[] = [];
  for (let step = first; step < end; step += 1) {
    steps.push(toStep(step * stepMs, byStep.get(step)));
  }
  return { steps, ...(yield* backlog(projectKey, endpoint)) };
}

function toStep(fromMs: number, row: StepRow | undefined): StatsStep {
  return { fromMs, ...toFigures(row) };
}

export function toFigures(row: Sums | undefined): Omit<StatsStep, 'fromMs'> {
  const latency = Array.from(
    { length: LATENCY_BUCKETS },
    (_, bucket) => row?.[`latency_${String(bucket).padStart(2, '0')}`] ?? 0,
  );
  return {
    made: row?.made ?? 0,
    delivered: row?.delivered ?? 0,
    firstTry: row?.first_try ?? 0,
    failed: row?.failed ?? 0,
    attempts: row?.attempts ?? 0,
    latency,
  };
}

function* backlog(
  projectKey: ProjectKey,
  endpoint: EndpointKey | null,
): Operation<Pick<Stats, 'backlog' | 'failing' | 'oldestOpenAtMs'>> {
  let open = 0;
  let failing = 0;
  let oldest: number | null = null;
  for (const row of yield* all(BACKLOG, projectKey, endpoint)) {
    open += row.open_deliveries;
    failing += yield* failingOf(row.endpoint_key);
    const at = (yield* one(OLDEST_HEAD, row.endpoint_key))?.created_at ?? null;
    if (at !== null && (oldest === null || at < oldest)) oldest = at;
  }
  return { backlog: open, failing, oldestOpenAtMs: oldest };
}

export function* failingOf(endpoint: EndpointKey): Operation<number> {
  return (yield* one(FAILING, endpoint, FAILING_COUNTED_MAX))?.failing ?? 0;
}

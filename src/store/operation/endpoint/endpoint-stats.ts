/**
 * Figures of all endpoints of a project (`GET /v1/stats/endpoints`), and of calls by their status
 * (`GET /v1/stats/calls`). They are read from the figures kept per minute, and from a bounded
 * number of the newest calls.
 */

import type { CallStatus } from '../../../core/call/status.ts';
import type { EndpointKey } from '../../../core/id.ts';
import {
  CALLS_COUNTED_MAX,
  type CallStats,
  type CallStatsStep,
  type EndpointStats,
} from '../../../engine/ports/query-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, type Operation, one, query } from '../../statement.ts';
import { BACKLOG, failingOf, OLDEST_HEAD, SUMS, type Sums, toFigures } from '../stats.ts';

/** Parameters: 1 project, 2 from, 3 to. Walks the endpoints of the project, a range of each. */
export const TOTALS = query<Sums & { readonly endpoint_key: EndpointKey }>(`
  select s.endpoint_key, ${SUMS}
  from endpoints e join stats_minutes s on s.project_key = e.project_key
    and s.endpoint_key = e.key and s.minute_at >= ?2 and s.minute_at < ?3
  where e.key in (select endpoint_key from endpoint_backlogs where project_key = ?1)
    and e.project_key = ?1
  group by s.endpoint_key`);

interface LineRow {
  readonly endpoint_key: EndpointKey;
  readonly step: number;
  readonly made: number;
  readonly delivered: number;
  readonly failed: number;
}

/** Parameters: 1 step, 2 project, 3 from, 4 to. As above. */
export const LINES = query<LineRow>(`
  select s.endpoint_key, minute_at / cast(?1 as integer) step, sum(made) made,
    sum(delivered) delivered, sum(failed) failed
  from endpoints e join stats_minutes s on s.project_key = e.project_key
    and s.endpoint_key = e.key and s.minute_at >= ?3 and s.minute_at < ?4
  where e.key in (select endpoint_key from endpoint_backlogs where project_key = ?2)
    and e.project_key = ?2
  group by s.endpoint_key, 2`);

export function* endpointStats(asked: Asked<'endpointStats'>): Operation<readonly EndpointStats[]> {
  const { projectKey, fromMs, toMs, stepMs } = asked;
  const totals = yield* all(TOTALS, projectKey, fromMs, toMs);
  const lines = Map.groupBy(
    yield* all(LINES, stepMs, projectKey, fromMs, toMs),
    (row) => row.endpoint_key,
  );
  const byEndpoint = new Map(totals.map((row) => [row.endpoint_key, row]));
  const backlogs = yield* all(BACKLOG, projectKey, null);
  const open = new Map(backlogs.map((row) => [row.endpoint_key, row.open_deliveries]));
  const stats: EndpointStats[] = [];
  for (const endpoint of new Set([...byEndpoint.keys(), ...open.keys()])) {
    const backlog = open.get(endpoint) ?? 0;
    const oldest = backlog > 0 ? yield* one(OLDEST_HEAD, endpoint) : undefined;
    stats.push({
      endpoint,
      total: toFigures(byEndpoint.get(endpoint)),
      steps: lineOf(lines.get(endpoint) ?? [], asked),
      backlog,
      failing: backlog > 0 ? yield* failingOf(endpoint) : 0,
      oldestOpenAtMs: oldest?.created_at ?? null,
    });
  }
  return stats;
}

function lineOf(
  rows: readonly LineRow[],
  { fromMs, toMs, stepMs }: Asked<'callStats'>,
): EndpointStats['steps'] {
  const byStep = new Map(rows.map((row) => [row.step, row]));
  return stepsOf(fromMs, toMs, stepMs).map((atMs) => {
    const row = byStep.get(atMs / stepMs);
    const { made = 0, delivered = 0, failed = 0 } = row ?? {};
    return { fromMs: atMs, made, delivered, failed };
  });
}

function stepsOf(fromMs: number, toMs: number, stepMs: number): readonly number[] {
  const steps = Math.ceil((toMs - fromMs) / stepMs);
  return Array.from({ length: steps }, (_, index) => fromMs + index * stepMs);
}

interface CountRow {
  readonly step: number;
  readonly status: CallStatus | null;
  readonly calls: number;
  readonly looked_at: number;
  readonly oldest_at: number;
}

/** Parameters: 1 step, 2 project, 3 from, 4 to, 5 limit. calls_by_time, backwards. */
export const CALLS_BY_STATUS = query<CountRow>(`
  with newest as (select first_report_at, status from calls indexed by calls_by_time
    where project_key = ?2 and first_report_at >= ?3 and first_report_at < ?4
    order by first_report_at desc limit ?5)
  select first_report_at / cast(?1 as integer) step, status, count(*) calls,
    (select count(*) from newest) looked_at, (select min(first_report_at) from newest) oldest_at
  from newest group by 1, 2`);

export function* callStats({
  projectKey,
  fromMs,
  toMs,
  stepMs,
}: Asked<'callStats'>): Operation<CallStats> {
  const most = CALLS_COUNTED_MAX;
  const rows = yield* all(CALLS_BY_STATUS, stepMs, projectKey, fromMs, toMs, most);
  const byStep = Map.groupBy(rows, ({ step }) => step);
  const steps = stepsOf(fromMs, toMs, stepMs).map((atMs): CallStatsStep => {
    const found = byStep.get(atMs / stepMs) ?? [];
    return { fromMs: atMs, byStatus: new Map(found.map((row) => [row.status, row.calls])) };
  });
  const first = rows[0];
  const isCut = first !== undefined && first.looked_at >= most;
  return { steps, countedFromMs: isCut ? Math.max(fromMs, first.oldest_at) : fromMs };
}

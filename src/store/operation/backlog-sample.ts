/**
 * The backlog, recorded once a minute (`GET /v1/stats/backlog`). A read-only connection counts it,
 * because a backlog of a million lanes takes a while to read; only one row a minute and project is
 * written.
 */
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import { MINUTE_MS } from '../../core/time.ts';
import type { Asked } from '../../engine/ports/store.ts';
import type { BacklogNow, BacklogStep, TrendRange } from '../../engine/ports/trend-store.ts';
import { all, change, type Operation, one, query } from '../statement.ts';
import { OLDEST_HEAD } from './stats.ts';

interface OpenRow {
  readonly project_key: ProjectKey;
  readonly endpoint_key: EndpointKey | null;
  readonly open_deliveries: number;
}

/** Parameters: none. Small tables: at most 100 projects, each with some hundred endpoints. */
const OPEN_NOW = query<OpenRow>(`
  select p.key project_key, b.endpoint_key, coalesce(sum(b.open_deliveries), 0) open_deliveries
  from projects p left join endpoint_backlogs b on b.project_key = p.key and b.open_deliveries > 0
  group by p.key, b.endpoint_key`);

/**
 * Parameters: 1 project, 2 minute, 3 open, 4 age or null. Primary key; the first row of a minute
 * stays.
 */
const KEEP = query(`
  insert into backlog_minutes (project_key, minute_at, open_deliveries, oldest_age_ms)
  values (?, ?, ?, ?) on conflict (project_key, minute_at) do nothing`);

interface StepRow {
  readonly step: number;
  readonly open: number;
  readonly oldest_age_ms: number | null;
}

/** Parameters: 1 step, 2 project, 3 from, 4 to. A range of the primary key. */
export const BACKLOG_STEPS = query<StepRow>(`
  select minute_at / cast(?1 as integer) step, max(open_deliveries) open,
    max(oldest_age_ms) oldest_age_ms
  from backlog_minutes where project_key = ?2 and minute_at >= ?3 and minute_at < ?4
  group by 1`);

export function* backlogs(): Operation<readonly BacklogNow[]> {
  const found = new Map<ProjectKey, BacklogNow>();
  for (const row of yield* all(OPEN_NOW)) {
    const { open, oldestOpenAtMs } = found.get(row.project_key) ?? NOTHING;
    const oldest =
      row.endpoint_key === null ? undefined : yield* one(OLDEST_HEAD, row.endpoint_key);
    found.set(row.project_key, {
      projectKey: row.project_key,
      open: open + row.open_deliveries,
      oldestOpenAtMs: earlier(oldestOpenAtMs, oldest?.created_at ?? null),
    });
  }
  return [...found.values()];
}

/** The same if no delivery is open, else null. It does not read the heads, so it is short. */
export function* backlogsIfEmpty(): Operation<readonly BacklogNow[] | null> {
  const rows = yield* all(OPEN_NOW);
  if (rows.some((row) => row.endpoint_key !== null)) return null;
  return rows.map((row) => ({ projectKey: row.project_key, ...NOTHING }));
}

const NOTHING = { open: 0, oldestOpenAtMs: null };

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

export function* keepBacklogs(asked: Asked<'keepBacklogs'>): Operation<void> {
  const { atMs } = asked;
  const minute = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  for (const { projectKey, open, oldestOpenAtMs } of asked.backlogs) {
    const age = oldestOpenAtMs === null ? null : Math.max(0, atMs - oldestOpenAtMs);
    yield* change(KEEP, projectKey, minute, open, age);
  }
}

export function* backlogSteps(
  asked: TrendRange & { readonly projectKey: ProjectKey },
): Operation<readonly BacklogStep[]> {
  const { projectKey, fromMs, toMs, stepMs } = asked;
  const rows = yield* all(BACKLOG_STEPS, stepMs, projectKey, fromMs, toMs);
  const byStep = new Map(rows.map((row) => [row.step, row]));
  return stepsOf(asked).map((atMs) => {
    const row = byStep.get(atMs / stepMs);
    return { fromMs: atMs, open: row?.open ?? null, oldestAgeMs: row?.oldest_age_ms ?? null };
  });
}

/** The beginning of each step. */
export function stepsOf({ fromMs, toMs, stepMs }: TrendRange): readonly number[] {
  const steps = Math.ceil((toMs - fromMs) / stepMs);
  return Array.from({ length: steps }, (_, index) => fromMs + index * stepMs);
}

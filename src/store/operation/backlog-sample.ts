/**
 * The backlog, recorded once a minute (`GET /v1/stats/backlog`). A read-only connection counts it,
 * because a backlog of a million lanes takes a while to read; only one row a minute and project is
 * written.
 */

import { HOLD_LASTS_MS_MAX } from '../../core/delivery/health.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import { MINUTE_MS } from '../../core/time.ts';
import type { Asked } from '../../engine/ports/store.ts';
import type {
  BacklogLook,
  BacklogNow,
  BacklogStep,
  TrendRange,
} from '../../engine/ports/trend-store.ts';
import { all, change, type Operation, one, query } from '../statement.ts';

interface OpenRow {
  readonly project_key: ProjectKey;
  readonly endpoint_key: EndpointKey | null;
  readonly open_deliveries: number;
}

/** Parameters: none. Small tables: at most 1,000 projects, each with some endpoints. */
const OPEN_NOW = query<OpenRow>(`
  select p.key project_key, b.endpoint_key, coalesce(sum(b.open_deliveries), 0) open_deliveries
  from projects p left join endpoint_backlogs b on b.project_key = p.key and b.open_deliveries > 0
  group by p.key, b.endpoint_key`);

type Condition = 'active' | 'held' | 'disabled';

/** Parameters: 1 now. The whole of two small tables; the same rule as `delivery-row.ts`. */
const CONDITIONS = query<{ readonly key: EndpointKey; readonly condition: Condition }>(`
  select e.key, case when e.enabled = 0 then 'disabled'
    when eh.hold_until > ?1 and eh.hold_until <= ?1 + ${HOLD_LASTS_MS_MAX} then 'held'
    else 'active' end condition
  from endpoints e left join endpoint_health eh on eh.endpoint_key = e.key
  where e.deleted_at is null`);

/** Parameters: 1 endpoint. Two indexes hold all that is read. */
const HEADS = query<{ heads: number; oldest: number | null; failing: number }>(`
  select count(*) heads, min(created_at + 0) oldest, (
    select count(*) from deliveries indexed by deliveries_retries
    where endpoint_key = ?1 and (state = 'retrying' or (state = 'due' and manual = 1))) failing
  from deliveries indexed by deliveries_heads
  where endpoint_key = ?1 and state in ('due', 'retrying')`);

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

export function* backlogs({ nowMs }: { readonly nowMs: number }): Operation<BacklogLook> {
  const conditions = yield* conditionsAt(nowMs);
  const projects = new Map<ProjectKey, BacklogNow>();
  const byState = { ...NO_STATES };
  let blockedLanes = 0;
  for (const row of yield* all(OPEN_NOW)) {
    const { project_key: projectKey, endpoint_key: endpoint, open_deliveries: count } = row;
    const { open, oldestOpenAtMs } = projects.get(projectKey) ?? NOTHING;
    let oldest: number | null = null;
    if (endpoint !== null) {
      const found = yield* one(HEADS, endpoint);
      oldest = found?.oldest ?? null;
      const { heads, failing } = found ?? { heads: 0, failing: 0 };
      const condition = conditions.get(endpoint) ?? 'disabled';
      blockedLanes += failing;
      const isDisabled = condition === 'disabled';
      byState.waiting += isDisabled ? 0 : count - heads;
      byState.retrying += isDisabled ? 0 : failing;
      byState.due += condition === 'active' ? heads - failing : 0;
      if (condition !== 'active') byState.held += isDisabled ? count : heads - failing;
    }
    projects.set(projectKey, {
      projectKey,
      open: open + count,
      oldestOpenAtMs: earlier(oldestOpenAtMs, oldest),
    });
  }
  const endpoints = countsOf(conditions);
  return { projects: [...projects.values()], byState, blockedLanes, endpoints };
}

/** The same if no delivery is open, else null. It does not read the heads, so it is short. */
export function* backlogsIfEmpty({
  nowMs,
}: {
  readonly nowMs: number;
}): Operation<BacklogLook | null> {
  const rows = yield* all(OPEN_NOW);
  if (rows.some((row) => row.endpoint_key !== null)) return null;
  const projects = rows.map((row) => ({ projectKey: row.project_key, ...NOTHING }));
  const endpoints = countsOf(yield* conditionsAt(nowMs));
  return { projects, byState: NO_STATES, blockedLanes: 0, endpoints };
}

const NO_STATES = { waiting: 0, due: 0, retrying: 0, held: 0 };

function* conditionsAt(nowMs: number): Operation<ReadonlyMap<EndpointKey, Condition>> {
  const rows = yield* all(CONDITIONS, nowMs);
  return new Map(rows.map(({ key, condition }) => [key, condition]));
}

function countsOf(conditions: ReadonlyMap<EndpointKey, Condition>): BacklogLook['endpoints'] {
  const counts = { active: 0, held: 0, disabled: 0 };
  for (const condition of conditions.values()) counts[condition] += 1;
  return counts;
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

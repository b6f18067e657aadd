/**
 * How often each trigger fired recently, and the statuses of calls that fire nothing. Only the
 * newest firings and calls are counted, so that the cost does not grow with the history. The answer
 * says how far back the count goes.
 */
import { isForeign } from '../../../core/call/status.ts';
import type { Trigger } from '../../../core/trigger/trigger.ts';
import type { TriggerCounts } from '../../../engine/ports/query-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, type Operation, query } from '../../statement.ts';

/** The most firings that are read, of all projects: some 30 ms. */
export const FIRINGS_LOOKED_AT = 10_000;

/**
 * Parameters: 1 limit, 2 project, 3 since. The primary keys of firings backwards, and of their
 * calls. `oldest_at` null: no firing is older than the interval.
 */
export const TRIGGER_COUNTS = query<{
  trigger: Trigger;
  fired: number;
  looked_at: number;
  oldest_at: number;
}>(`
  with newest as (select call_key, trigger, fired_at from firings order by key desc limit ?1)
  select n.trigger, count(*) fired, (select count(*) from newest) looked_at,
    (select min(fired_at) from newest) oldest_at
  from newest n join calls c on c.key = n.call_key
  where c.project_key = ?2 and n.fired_at >= ?3
  group by n.trigger`);

/** The most calls that are read, of all projects. */
export const CALLS_LOOKED_AT = 10_000;
/**
 * The most statuses in the answer, including public ones, in case a platform reports random words.
 */
const STATUSES_MAX = 100;

/** Parameters: 1 limit, 2 project, 3 since, 4 statuses. The primary key of calls backwards. */
export const STATUS_COUNTS = query<{ status: string; calls: number; last_at: number }>(`
  with newest as (select project_key, status, last_report_at from calls
    order by key desc limit ?1)
  select status, count(*) calls, max(last_report_at) last_at from newest
  where project_key = ?2 and last_report_at >= ?3 and status is not null
  group by status order by calls desc, status limit ?4`);

export function* triggerCounts(asked: Asked<'triggerCounts'>): Operation<TriggerCounts> {
  const { projectKey, sinceMs } = asked;
  const rows = yield* all(TRIGGER_COUNTS, FIRINGS_LOOKED_AT, projectKey, sinceMs);
  const first = rows[0];
  const isCut = first !== undefined && first.looked_at === FIRINGS_LOOKED_AT;
  const counts = new Map(rows.map(({ trigger, fired }) => [trigger, fired]));
  const standing = yield* all(STATUS_COUNTS, CALLS_LOOKED_AT, projectKey, sinceMs, STATUSES_MAX);
  const unknownStatuses = standing
    .filter(({ status }) => isForeign(status))
    .map(({ status, calls, last_at: lastAtMs }) => ({ status, calls, lastAtMs }));
  return {
    counts,
    sinceMs: isCut ? Math.max(sinceMs, first.oldest_at) : sinceMs,
    unknownStatuses,
  };
}

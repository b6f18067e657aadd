/**
 * The step of retention over the data of trends: the backlog of each minute is kept as long as
 * deliveries. Marks of evaluations are removed with their runs.
 */
import type { ProjectKey } from '../../../core/id.ts';
import { DAY_MS } from '../../../core/time.ts';
import { change, type Operation, one, query } from '../../statement.ts';
import { type ExpiryQuery, type ExpiryResult, type ExpiryStep, historyDays } from './expiry.ts';

/** Parameters: after key. The first entry of a range of the primary key. */
export const NEXT_BACKLOG = query<{ readonly key: ProjectKey }>(`
  select project_key key from backlog_minutes where project_key > ? order by project_key limit 1`);
/** Parameters: project, time. A range of the primary key; a pass removes at most a day. */
export const REMOVE_BACKLOGS = query(
  'delete from backlog_minutes where project_key = ? and minute_at < ?',
);

function* removeBacklogs(asked: ExpiryQuery): Operation<ExpiryResult> {
  const row = yield* one(NEXT_BACKLOG, asked.afterKey);
  if (row === undefined) return { examined: 0, removed: 0, lastKey: null };
  const settings = asked.retention.get(row.key);
  const before = settings === undefined ? 0 : asked.nowMs - historyDays(settings) * DAY_MS;
  const removed = yield* change(REMOVE_BACKLOGS, row.key, before);
  return { examined: Math.max(1, removed), removed, lastKey: row.key };
}

export const TREND_STEPS: readonly ExpiryStep[] = [removeBacklogs];

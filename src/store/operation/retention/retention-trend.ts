/**
 * The step of a round of retention over what trends are drawn from: the backlog of each minute
 * goes with the history of deliveries. Marks of evaluations go with their runs.
 */
import type { ProjectKey } from '../../../core/id.ts';
import { DAY_MS } from '../../../core/time.ts';
import { change, type Operation, one, query } from '../../statement.ts';
import { type ExpiryQuery, type ExpiryResult, type ExpiryStep, historyDays } from './expiry.ts';

/** Parameters: after key. The first of a range of the primary key. */
export const NEXT_BACKLOG = query<{ readonly key: ProjectKey }>(`
  select project_key key from backlog_minutes where project_key > ? order by project_key limit 1`);
/** Parameters: project, time. A range of the primary key; of a pass at most a day's. */
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

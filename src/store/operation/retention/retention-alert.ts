/**
 * The steps of retention over alerts: those that are over, and the notices that told them, are kept
 * as long as deliveries that were not delivered, from the end of the alert on. An open alert, or
 * one whose end is yet to be told or sent, stays, and so does a notice that is yet to be sent.
 */
import type { ProjectKey } from '../../../core/id.ts';
import { DAY_MS } from '../../../core/time.ts';
import { all, change, LISTED, listOf, type Operation, query } from '../../statement.ts';
import { type ExpiryQuery, type ExpiryResult, type ExpiryStep, removeAll, walk } from './expiry.ts';

interface Aged {
  readonly key: number;
  readonly project_key: ProjectKey;
  readonly at: number;
  /** From when on its time counts; null: it stays. */
  readonly ended_at: number | null;
}

/** Parameters: after key, limit. Primary keys. */
export const OLD_NOTICES = query<Aged>(`
  select key, project_key, fired_at at, case when state = 'due' then null else fired_at end ended_at
  from alert_notices where key > ? order by key limit ?`);
export const OLD_ALERTS = query<Aged>(`
  select a.key, a.project_key, a.opened_at at,
    case when a.told in ('no', 'opened') or exists (
      select 1 from told_alerts t join alert_notices n on n.key = t.notice_key
      where t.alert_key = a.key and n.state = 'due') then null else a.recovered_at end ended_at
  from alerts a where a.key > ? order by a.key limit ?`);

/** Parameters: a list. Primary keys, and told_alerts_by_notice. */
const REMOVE_NOTICES = query(`delete from alert_notices where key in ${LISTED}`);
const REMOVE_ALERTS = query(`delete from alerts where key in ${LISTED}`);
const UNLINK_NOTICES = query(`delete from told_alerts where notice_key in ${LISTED}`);
const UNLINK_ALERTS = query(`delete from told_alerts where alert_key in ${LISTED}`);

type Statement = typeof REMOVE_NOTICES;

function stepOf(read: typeof OLD_NOTICES, unlink: Statement, remove: Statement): ExpiryStep {
  return function* removeOld(asked: ExpiryQuery): Operation<ExpiryResult> {
    const rows = yield* all(read, asked.afterKey, asked.limit);
    const seen = walk(rows, asked, 'at', ({ notDeliveredDays }) => notDeliveredDays);
    const done = seen.old.filter(({ row, settings }) => {
      const before = asked.nowMs - settings.notDeliveredDays * DAY_MS;
      return row.ended_at !== null && row.ended_at < before;
    });
    if (done.length > 0) yield* change(unlink, listOf(done.map(({ row }) => row)));
    const removed = yield* removeAll(remove, done);
    return { examined: seen.examined, removed, lastKey: seen.lastKey };
  };
}

export const ALERT_STEPS: readonly ExpiryStep[] = [
  stepOf(OLD_NOTICES, UNLINK_NOTICES, REMOVE_NOTICES),
  stepOf(OLD_ALERTS, UNLINK_ALERTS, REMOVE_ALERTS),
];

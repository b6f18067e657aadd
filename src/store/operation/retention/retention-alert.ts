/**
 * The steps of retention over alerts: those that are over, and the notices that told them, are kept
 * as long as deliveries that were not delivered, from the end of the alert on, and at most so many
 * of a project: what fails and recovers all day opens a thousand a day. An open alert, or one whose
 * end is yet to be told or sent, stays, and so does a notice that is yet to be sent.
 */
import type { ProjectKey } from '../../../core/id.ts';
import { ALERTS_KEPT_MAX } from '../../../core/project/limits.ts';
import { DAY_MS } from '../../../core/time.ts';
import { all, change, LISTED, listOf, type Operation, query } from '../../statement.ts';
import {
  type ExpiryQuery,
  type ExpiryResult,
  type ExpiryStep,
  type Keyed,
  removeAll,
  walk,
} from './expiry.ts';

interface Aged {
  readonly key: number;
  readonly project_key: ProjectKey;
  readonly at: number;
  /** From when on its time counts; null: it stays. */
  readonly ended_at: number | null;
}

/** Whether the alert `a` is open, or what is told of it is yet to be told or sent. */
const IS_NEEDED = `a.told in ('no', 'opened') or exists (
      select 1 from told_alerts t join alert_notices n on n.key = t.notice_key
      where t.alert_key = a.key and n.state = 'due')`;

/** Parameters: after key, limit. Primary keys. */
export const OLD_NOTICES = query<Aged>(`
  select key, project_key, fired_at at, case when state = 'due' then null else fired_at end ended_at
  from alert_notices where key > ? order by key limit ?`);
export const OLD_ALERTS = query<Aged>(`
  select a.key, a.project_key, a.opened_at at,
    case when ${IS_NEEDED} then null else a.recovered_at end ended_at
  from alerts a where a.key > ? order by a.key limit ?`);

/** Parameters: 1 a list of projects, 2 how many stay. alerts_by_project, backwards. */
export const FIRST_SURPLUS = query<{
  readonly project_key: ProjectKey;
  readonly key: number | null;
}>(`
  select cast(asked.project as integer) project_key, (
    select a.key from alerts a indexed by alerts_by_project
    where a.project_key = cast(asked.project as integer) order by a.key desc limit 1 offset ?2) key
  from (select value project from json_each(?1)) asked`);
/** Parameters: project, the newest key, limit. alerts_by_project. */
export const SURPLUS = query<{ readonly key: number }>(`
  select a.key from alerts a indexed by alerts_by_project
  where a.project_key = ? and a.key <= ? and not (${IS_NEEDED}) order by a.key limit ?`);
/** Parameters: a list of alerts. Primary key. How many notices tell each; none: it has no row. */
const COUNT_LINKS = query<{ readonly key: number; readonly links: number }>(`
  select alert_key key, count(*) links from told_alerts where alert_key in ${LISTED}
  group by alert_key`);
/** Parameters: a list of alerts. Primary key. */
const NOTICES_OF = query<{ readonly key: number }>(`
  select distinct notice_key key from told_alerts where alert_key in ${LISTED}`);
/** Parameters: a list. Primary key, and told_alerts_by_notice. */
const REMOVE_UNLINKED = query(`
  delete from alert_notices where key in ${LISTED} and state <> 'due'
    and not exists (select 1 from told_alerts t where t.notice_key = alert_notices.key)`);

/** Parameters: a list. Primary keys, and told_alerts_by_notice. */
const REMOVE_NOTICES = query(`delete from alert_notices where key in ${LISTED}`);
const REMOVE_ALERTS = query(`delete from alerts where key in ${LISTED}`);
const UNLINK_NOTICES = query(`delete from told_alerts where notice_key in ${LISTED}`);
const UNLINK_ALERTS = query(`delete from told_alerts where alert_key in ${LISTED}`);

/** A notice tells at most 50 alerts, so these are few too. */
function* removeOldNotices(asked: ExpiryQuery): Operation<ExpiryResult> {
  const rows = yield* all(OLD_NOTICES, asked.afterKey, asked.limit);
  const { done, examined, lastKey } = over(rows, asked);
  if (done.length > 0) yield* change(UNLINK_NOTICES, listOf(done.map(({ row }) => row)));
  return { examined, removed: yield* removeAll(REMOVE_NOTICES, done), lastKey };
}

function* removeOldAlerts(asked: ExpiryQuery): Operation<ExpiryResult> {
  const rows = yield* all(OLD_ALERTS, asked.afterKey, asked.limit);
  const seen = over(rows, asked);
  const keys = seen.done.map(({ row }) => row);
  const { removed, links } = yield* removeAlerts(keys, asked.limit);
  const isCut = removed < keys.length;
  const lastKey = isCut ? (keys[removed - 1]?.key ?? asked.afterKey) : seen.lastKey;
  return { examined: seen.examined + links, removed, lastKey };
}

/** Those whose time is over. */
function over(rows: readonly Aged[], asked: ExpiryQuery) {
  const seen = walk(rows, asked, 'at', ({ notDeliveredDays }) => notDeliveredDays);
  const done = seen.old.filter(({ row, settings }) => {
    const before = asked.nowMs - settings.notDeliveredDays * DAY_MS;
    return row.ended_at !== null && row.ended_at < before;
  });
  return { ...seen, done };
}

/** Walks the projects by their keys. */
function* removeSurplus(asked: ExpiryQuery): Operation<ExpiryResult> {
  const projects = [...asked.retention.keys()].filter((key) => key > asked.afterKey);
  const found = yield* all(FIRST_SURPLUS, JSON.stringify(projects), ALERTS_KEPT_MAX);
  let removed = 0;
  let links = 0;
  for (const { project_key: project, key } of found.toSorted(byProject)) {
    if (key === null) continue;
    const left = asked.limit - removed - links;
    const surplus = left > 0 ? yield* all(SURPLUS, project, key, left) : [];
    const done = yield* removeAlerts(surplus, left);
    removed += done.removed;
    links += done.links;
    const examined = removed + links;
    if (examined >= asked.limit) return { examined, removed, lastKey: project - 1 };
  }
  return { examined: removed + links, removed, lastKey: null };
}

/** Alerts whose links are counted at once. */
const ALERTS_AT_ONCE = 100;

/**
 * Removes the first of these alerts, at least one, until about so many links are removed too: that
 * an alert is told by a notice. An alert has two for each receiver, so some hundred. A notice goes
 * with the last alert that it tells.
 */
function* removeAlerts(
  alerts: readonly Keyed[],
  linksMax: number,
): Operation<{ readonly removed: number; readonly links: number }> {
  let removed = 0;
  let links = 0;
  while (removed < alerts.length && (removed === 0 || links < linksMax)) {
    const part = alerts.slice(removed, removed + ALERTS_AT_ONCE);
    const counted = yield* all(COUNT_LINKS, listOf(part));
    const linksOf = new Map(counted.map((each) => [each.key, each.links]));
    const done: Keyed[] = [];
    for (const alert of part) {
      if (done.length > 0 && links >= linksMax) break;
      done.push(alert);
      links += linksOf.get(alert.key) ?? 0;
    }
    const notices = counted.length > 0 ? yield* all(NOTICES_OF, listOf(done)) : [];
    if (notices.length > 0) yield* change(UNLINK_ALERTS, listOf(done));
    yield* change(REMOVE_ALERTS, listOf(done));
    if (notices.length > 0) yield* change(REMOVE_UNLINKED, listOf(notices));
    removed += done.length;
  }
  return { removed, links };
}

function byProject(
  one: { readonly project_key: ProjectKey },
  other: { readonly project_key: ProjectKey },
): number {
  return one.project_key - other.project_key;
}

export const ALERT_STEPS: readonly ExpiryStep[] = [
  removeOldNotices,
  removeOldAlerts,
  removeSurplus,
];

/**
 * Alerts as rows (S17.2 to S17.8). At most one of a trigger and a subject is open: the unique index
 * says so for every process. What was told changes only together with its notices. A mute is of the
 * trigger and the subject, so it lasts when one alert ends and another one opens.
 */
import type { Alert, Condition, Told } from '../../../core/alert/alert.ts';
import type { LiveAlert } from '../../../core/alert/watched.ts';
import { type AlertKey, type EndpointKey, formatId, type ProjectKey } from '../../../core/id.ts';
import { DAY_MS } from '../../../core/time.ts';
import type { OpsTrigger } from '../../../core/trigger/ops-trigger.ts';
import {
  LIVE_ALERTS_MAX,
  type NewNotice,
  type SteppedAlerts,
  type WholeNotice,
} from '../../../engine/ports/alert-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, type Operation, one, type Query, query } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { lockProject } from '../row-lock.ts';
import { holdsTurn } from './alert-turn.ts';
import { dropSurplus, insertNotice } from './notice.ts';

interface AlertRow {
  readonly key: AlertKey;
  readonly project_key: ProjectKey;
  readonly trigger: OpsTrigger;
  readonly subject: string;
  readonly name: string;
  readonly endpoint_key: EndpointKey | null;
  readonly since_at: number;
  readonly value: number;
  readonly waiting: number;
  readonly opened_at: number;
  readonly clear_since: number | null;
  readonly recovered_at: number | null;
  readonly told: Told;
  readonly acknowledged_by: string | null;
  readonly acknowledged_at: number | null;
  readonly note: string | null;
  readonly muted_until: number | null;
  readonly muted_by: string | null;
}

/** The mute is found by the primary key of alert_mutes. */
const ITS_MUTE = `from alert_mutes m where m.project_key = alerts.project_key
  and m.trigger = alerts.trigger and m.subject = alerts.subject`;

const COLUMNS = `key, project_key, trigger, subject, name, endpoint_key, since_at, value, waiting,
  opened_at, clear_since, recovered_at, told, acknowledged_by, acknowledged_at, note,
  (select m.until_at ${ITS_MUTE}) muted_until, (select m.muted_by ${ITS_MUTE}) muted_by`;

type LiveRow = AlertRow & { readonly works: number | null };

/** With the state of its endpoint, by the primary key. */
const LIVE_COLUMNS = `${COLUMNS}, (select case when e.deleted_at is null then e.enabled else 0 end
  from endpoints e where e.key = alerts.endpoint_key) works`;

/** Parameters: a list of projects, how many of each. alerts_live, twice. */
export const LIVE = query<LiveRow>(`
  select ${LIVE_COLUMNS}
  from (select value project from json_each(?)) asked cross join alerts indexed by alerts_live
  where project_key = cast(asked.project as integer) and told in ('no', 'opened')
    and key < coalesce((
      select more.key from alerts more indexed by alerts_live
      where more.project_key = cast(asked.project as integer) and more.told in ('no', 'opened')
      order by more.key limit 1 offset ?), ${Number.MAX_SAFE_INTEGER})
  order by project_key, key`);

const OPEN = query(`
  insert into alerts (project_key, trigger, subject, name, endpoint_key, since_at, value, waiting,
    opened_at, told)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'no')
  on conflict (project_key, trigger, subject) where recovered_at is null do nothing`);

/** Parameters: project, trigger, subject. alerts_open. */
const OPEN_OF = query<LiveRow>(`
  select ${LIVE_COLUMNS} from alerts
  where project_key = ? and trigger = ? and subject = ? and recovered_at is null`);

/** Parameters: 1 name, 2 value, 3 waiting, 4 alert. Primary key. */
const FOUND = query('update alerts set name = ?1, value = ?2, waiting = ?3 where key = ?4');

/** Parameters: clear since, recovered at, told, alert. Primary key. */
const MOVE = query(`
  update alerts set clear_since = ?, recovered_at = ?, told = ?
  where key = ? and told in ('no', 'opened')`);

/** Parameters: alert. Primary key. */
const CHANGED = query<LiveRow>(`select ${LIVE_COLUMNS} from alerts where key = ?`);

/** Parameters: new, alert, old. Primary key. */
const TELL = query('update alerts set told = ? where key = ? and told = ?');

/**
 * Parameters of each list: 1 project, 2 before, 3 limit, 4 whether only those that are over are
 * listed (0, 1), 5 and 6 as `matches` says. Backwards along an index that has all of them: what a
 * page passes over is open, and of that a project has at most some thousand.
 */
function listBy(index: string, matches: string): Query<AlertRow> {
  return query(`
    select ${COLUMNS} from alerts indexed by ${index}
    where project_key = ?1 ${matches} and key < ?2
      and (cast(?4 as integer) = 0 or recovered_at is not null)
    order by key desc limit ?3`);
}
export const LIST_OF_PROJECT = listBy('alerts_by_project', '');
export const LIST_OF_TRIGGER = listBy('alerts_by_trigger', 'and trigger = ?5');
export const LIST_OF_ENDPOINT = listBy('alerts_by_endpoint', 'and endpoint_key = ?5');
export const LIST_OF_ENDPOINT_AND_TRIGGER = listBy(
  'alerts_by_endpoint_and_trigger',
  'and endpoint_key = ?5 and trigger = ?6',
);
/**
 * Parameters: 1 project, 2 before, 3 limit, 4 endpoint or null, 5 trigger or null. alerts_open has
 * the open ones of a project.
 */
export const OPEN_OF_PROJECT = query<AlertRow>(`
  select ${COLUMNS} from alerts indexed by alerts_open
  where project_key = ?1 and recovered_at is null and key < ?2
    and (cast(?4 as integer) is null or endpoint_key = ?4)
    and (cast(?5 as text) is null or trigger = ?5)
  order by key desc limit ?3`);
const BY_KEY = query<AlertRow>(`select ${COLUMNS} from alerts where key = ? and project_key = ?`);
export const COUNT_OPEN = query<{ open: number }>(
  'select count(*) open from alerts where project_key = ? and recovered_at is null',
);

/** Parameters: by, at, note, alert. Primary key. */
const ACKNOWLEDGE = query(
  'update alerts set acknowledged_by = ?, acknowledged_at = ?, note = ? where key = ?',
);
/** Parameters: project, trigger, subject, until, by. Primary key. */
const MUTE = query(`
  insert into alert_mutes (project_key, trigger, subject, until_at, muted_by)
  values (?, ?, ?, ?, ?)
  on conflict (project_key, trigger, subject) do update
  set until_at = excluded.until_at, muted_by = excluded.muted_by`);
/** Parameters: project, trigger, subject. Primary key. */
const UNMUTE = query(
  'delete from alert_mutes where project_key = ? and trigger = ? and subject = ?',
);
/** Parameters: project, before. Primary key; a project has few. */
const REMOVE_PAST_MUTES = query('delete from alert_mutes where project_key = ? and until_at < ?');

export function* liveAlerts({ projects }: Asked<'liveAlerts'>): Operation<readonly LiveAlert[]> {
  return (yield* all(LIVE, JSON.stringify(projects), LIVE_ALERTS_MAX)).map(toLive);
}

export function* stepAlerts(wanted: Asked<'stepAlerts'>): Operation<SteppedAlerts | null> {
  if (!(yield* holdsTurn(wanted.holder))) return null;
  const opened: LiveAlert[] = [];
  for (const each of wanted.opened) {
    const alert = yield* open(each, wanted.nowMs);
    if (alert !== undefined) opened.push(toLive(alert));
  }
  const changed: LiveAlert[] = [];
  for (const { key, found, clearSinceMs, recoveredAtMs, told } of wanted.changed) {
    if ((yield* change(MOVE, clearSinceMs, recoveredAtMs, told, key)) === 0) continue;
    if (found !== null) yield* change(FOUND, found.name, found.value, found.waiting, key);
    const alert = yield* one(CHANGED, key);
    if (alert !== undefined) changed.push(toLive(alert));
  }
  return { opened, changed };
}

/** Undefined: it was open already. */
function* open(found: Condition, nowMs: number): Operation<LiveRow | undefined> {
  const { projectKey, trigger, subject, name, endpoint, sinceMs, value, waiting } = found;
  const values = [projectKey, trigger, subject, name, endpoint, sinceMs, value, waiting] as const;
  if ((yield* change(OPEN, ...values, nowMs)) === 0) return undefined;
  return yield* one(OPEN_OF, projectKey, trigger, subject);
}

/** If one of them was told meanwhile, nothing is told; a later round looks again. */
export function* tellAlerts(wanted: Asked<'tellAlerts'>): Operation<readonly WholeNotice[] | null> {
  if (!(yield* holdsTurn(wanted.holder))) return null;
  for (const { key, from } of wanted.alerts) {
    const row = yield* one(TOLD, key);
    if (row?.told !== from) return null;
  }
  for (const { key, from, to } of wanted.alerts) yield* change(TELL, to, key, from);
  const dropped: WholeNotice[] = [];
  for (const notice of wanted.notices) {
    yield* tellOne(notice);
    dropped.push(...(yield* dropSurplus(notice)));
  }
  return dropped;
}

/** Parameters: alert. Primary key. Only the holder of the turn changes it. */
const TOLD = query<{ told: Told }>('select told from alerts where key = ?');

const LINK = query('insert into told_alerts (alert_key, notice_key) values (?, ?)');

function* tellOne(notice: NewNotice): Operation<void> {
  const key = yield* insertNotice(notice);
  for (const alert of notice.alerts) yield* change(LINK, alert, key);
}

export function* alerts(asked: Asked<'alerts'>): Operation<readonly Alert[]> {
  const { projectKey, filter, limit } = asked;
  const { endpoint, trigger } = filter;
  const page = [projectKey, asked.beforeKey ?? Number.MAX_SAFE_INTEGER, limit] as const;
  if (filter.open === true) {
    return (yield* all(OPEN_OF_PROJECT, ...page, endpoint, trigger)).map(toAlert);
  }
  const values = [endpoint, trigger].filter((value) => value !== null);
  return (yield* all(listFor(filter), ...page, filter.open === false ? 1 : 0, ...values)).map(
    toAlert,
  );
}

function listFor({ endpoint, trigger }: Asked<'alerts'>['filter']): Query<AlertRow> {
  if (endpoint === null) return trigger === null ? LIST_OF_PROJECT : LIST_OF_TRIGGER;
  return trigger === null ? LIST_OF_ENDPOINT : LIST_OF_ENDPOINT_AND_TRIGGER;
}

export function* alertCounts(projectKey: ProjectKey): Operation<{ readonly open: number }> {
  return { open: (yield* one(COUNT_OPEN, projectKey))?.open ?? 0 };
}

export function* alert({ projectKey, key }: Asked<'alert'>): Operation<Alert | null> {
  const row = yield* one(BY_KEY, key, projectKey);
  return row === undefined ? null : toAlert(row);
}

export function* markAlert(wanted: Asked<'markAlert'>): Operation<Alert | null> {
  const { projectKey, key, change: marked, by, audit } = wanted;
  yield* lockProject(projectKey);
  const before = yield* alert({ projectKey, key });
  if (before === null) return null;
  const { acknowledged, mutedUntilMs } = marked;
  if (acknowledged !== undefined) {
    const values =
      acknowledged === null
        ? ([null, null, null] as const)
        : ([by, audit.atMs, acknowledged.note] as const);
    yield* change(ACKNOWLEDGE, ...values, key);
  }
  if (mutedUntilMs !== undefined) {
    const of = [projectKey, before.trigger, before.subject] as const;
    yield* change(REMOVE_PAST_MUTES, projectKey, audit.atMs - DAY_MS);
    if (mutedUntilMs === null) yield* change(UNMUTE, ...of);
    else yield* change(MUTE, ...of, mutedUntilMs, by);
  }
  yield* writeAudit(projectKey, audit);
  return yield* alert({ projectKey, key });
}

function toLive(row: LiveRow): LiveAlert {
  return { ...toAlert(row), endpointWorks: row.endpoint_key === null || row.works === 1 };
}

function toAlert(row: AlertRow): Alert {
  const { acknowledged_by: by, acknowledged_at: atMs, note } = row;
  return {
    key: row.key,
    id: formatId('alr', row.opened_at, row.key),
    projectKey: row.project_key,
    trigger: row.trigger,
    subject: row.subject,
    name: row.name,
    endpoint: row.endpoint_key,
    sinceMs: row.since_at,
    value: row.value,
    waiting: row.waiting,
    openedAtMs: row.opened_at,
    clearSinceMs: row.clear_since,
    recoveredAtMs: row.recovered_at,
    told: row.told,
    acknowledged: by === null || atMs === null ? null : { by, atMs, note },
    mutedUntilMs: row.muted_until,
    mutedBy: row.muted_by,
  };
}

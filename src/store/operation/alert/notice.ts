/**
 * Notices as rows (S17.9 to S17.12): one message to one receiver, stored with the alerts that it
 * tells. The due ones of a lane go one after the other, in the order in which they were made. A
 * claim counts an attempt and ends by itself, so a notice whose sender died is sent again.
 */
import type { Edge } from '../../../core/alert/edge.ts';
import {
  type AlertKey,
  asKey,
  type EndpointKey,
  formatId,
  type NoticeKey,
  type ProjectKey,
  type UserKey,
} from '../../../core/id.ts';
import type { OpsTrigger } from '../../../core/trigger/ops-trigger.ts';
import {
  type ClaimedNotice,
  type NewNotice,
  NOTICES_SHOWN_MAX,
  NOTICES_WAITING_MAX,
  type Notice,
  type NoticeState,
  type Recipient,
  type WholeNotice,
} from '../../../engine/ports/alert-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import {
  all,
  change,
  insert,
  LISTED,
  listOf,
  type Operation,
  one,
  query,
} from '../../statement.ts';
import { holdsTurn } from './alert-turn.ts';

interface NoticeRow {
  readonly key: NoticeKey;
  readonly project_key: ProjectKey;
  readonly endpoint_key: EndpointKey | null;
  readonly user_key: UserKey | null;
  readonly sequence: number;
  readonly trigger: OpsTrigger;
  readonly edge: Edge;
  readonly fired_at: number;
  readonly state: NoticeState;
  readonly due_at: number | null;
  readonly attempts: number;
  readonly last_attempt_at: number | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly closed_at: number | null;
}

type WholeRow = NoticeRow & { readonly text: string; readonly data: string };
type ClaimedRow = WholeRow & { readonly alert_key: AlertKey | null };

const COLUMNS = `n.key, n.project_key, n.endpoint_key, n.user_key, n.sequence, n.trigger, n.edge,
  n.fired_at, n.state, n.due_at, n.attempts, n.last_attempt_at, n.last_status, n.last_error,
  n.closed_at`;

/** Parameters: project, lane. Primary key. The holder of the turn alone writes it. */
const LAST = query<{ sequence: number }>(
  'select sequence from alert_lanes where project_key = ? and lane = ?',
);
const KEEP_LAST = query(`
  insert into alert_lanes (project_key, lane, sequence) values (?, ?, ?)
  on conflict (project_key, lane) do update set sequence = excluded.sequence`);

const INSERT = query(`
  insert into alert_notices (project_key, lane, endpoint_key, user_key, sequence, trigger, edge,
    fired_at, text, data, state, due_at, claimed_until, attempts)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'due', ?, 0, 0)`);

/**
 * Parameters: project, lane, how many stay. alert_notices_due, backwards. Only the first of a lane
 * can have been tried. A claim needs the turn, as telling does, so none of these is claimed
 * meanwhile.
 */
export const SURPLUS = query<WholeRow>(`
  select ${COLUMNS}, n.text, n.data from alert_notices n indexed by alert_notices_due
  where n.state = 'due' and n.project_key = ? and n.lane = ? and n.attempts = 0
  order by n.key desc limit 500 offset ?`);
/** Parameters: closed, error, a list. Primary key. */
const DROP = query(`
  update alert_notices set state = 'dropped', due_at = null, closed_at = ?, last_error = ?
  where key in ${LISTED}`);
const WHY_DROPPED = `${NOTICES_WAITING_MAX} newer notices waited for this receiver.`;

/** Claims that seem to end in more than ten minutes were made by a clock that was wrong. */
const IS_CLAIMED = '(n.claimed_until > ?1 and n.claimed_until <= ?1 + 600000)';

/** The first due notice of each lane. Parameter: 1 now. alert_notices_due has all that is due. */
function headsTo(column: 'endpoint_key' | 'user_key'): string {
  return `
    select n.key, n.project_key, n.due_at, n.claimed_until,
      case when ${IS_CLAIMED} then 1 else 0 end claimed
    from alert_notices n indexed by alert_notices_due
    where n.state = 'due' and n.${column} is not null
      and not exists (select 1 from alert_notices e where e.state = 'due'
        and e.project_key = n.project_key and e.lane = n.lane and e.key < n.key)`;
}

/**
 * Parameters: 1 now, 2 share of a project, 3 limit. Heads that are claimed come first among those
 * of their project, so a place says how many of the project are in flight before it: the project
 * that has the fewest is served first. What has been due the longest goes before the rest, so a
 * retry waits behind all that was due before it, and receivers that hang starve no other.
 */
function toClaim(column: 'endpoint_key' | 'user_key') {
  return query<ClaimedRow>(`
    with heads as (${headsTo(column)}),
    places as (
      select key, claimed, due_at,
        row_number() over (partition by project_key order by claimed desc, due_at, key) place
      from heads where claimed = 1 or due_at <= ?1)
    select ${COLUMNS}, n.text, n.data,
      (select min(t.alert_key) from told_alerts t where t.notice_key = n.key) alert_key
    from places p join alert_notices n on n.key = p.key
    where p.claimed = 0 and p.place <= ?2 order by p.place, p.due_at, n.key limit ?3`);
}

/**
 * Parameter: 1 now. When a claim ends, or one that is not due yet is due. One that is due already
 * waits for a slot or a share, so for the end of another.
 */
function nextOne(column: 'endpoint_key' | 'user_key') {
  return query<{ at: number | null }>(`
    with heads as (${headsTo(column)})
    select min(case when claimed = 1 then claimed_until else due_at end) at
    from heads where claimed = 1 or due_at > ?1`);
}

export const TO_ENDPOINTS = toClaim('endpoint_key');
export const TO_MEMBERS = toClaim('user_key');
export const NEXT_TO_ENDPOINTS = nextOne('endpoint_key');
export const NEXT_TO_MEMBERS = nextOne('user_key');

const CLAIMS = {
  endpoint: { heads: TO_ENDPOINTS, next: NEXT_TO_ENDPOINTS },
  mail: { heads: TO_MEMBERS, next: NEXT_TO_MEMBERS },
} as const;

/** Parameters: until, now, notice, attempts. Primary key. */
const CLAIM = query(`
  update alert_notices set claimed_until = ?, last_attempt_at = ?, attempts = attempts + 1
  where key = ? and state = 'due' and attempts = ?`);

/** Parameters: state, due, closed, status, error, notice, attempts. Primary key. */
const SETTLE = query(`
  update alert_notices set state = ?, due_at = ?, closed_at = ?, last_status = ?, last_error = ?,
    claimed_until = 0
  where key = ? and attempts = ? and state = 'due'`);

/** Parameters: alert, project, limit. Primary keys. */
export const OF_ALERT = query<NoticeRow>(`
  select ${COLUMNS} from told_alerts t join alert_notices n on n.key = t.notice_key
  where t.alert_key = ? and n.project_key = ? order by t.notice_key desc limit ?`);

/** Returns the key of the notice. */
export function* insertNotice(notice: NewNotice): Operation<NoticeKey> {
  const { projectKey, recipient, edge, firing } = notice;
  const lane = laneOf(recipient);
  const sequence = ((yield* one(LAST, projectKey, lane))?.sequence ?? 0) + 1;
  yield* change(KEEP_LAST, projectKey, lane, sequence);
  const { trigger, firedAtMs, text, data } = firing;
  const to = [recipient.endpoint, recipient.user, sequence] as const;
  const said = [trigger, edge, firedAtMs, text, data, firedAtMs] as const;
  return asKey<NoticeKey>(yield* insert(INSERT, projectKey, lane, ...to, ...said));
}

/** Drops the oldest that wait for the same receiver beyond the most that may. */
export function* dropSurplus(added: NewNotice): Operation<readonly WholeNotice[]> {
  const { projectKey, recipient, firing } = added;
  const rows = yield* all(SURPLUS, projectKey, laneOf(recipient), NOTICES_WAITING_MAX);
  if (rows.length === 0) return [];
  const { firedAtMs: closedAtMs } = firing;
  yield* change(DROP, closedAtMs, WHY_DROPPED, listOf(rows));
  const dropped = { state: 'dropped', due_at: null, closed_at: closedAtMs } as const;
  return rows.map((row) => toWhole({ ...row, ...dropped, last_error: WHY_DROPPED }));
}

function laneOf({ endpoint, user }: Recipient): string {
  return endpoint === null ? `user ${user}` : `endpoint ${endpoint}`;
}

export function* claimNotices(
  asked: Asked<'claimNotices'>,
): Operation<{ readonly notices: readonly ClaimedNotice[]; readonly nextAtMs: number | null }> {
  const { holder, to, nowMs, untilMs, share, limit } = asked;
  if (!(yield* holdsTurn(holder))) return { notices: [], nextAtMs: null };
  const notices: ClaimedNotice[] = [];
  for (const row of yield* all(CLAIMS[to].heads, nowMs, share, limit)) {
    if ((yield* change(CLAIM, untilMs, nowMs, row.key, row.attempts)) === 0) continue;
    const attempted = { ...row, attempts: row.attempts + 1, last_attempt_at: nowMs };
    notices.push({ ...toWhole(attempted), alert: row.alert_key });
  }
  return { notices, nextAtMs: (yield* one(CLAIMS[to].next, nowMs))?.at ?? null };
}

export function* settleNotice(wanted: Asked<'settleNotice'>): Operation<boolean> {
  const { key, attempts, nowMs, outcome } = wanted;
  const { state, dueAtMs, status, error } = outcome;
  const closed = state === 'due' ? null : nowMs;
  const values = [state, state === 'due' ? dueAtMs : null, closed, status, error] as const;
  return (yield* change(SETTLE, ...values, key, attempts)) > 0;
}

export function* noticesOf(asked: Asked<'noticesOf'>): Operation<readonly Notice[]> {
  const rows = yield* all(OF_ALERT, asked.alert, asked.projectKey, NOTICES_SHOWN_MAX);
  return rows.map(toNotice);
}

function toWhole(row: WholeRow): WholeNotice {
  const { trigger, fired_at: firedAtMs, text, data } = row;
  return { ...toNotice(row), firing: { trigger, firedAtMs, text, data, errors: null } };
}

function toNotice(row: NoticeRow): Notice {
  return {
    key: row.key,
    id: formatId('ntc', row.fired_at, row.key),
    projectKey: row.project_key,
    recipient: { endpoint: row.endpoint_key, user: row.user_key },
    sequence: row.sequence,
    trigger: row.trigger,
    edge: row.edge,
    firedAtMs: row.fired_at,
    state: row.state,
    attempts: row.attempts,
    dueAtMs: row.due_at,
    lastAttemptAtMs: row.last_attempt_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
    closedAtMs: row.closed_at,
  };
}

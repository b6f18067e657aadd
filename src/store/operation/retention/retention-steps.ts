/**
 * The steps of a round of retention, each a bounded walk in key order, children before parents:
 * deliveries with their attempts and response excerpts, firings, calls with their reports, audit,
 * figures. Keys grow with time, so a walk ends at the first row that is too young in every project;
 * a row from the future (the clock was wrong when it was written) does not end it.
 */

import type { ClosedState } from '../../../core/delivery/state.ts';
import type { CallKey, DeliveryKey, FiringKey, ProjectKey } from '../../../core/id.ts';
import type { RetentionSettings } from '../../../core/project/project.ts';
import { DAY_MS } from '../../../core/time.ts';
import {
  all,
  change,
  LISTED,
  listOf,
  type Operation,
  one,
  type Query,
  query,
} from '../../statement.ts';
import { UNLINK, UNLINK_REPLAYS } from '../delivery/replay-link.ts';
import { lockCalls } from '../row-lock.ts';
import {
  callDays,
  type ExpiryQuery,
  type ExpiryResult,
  type ExpiryStep,
  historyDays,
  type Keyed,
  type Old,
  removeAll,
  walk,
} from './expiry.ts';
import { type RemovedCall, rememberCalls } from './retention-removed.ts';

interface OldDelivery {
  readonly key: DeliveryKey;
  readonly project_key: ProjectKey;
  readonly state: ClosedState;
  readonly created_at: number;
  readonly closed_at: number | null;
  /** When the oldest kept excerpt of a response was received. */
  readonly excerpt_at: number | null;
}

/** Parameters: calls. call_terms_by_call. */
export const REMOVE_TERMS = query(`delete from call_terms where call_key in ${LISTED}`);

/** Parameters: after key, limit. Primary keys. */
export const OLD_DELIVERIES = query<OldDelivery>(`
  select key, project_key, state, created_at, closed_at,
    case when sole_excerpt is not null then last_attempt_at else (
      select min(started_at) from attempts a
      where a.delivery_key = d.key and a.excerpt is not null) end excerpt_at
  from deliveries d where key > ? order by key limit ?`);

/**
 * Parameters: deliveries. Primary key. A delivery that was reopened after it was read stays. One
 * statement for each table removes a batch.
 */
export const REMOVE_DELIVERIES = query<{ key: DeliveryKey }>(`
  delete from deliveries where key in ${LISTED} and closed_at is not null returning key`);
export const REMOVE_ATTEMPTS = query(`delete from attempts where delivery_key in ${LISTED}`);

/** Parameters: deliveries, time. Primary key. */
export const FORGET_EXCERPTS = query(`
  update attempts set excerpt = null
  where delivery_key in ${LISTED} and started_at < ? and excerpt is not null`);

/** Parameters: deliveries, time. Primary key. */
export const FORGET_SOLE_EXCERPTS = query(`
  update deliveries set sole_excerpt = null
  where key in ${LISTED} and last_attempt_at < ? and sole_excerpt is not null`);

/**
 * Parameters: after key, limit. Primary keys; one seek of by_call each tells whether it is used.
 */
export const OLD_FIRINGS = query<{
  key: FiringKey;
  project_key: ProjectKey;
  fired_at: number;
  used: number;
}>(`
  select f.key, c.project_key, f.fired_at, coalesce((select 1 from deliveries d
    where d.call_key = f.call_key and d.firing_key = f.key limit 1), 0) used
  from firings f join calls c on c.key = f.call_key where f.key > ? order by f.key limit ?`);
export const REMOVE_FIRINGS = query(`delete from firings where key in ${LISTED}`);

interface OldCall extends RemovedCall {
  readonly key: CallKey;
  readonly first_report_at: number;
  readonly last_report_at: number;
  readonly used: number;
}

/**
 * Parameters: after key, limit. As above. An open run needs its call; such a run is rarely older
 * than its launch, and runs_by_call finds it.
 */
export const OLD_CALLS = query<OldCall>(`
  select key, project_key, cast(call_id_hash as text) hash, first_report_at, last_report_at,
    coalesce((select 1 from deliveries d where d.call_key = c.key limit 1),
      (select 1 from runs r where r.call_id_hash = c.call_id_hash and r.call_key + 0 = c.key
        and r.due_at + 0 is not null limit 1), 0) used
  from calls c where key > ? order by key limit ?`);
export const REMOVE_REPORTS = query(`delete from reports where call_key in ${LISTED}`);
export const REMOVE_FIRINGS_OF = query(`delete from firings where call_key in ${LISTED}`);
export const REMOVE_CALLS = query(`delete from calls where key in ${LISTED}`);

/** Parameters: after key, limit. Primary key. */
const OLD_AUDIT = query<{ key: number; project_key: ProjectKey; at: number }>(
  'select key, project_key, at from audit where key > ? order by key limit ?',
);
export const REMOVE_AUDIT = query(`delete from audit where key in ${LISTED}`);

/** Parameters: project, endpoint, time. A range of the primary key. */
const REMOVE_MINUTES = query(
  'delete from stats_minutes where project_key = ? and endpoint_key = ? and minute_at < ?',
);
const NEXT_FIGURES = query<{ endpoint_key: number; project_key: ProjectKey }>(`
  select endpoint_key, project_key from endpoint_backlogs where endpoint_key > ?
  order by endpoint_key limit 1`);

function* removeDeliveries(asked: ExpiryQuery): Operation<ExpiryResult> {
  const days = ({ deliveredDays, notDeliveredDays, excerptDays }: RetentionSettings) =>
    Math.min(deliveredDays, notDeliveredDays, excerptDays);
  const rows = yield* all(OLD_DELIVERIES, asked.afterKey, asked.limit);
  const { old, ...place } = walk(rows, asked, 'created_at', days);
  const done = old.filter(({ settings, row }) => isDone(row, settings, asked.nowMs));
  // A reopened delivery keeps its attempts.
  const gone = yield* allOrNone(REMOVE_DELIVERIES, done);
  if (gone.length > 0) {
    yield* change(REMOVE_ATTEMPTS, listOf(gone));
    yield* change(UNLINK, listOf(gone));
    yield* change(UNLINK_REPLAYS, listOf(gone));
  }
  const told = old.filter(({ settings, row }) => {
    const excerptsUntil = asked.nowMs - settings.excerptDays * DAY_MS;
    return !isDone(row, settings, asked.nowMs) && (row.excerpt_at ?? Infinity) < excerptsUntil;
  });
  let forgotten = 0;
  for (const [excerptDays, those] of Map.groupBy(told, ({ settings }) => settings.excerptDays)) {
    const keys = listOf(those.map(({ row }) => row));
    const beforeMs = asked.nowMs - excerptDays * DAY_MS;
    forgotten += yield* change(FORGET_EXCERPTS, keys, beforeMs);
    forgotten += yield* change(FORGET_SOLE_EXCERPTS, keys, beforeMs);
  }
  return { ...place, removed: gone.length + forgotten };
}

function isDone(row: OldDelivery, settings: RetentionSettings, nowMs: number): boolean {
  const kept = row.state === 'delivered' ? settings.deliveredDays : settings.notDeliveredDays;
  return row.closed_at !== null && row.closed_at < nowMs - kept * DAY_MS;
}

function* removeFirings(asked: ExpiryQuery): Operation<ExpiryResult> {
  const rows = yield* all(OLD_FIRINGS, asked.afterKey, asked.limit);
  const { old, ...place } = walk(rows, asked, 'fired_at', historyDays);
  const done = old.filter(
    ({ row, settings }) =>
      row.used === 0 && row.fired_at < asked.nowMs - historyDays(settings) * DAY_MS,
  );
  return { ...place, removed: yield* removeAll(REMOVE_FIRINGS, done) };
}

/**
 * An old call may get a report or a delivery by hand at this moment, so its row is locked and read
 * again.
 */
function* removeCalls(asked: ExpiryQuery): Operation<ExpiryResult> {
  const read = () => all(OLD_CALLS, asked.afterKey, asked.limit);
  const isPast = (row: OldCall): boolean => {
    const settings = asked.retention.get(row.project_key);
    if (settings === undefined || row.used === 1) return false;
    return row.last_report_at < asked.nowMs - callDays(settings) * DAY_MS;
  };
  let rows = yield* read();
  const past = new Set(rows.filter(isPast).map(({ key }) => key));
  if (yield* lockCalls([...past])) rows = yield* read();
  const { old, ...place } = walk(rows, asked, 'first_report_at', callDays);
  const done = old.filter(({ row }) => past.has(row.key) && isPast(row));
  const reports = yield* removeAll(REMOVE_REPORTS, done);
  const firings = yield* removeAll(REMOVE_FIRINGS_OF, done);
  yield* removeAll(REMOVE_TERMS, done);
  const calls = yield* removeAll(REMOVE_CALLS, done);
  // Written after the removal, into the space that it frees: a full disk has no other.
  yield* rememberCalls(asked.nowMs, done);
  return { ...place, removed: reports + firings + calls };
}

function* removeAudit(asked: ExpiryQuery): Operation<ExpiryResult> {
  const days = ({ auditDays }: RetentionSettings) => auditDays;
  const rows = yield* all(OLD_AUDIT, asked.afterKey, asked.limit);
  const { old, ...place } = walk(rows, asked, 'at', days);
  const done = old.filter(
    ({ row, settings }) => row.at < asked.nowMs - settings.auditDays * DAY_MS,
  );
  return { ...place, removed: yield* removeAll(REMOVE_AUDIT, done) };
}

/** One endpoint at a time: a pass removes at most a day of its figures. */
function* removeMinutes(asked: ExpiryQuery): Operation<ExpiryResult> {
  const row = yield* one(NEXT_FIGURES, asked.afterKey);
  if (row === undefined) return { examined: 0, removed: 0, lastKey: null };
  const settings = asked.retention.get(row.project_key);
  const before = settings === undefined ? 0 : asked.nowMs - historyDays(settings) * DAY_MS;
  const removed = yield* change(REMOVE_MINUTES, row.project_key, row.endpoint_key, before);
  return { examined: Math.max(1, removed), removed, lastKey: row.endpoint_key };
}

export const HISTORY_STEPS: readonly ExpiryStep[] = [
  removeDeliveries,
  removeFirings,
  removeCalls,
  removeAudit,
  removeMinutes,
];

function* allOrNone<Row>(
  statement: Query<Row>,
  done: readonly Old<Keyed>[],
): Operation<readonly Row[]> {
  return done.length === 0 ? [] : yield* all(statement, listOf(done.map(({ row }) => row)));
}

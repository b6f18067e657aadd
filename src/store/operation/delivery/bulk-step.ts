/**
 * A step of a bulk job in one transaction: it locks the job, finds its next deliveries, locks their
 * calls, changes them by the statements of a change by hand, and records the job's progress. So an
 * interrupted job continues where it was, and two workers never do the same step. A job that
 * deletes calls needs no position, since it finds only calls that are left.
 */

import { isOpen } from '../../../core/delivery/state.ts';
import type { BulkKey, CallKey, DeliveryKey, EndpointKey } from '../../../core/id.ts';
import {
  BULK_ITEMS_MAX,
  type BulkFilter,
  type BulkReason,
  type BulkResult,
  type BulkStep,
  type CallsFilter,
  type ClientFilter,
  type DeliveryAction,
  NOTHING_REMOVED,
  REMOVED_KINDS,
  type Removed,
  type SubjectFilter,
} from '../../../engine/ports/bulk-store.ts';
import type { Replayed } from '../../../engine/ports/replay-store.ts';
import {
  all,
  change,
  LISTED,
  type Operation,
  one,
  query,
  readJsonOrNull,
} from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { hideWords } from '../call/call-naming.ts';
import { deleteOfClient } from '../call/client-deletion.ts';
import { deleteOfSubject, SUBJECT_BEGINNING, type SubjectPlace } from '../call/subject-deletion.ts';
import { lockBulk, lockCalls, shareEndpoints } from '../row-lock.ts';
import type { Session } from '../session.ts';
import { choose, lockedRows } from './bulk.ts';
import { type BulkJobRow, hideClient, JOB_BY_KEY, outcomeOf, presentJob } from './bulk-job.ts';
import {
  BEGINNING,
  type BulkRow,
  matchesFilter,
  type Place,
  placeBehind,
  placeOf,
  rowsAt,
  standAt,
} from './bulk-walk.ts';
import { cancel, HURRY, type PlacedDelivery, reopen } from './delivery-change.ts';
import { type RepeatedRow, replayRow } from './replay.ts';

export interface StepRequest {
  readonly key: BulkKey;
  readonly nowMs: number;
  readonly limit: number;
}

type Subject = PlacedDelivery & RepeatedRow & { readonly created_at: number };

interface Result {
  readonly delivery: { readonly key: DeliveryKey; readonly createdAtMs: number };
  readonly result: BulkResult;
  readonly reason: BulkReason | null;
  readonly made: Replayed | null;
}

/** Parameters: endpoints. Primary key. */
export const PRESENT = query<{ key: EndpointKey }>(`
  select key from endpoints where key in ${LISTED} and deleted_at is null`);

/** The result of a step; `place` null: the job has ended. */
interface Advance {
  readonly results: readonly Result[];
  readonly endpoints: readonly EndpointKey[];
  readonly place: Place | SubjectPlace | null;
  readonly deleted: (BulkStep['deleted'] & { readonly removed: Removed }) | null;
}

/** Fewer in one step, since a replay takes several statements. */
const REPLAYS_MAX = 50;

export function* stepBulk(session: Session, asked: StepRequest): Operation<BulkStep | null> {
  yield* lockBulk(asked.key);
  const row = yield* one(JOB_BY_KEY, asked.key);
  if (row === undefined || row.ended_at !== null) return null;
  const most = row.action === 'replay' ? REPLAYS_MAX : asked.limit;
  const request = { ...asked, limit: Math.min(most, asked.limit) };
  const advance = yield* advanceOf(session, row, request);
  yield* noteItems(row, advance.results);
  yield* noteProgress(row, advance, request.nowMs);
  if (advance.place === null) yield* hideClient(row);
  const job = yield* presentJob(request.key);
  if (advance.place === null) {
    yield* writeAudit(row.project_key, {
      atMs: request.nowMs,
      actor: row.created_by,
      action: 'bulk.ended',
      target: job.id,
      before: null,
      after: outcomeOf(job),
      requestId: null,
    });
  }
  const made = advance.results.flatMap((each) => (each.made === null ? [] : [each.made.endpoint]));
  const { endpoints, deleted } = advance;
  return { job, endpoints, made, deleted };
}

function* advanceOf(session: Session, row: BulkJobRow, request: StepRequest): Operation<Advance> {
  const filter = readJsonOrNull<BulkFilter | CallsFilter>(row.filter);
  if (filter !== null && 'clientId' in filter) {
    return yield* stepOfClient(session, row, filter, request);
  }
  if (filter !== null && 'subject' in filter) {
    return yield* stepOfSubject(session, row, filter, request);
  }
  const place = readJsonOrNull<Place>(row.place) ?? BEGINNING;
  if (filter === null) return yield* stepOfIds(session, row, place, request);
  return yield* stepOfFilter(session, row, boundedOf(row, filter), place, request);
}

/** When no call is left, the client's id is also hidden in the audit trail. */
function* stepOfClient(
  session: Session,
  { project_key: projectKey, created_at: untilMs }: BulkJobRow,
  { clientId }: ClientFilter,
  { nowMs, limit }: StepRequest,
): Operation<Advance> {
  const asked = { projectKey, clientId, untilMs, nowMs, limit };
  const { more, endpoints, ...deleted } = yield* deleteOfClient(session, asked);
  if (!more) yield* hideWords(projectKey, [clientId]);
  return { results: [], endpoints, place: more ? BEGINNING : null, deleted };
}

function* stepOfSubject(
  session: Session,
  row: BulkJobRow,
  filter: SubjectFilter,
  { nowMs }: StepRequest,
): Operation<Advance> {
  const { project_key: projectKey, created_at: untilMs } = row;
  const place = readJsonOrNull<SubjectPlace>(row.place) ?? SUBJECT_BEGINNING;
  const asked = { projectKey, filter, place, untilMs, nowMs };
  const { endpoints, place: next, ...deleted } = yield* deleteOfSubject(session, asked);
  return { results: [], endpoints, place: next, deleted };
}

/**
 * Leaves out deliveries that are made while the job runs, including its own. The bound of a job
 * that an earlier version created is the time.
 */
function boundedOf({ created_at: createdAtMs }: BulkJobRow, filter: BulkFilter): BulkFilter {
  if (filter.untilKey !== undefined) return filter;
  return { ...filter, toMs: Math.min(filter.toMs ?? Number.MAX_SAFE_INTEGER, createdAtMs + 1) };
}

function* stepOfFilter(
  session: Session,
  job: BulkJobRow,
  filter: BulkFilter,
  place: Place,
  { nowMs, limit }: StepRequest,
): Operation<Advance> {
  const projectKey = job.project_key;
  const stand = yield* standAt(projectKey, filter, place);
  if (stand === null) return { results: [], endpoints: [], place: null, deleted: null };
  const wanted = (row: BulkRow) => matchesFilter(row, filter);
  const read = (most: number) => rowsAt(projectKey, filter, stand, nowMs, most);
  const { chosen, last, more } = choose(yield* lockedRows(read, wanted, limit), wanted, limit);
  const results = yield* apply(session, actionOf(job), chosen, nowMs);
  const behind = last === undefined ? stand.place : placeOf(stand, last);
  const next = more ? behind : yield* placeBehind(projectKey, filter, { ...stand, place: behind });
  const isEnd = !more && (yield* standAt(projectKey, filter, next)) === null;
  const endpoints = endpointsOf(doneOf(chosen, results));
  return { results, endpoints, place: isEnd ? null : next, deleted: null };
}

interface IdRow {
  readonly number: number;
  readonly delivery_key: DeliveryKey;
}

/** Parameters: job, after number, limit. Primary key. */
export const NEXT_IDS = query<IdRow>(`
  select number, delivery_key from bulk_ids where job_key = ? and number > ?
  order by number limit ?`);

/** Parameters: JSON list of deliveries, project. Primary key. */
export const SUBJECTS = query<Subject>(`
  select key, project_key, endpoint_key, call_key, firing_key, sequence, state, created_at
  from deliveries where key in (select cast(value as integer) from json_each(?))
    and project_key + 0 = ? order by key`);

function* stepOfIds(
  session: Session,
  job: BulkJobRow,
  place: Place,
  { nowMs, limit }: StepRequest,
): Operation<Advance> {
  const ids = yield* all(NEXT_IDS, job.key, place.first, limit);
  const list = JSON.stringify(ids.map((row) => row.delivery_key));
  const read = () => all(SUBJECTS, list, job.project_key);
  let rows = yield* read();
  yield* shareEndpoints(endpointsOf(rows));
  const calls: readonly CallKey[] = [...new Set(rows.map((row) => row.call_key))];
  if (yield* lockCalls(calls)) rows = yield* read();
  const results = yield* apply(session, actionOf(job), rows, nowMs);
  const present = new Set(rows.map(({ key }) => key));
  // A delivery that was removed meanwhile has no time; the caller knew its id.
  const gone = ids
    .filter((row) => !present.has(row.delivery_key))
    .map((row) => resultOf({ key: row.delivery_key, created_at: 0 }, 'failed', 'NOT_FOUND'));
  const last = ids.at(-1);
  return {
    results: [...results, ...gone],
    endpoints: endpointsOf(doneOf(rows, results)),
    place: last === undefined || ids.length < limit ? null : { ...place, first: last.number },
    deleted: null,
  };
}

function endpointsOf(rows: readonly { readonly endpoint_key: EndpointKey }[]): EndpointKey[] {
  return [...new Set(rows.map((row) => row.endpoint_key))];
}

/** `results`: the result of each row, in the same order. */
function doneOf<Row>(rows: readonly Row[], results: readonly Result[]): readonly Row[] {
  return rows.filter((_, index) => results[index]?.result === 'done');
}

type Named = Pick<Subject, 'key' | 'created_at'>;

function resultOf(row: Named, result: BulkResult, reason: BulkReason | null = null): Result {
  const delivery = { key: row.key, createdAtMs: row.created_at };
  return { delivery, result, reason, made: null };
}

/** Throws if the job deletes calls: only jobs for deliveries get here. */
function actionOf({ action }: BulkJobRow): DeliveryAction {
  if (action === 'delete-calls') throw new Error('a job that deletes calls has a client');
  return action;
}

/** The calls and endpoints are locked. Returns a result for each row, in order. */
function* apply(
  session: Session,
  action: DeliveryAction,
  rows: readonly Subject[],
  nowMs: number,
): Operation<readonly Result[]> {
  if (rows.length === 0) return [];
  if (action === 'replay') return yield* replayAll(session, rows, nowMs);
  const isFor = (row: Subject) => IS_FOR[action](row);
  const present = action === 'cancel' ? null : yield* presentOf([...new Set(endpointsOf(rows))]);
  const able = rows.filter((row) => isFor(row) && (present?.has(row.endpoint_key) ?? true));
  const done = yield* changed(session, action, able, nowMs);
  return rows.map((row) => {
    if (done.has(row.key)) return resultOf(row, 'done');
    const isGone = present !== null && !present.has(row.endpoint_key);
    return resultOf(row, 'skipped', isGone ? 'ENDPOINT_DELETED' : 'STATE');
  });
}

const IS_FOR: Readonly<Record<DeliveryAction, (row: Subject) => boolean>> = {
  retry: ({ state }) => !isOpen(state) || state === 'retrying',
  recover: ({ state }) => !isOpen(state) && state !== 'delivered',
  cancel: ({ state }) => isOpen(state),
  replay: ({ state }) => !isOpen(state),
};

function* changed(
  session: Session,
  action: Exclude<DeliveryAction, 'replay'>,
  rows: readonly Subject[],
  nowMs: number,
): Operation<ReadonlySet<DeliveryKey>> {
  if (action === 'cancel') {
    yield* cancel(session, rows, 'LAUNCH_CANCELLED', nowMs);
    return new Set(rows.map(({ key }) => key));
  }
  const closed = rows.filter(({ state }) => !isOpen(state));
  const mode = action === 'retry' ? 'manual' : 'schedule';
  const done = new Set((yield* reopen(session, closed, mode, nowMs)).map(({ key }) => key));
  for (const { key, state } of rows) {
    if (state === 'retrying' && (yield* change(HURRY, nowMs, key)) > 0) done.add(key);
  }
  return done;
}

function* replayAll(
  session: Session,
  rows: readonly Subject[],
  nowMs: number,
): Operation<readonly Result[]> {
  const results: Result[] = [];
  for (const row of rows) {
    if (!IS_FOR.replay(row)) {
      results.push(resultOf(row, 'skipped', 'STATE'));
      continue;
    }
    const again = yield* replayRow(session, row, nowMs);
    const made = again.kind === 'made' ? again.made : null;
    const reason = again.kind === 'made' ? null : again.reason;
    results.push({ ...resultOf(row, made === null ? 'skipped' : 'done', reason), made });
  }
  return results;
}

/** Parameters: 1 job, 2 JSON list of rows: number and the columns after it, in this order. */
const NOTE_ITEMS = query(`
  insert into bulk_items (job_key, number, delivery_key, created_at, result, reason, made_key,
    made_at)
  select cast(?1 as integer), cast(value /*::json*/ ->> 0 as integer),
    cast(value /*::json*/ ->> 1 as integer), cast(value /*::json*/ ->> 2 as integer),
    value /*::json*/ ->> 3, value /*::json*/ ->> 4,
    cast(value /*::json*/ ->> 5 as integer), cast(value /*::json*/ ->> 6 as integer)
  from json_each(?2)`);

function* noteItems(job: BulkJobRow, results: readonly Result[]): Operation<void> {
  const before = job.done + job.skipped + job.failed;
  const room = Math.max(0, BULK_ITEMS_MAX - before);
  const rows = results.slice(0, room).map(({ delivery, result, reason, made }, index) => {
    const { key, createdAtMs } = delivery;
    const number = before + index + 1;
    return [number, key, createdAtMs, result, reason, made?.key ?? null, made?.createdAtMs ?? null];
  });
  if (rows.length > 0) yield* change(NOTE_ITEMS, job.key, JSON.stringify(rows));
}

/**
 * Parameters: state, place, started, ended, done, skipped, failed, removed, job. Primary key;
 * locked.
 */
const NOTE_PROGRESS = query(`
  update bulk_jobs set state = ?, place = ?, started_at = coalesce(started_at, ?), ended_at = ?,
    done = done + ?, skipped = skipped + ?, failed = failed + ?, removed = ?
  where key = ?`);

function* noteProgress(
  { key, removed }: BulkJobRow,
  { place, results, deleted }: Advance,
  nowMs: number,
): Operation<void> {
  const count = (wanted: BulkResult) => results.filter(({ result }) => result === wanted).length;
  yield* change(
    NOTE_PROGRESS,
    place === null ? 'done' : 'running',
    place === null ? null : JSON.stringify(place),
    nowMs,
    place === null ? nowMs : null,
    count('done') + (deleted?.callIds.length ?? 0),
    count('skipped'),
    count('failed'),
    deleted === null ? removed : JSON.stringify(sumOf(removed, deleted.removed)),
    key,
  );
}

function sumOf(before: string | null, more: Removed): Removed {
  const sum = { ...NOTHING_REMOVED, ...readJsonOrNull<Removed>(before) };
  for (const kind of REMOVED_KINDS) sum[kind] += more[kind];
  return sum;
}

/** Those of the endpoints that are not deleted. */
export function* presentOf(keys: readonly EndpointKey[]): Operation<ReadonlySet<EndpointKey>> {
  if (keys.length === 0) return new Set();
  const rows = yield* all(PRESENT, JSON.stringify(keys));
  return new Set(rows.map(({ key }) => key));
}

/**
 * Changes of deliveries by an operator (S6.27, S6.28, manual retry): retried or cancelled, one or a
 * batch by the same statements. Lanes stay whole: a reopened delivery takes its old place, and the
 * successor of a cancelled head is promoted in the same commit. A batch concerns many lanes at
 * once, with as many statements as one. If a launch is cancelled, that commit makes its run due, so
 * that the runner ends it.
 */

import type { CancelReason } from '../../../acw/run/run.ts';
import { isOpen, type StoredState } from '../../../core/delivery/state.ts';
import type { CallKey, DeliveryKey, EndpointKey, ProjectKey } from '../../../core/id.ts';
import { headState, statesOnReopen } from '../../../core/lane/lane.ts';
import type { AuditEntry, DeliveryChange } from '../../../engine/ports/manage-store.ts';
import { all, change, LISTED, listOf, type Operation, one, query } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { endpointByKey } from '../endpoint/endpoint-row.ts';
import { lockCalls, shareEndpoints } from '../row-lock.ts';
import type { Session } from '../session.ts';
import type { LaneHead } from './lane.ts';
import type { SoleColumns } from './settlement.ts';

/** A place in a lane, which its endpoint and call name. */
export interface Placed {
  readonly key: DeliveryKey;
  readonly endpoint_key: EndpointKey;
  readonly call_key: CallKey;
  readonly sequence: number;
}

interface OfProject extends Placed {
  readonly project_key: ProjectKey;
}

interface Changed extends OfProject {
  readonly launches: number;
  readonly sole_ms: number | null;
}

export interface PlacedDelivery extends OfProject {
  readonly state: StoredState;
}

/** Parameters: delivery, project. Primary key. */
export const PLACED = query<PlacedDelivery>(`
  select key, project_key, endpoint_key, call_key, sequence, state from deliveries
  where key = ? and project_key = ?`);

/** Parameters: now, delivery. A retrying head becomes due now and remembers its schedule. */
export const HURRY = query(`
  update deliveries set resume_at = case when manual = 1 then resume_at else due_at end,
    manual = 1, due_at = ?
  where key = ? and state = 'retrying'`);

/**
 * Includes whether the delivery launches an agent whose run has not begun: one seek by primary key.
 */
const CHANGED = `key, project_key, endpoint_key, call_key, sequence, sole_ms,
  (select count(*) from runs r where r.key = deliveries.key and r.state = 'QUEUED') launches`;

/**
 * Parameters: deliveries. Primary key; the calls are locked, but retention may remove rows
 * meanwhile. One attempt that does not count; if it fails, the delivery returns to its former
 * state.
 */
export const REOPEN_MANUAL = query<Changed>(`
  update deliveries set resume_state = state, manual = 1, state = 'waiting', closed_at = null
  where key in ${LISTED} and closed_at is not null returning ${CHANGED}`);

/** Parameters: deliveries. As above. Begins the whole schedule again. */
export const REOPEN_SCHEDULE = query<Changed>(`
  update deliveries set failures = 0, state = 'waiting', closed_at = null
  where key in ${LISTED} and closed_at is not null returning ${CHANGED}`);

/**
 * Parameters: now, deliveries. Primary key; the calls are locked. A closed delivery whose manual
 * attempt is cancelled is closed again. The condition for open ones is written so that it matches
 * no index and looks unselective; otherwise PostgreSQL would scan all deliveries on a young
 * database.
 */
export const CANCEL = query<Changed>(`
  update deliveries set state = coalesce(resume_state, 'cancelled'), closed_at = ?,
    due_at = null, manual = 0, resume_state = null, resume_at = null
  where key in ${LISTED} and coalesce(closed_at, -1) < 0 returning ${CHANGED}`);

/**
 * Parameters: deliveries, open or closed. The heads of their lanes: by primary key, then one seek
 * of deliveries_lane each. A caller that changes lanes has locked the calls.
 */
export const LANE_HEADS = query<LaneHead & Placed>(`
  select h.key, h.endpoint_key, h.call_key, h.sequence, h.state, h.failures, h.due_at
  from deliveries t join deliveries h on h.key = (
    select d.key from deliveries d indexed by deliveries_lane
    where d.endpoint_key = t.endpoint_key and d.call_key = t.call_key and d.closed_at is null
    order by d.sequence limit 1)
  where t.key in ${LISTED}`);

/** Parameters: now, deliveries. Primary key; the calls are locked. */
export const MAKE_DUE = query(`
  update deliveries set state = 'due', due_at = ? where key in ${LISTED}`);

/** Parameters: deliveries. Primary key; the calls are locked. They keep their due time. */
export const MAKE_RETRYING = query(`
  update deliveries set state = 'retrying' where key in ${LISTED}`);

/** Parameters: heads. Primary key; the calls are locked. Only a retry keeps its due time. */
export const STEP_BACK = query(`
  update deliveries set state = 'waiting',
    due_at = case when state = 'retrying' then due_at else null end
  where key in ${LISTED}`);

/**
 * Parameters: now, reason, deliveries. Primary key; the calls are locked. The runner ends the runs
 * later, since the end of a run fires, and a change of many lanes must not fire.
 */
export const CANCEL_RUNS = query(`
  update runs set due_at = ?, reason = ?
  where key in ${LISTED} and state = 'QUEUED' and due_at is null`);

/**
 * Parameters: deliveries. Primary key; the calls are locked. The launches are open again, so their
 * runs may begin; a worker that claimed one to end it loses the claim.
 */
export const RESUME_RUNS = query(`
  update runs set due_at = null, reason = null, claim = claim + 1
  where key in ${LISTED} and state = 'QUEUED' and reason in ('LAUNCH_CANCELLED',
    'TRIGGER_UNTICKED', 'LAUNCH_DROPPED')`);

/** Parameters: deliveries. Primary key; the caller has changed their rows, which locks them. */
export const INSERT_SOLE = query(`
  insert into attempts (delivery_key, number, started_at, duration_ms, outcome, status, error,
    excerpt, manual)
  select key, 1, last_attempt_at, sole_ms, 'delivered', last_status, last_error, sole_excerpt, 0
  from deliveries where key in ${LISTED} and sole_ms is not null`);

/** Parameters: deliveries. As above. */
export const CLEAR_SOLE = query(`
  update deliveries set sole_ms = null, sole_excerpt = null where key in ${LISTED}`);

export interface DeliveryRequest {
  readonly projectKey: ProjectKey;
  readonly key: DeliveryKey;
  readonly nowMs: number;
  readonly audit: AuditEntry;
}

export function* retryDelivery(
  session: Session,
  request: DeliveryRequest,
): Operation<DeliveryChange> {
  const row = yield* locked(request, true);
  if (row === undefined) return { kind: 'not-found' };
  if (row.state === 'retrying') yield* change(HURRY, request.nowMs, row.key);
  else if (isOpen(row.state) || (yield* isGone(row.endpoint_key))) {
    return { kind: 'wrong-state', state: row.state };
  } else yield* reopen(session, [row], 'manual', request.nowMs);
  yield* writeAudit(request.projectKey, request.audit);
  return { kind: 'changed', endpoint: row.endpoint_key };
}

export function* cancelDelivery(
  session: Session,
  request: DeliveryRequest,
): Operation<DeliveryChange> {
  const row = yield* locked(request, false);
  if (row === undefined) return { kind: 'not-found' };
  if (!isOpen(row.state)) return { kind: 'wrong-state', state: row.state };
  yield* cancel(session, [row], 'LAUNCH_CANCELLED', request.nowMs);
  const after = yield* one(PLACED, row.key, request.projectKey);
  yield* writeAudit(request.projectKey, {
    ...request.audit,
    before: { state: row.state },
    after: { ...Object(request.audit.after), state: after?.state ?? null },
  });
  return { kind: 'changed', endpoint: row.endpoint_key };
}

/** The row after its call is locked, and its endpoint too if that must not be deleted. */
function* locked(
  { key, projectKey }: DeliveryRequest,
  withEndpoint: boolean,
): Operation<PlacedDelivery | undefined> {
  const row = yield* one(PLACED, key, projectKey);
  if (row === undefined) return row;
  if (withEndpoint) yield* shareEndpoints([row.endpoint_key]);
  return (yield* lockCalls([row.call_key])) ? yield* one(PLACED, key, projectKey) : row;
}

/**
 * Puts closed deliveries back into their old places; a delivery heads its lane only if it is the
 * lowest. The calls are locked. Returns those that still existed.
 */
export function* reopen(
  session: Session,
  rows: readonly Placed[],
  mode: 'manual' | 'schedule',
  nowMs: number,
): Operation<readonly Placed[]> {
  if (rows.length === 0) return [];
  const heads = yield* headsOf(rows);
  const done = yield* all(mode === 'manual' ? REOPEN_MANUAL : REOPEN_SCHEDULE, listOf(rows));
  yield* moveSole(done);
  for (const row of done) session.stats.open(row.project_key, row.endpoint_key, 1);
  const launches = done.filter((row) => row.launches > 0);
  if (launches.length > 0) yield* change(RESUME_RUNS, listOf(launches));
  const behind = lowestOfLanes(done).flatMap((row) => {
    const head = heads.get(laneOf(row));
    if (head === undefined) return [];
    return statesOnReopen(row.sequence, head.sequence).headStepsBack ? [head] : [];
  });
  yield* stepBack(behind);
  yield* promote(done, nowMs);
  return done;
}

/** Closes open deliveries and promotes their successors. The calls are locked. */
export function* cancel(
  session: Session,
  rows: readonly Placed[],
  reason: CancelReason,
  nowMs: number,
): Operation<void> {
  if (rows.length === 0) return;
  const done = yield* all(CANCEL, nowMs, listOf(rows));
  for (const row of done) session.stats.open(row.project_key, row.endpoint_key, -1);
  const launches = done.filter((row) => row.launches > 0);
  if (launches.length > 0) yield* change(CANCEL_RUNS, nowMs, reason, listOf(launches));
  yield* promote(done, nowMs);
}

/** The heads of the lanes of these deliveries, by `laneOf`. */
export function* headsOf(
  placed: readonly Placed[],
): Operation<ReadonlyMap<string, LaneHead & Placed>> {
  const heads = yield* all(LANE_HEADS, listOf(placed));
  return new Map(heads.map((head) => [laneOf(head), head]));
}

/** Makes the lowest open delivery of each lane its head unless it is one already. */
export function* promote(placed: readonly Placed[], nowMs: number): Operation<void> {
  if (placed.length === 0) return;
  const heads = [...(yield* headsOf(lowestOfLanes(placed))).values()];
  const next = heads.filter(({ state }) => state === 'waiting');
  const isRetry = (head: LaneHead): boolean =>
    headState(head.failures, head.due_at, nowMs).state === 'retrying';
  const retrying = next.filter(isRetry);
  const due = next.filter((head) => !isRetry(head));
  if (due.length > 0) yield* change(MAKE_DUE, nowMs, listOf(due));
  if (retrying.length > 0) yield* change(MAKE_RETRYING, listOf(retrying));
}

/** Puts heads back to waiting, because an older delivery is open again. */
export function* stepBack(heads: readonly Placed[]): Operation<void> {
  if (heads.length > 0) yield* change(STEP_BACK, listOf(heads));
}

/** The first one of each lane. */
export function lowestOfLanes<Row extends Placed>(placed: readonly Row[]): readonly Row[] {
  const lowest = new Map<string, Row>();
  for (const row of placed) {
    const present = lowest.get(laneOf(row));
    if (present === undefined || row.sequence < present.sequence) lowest.set(laneOf(row), row);
  }
  return [...lowest.values()];
}

export function laneOf({ endpoint_key, call_key }: Placed): string {
  return `${endpoint_key}/${call_key}`;
}

/** For deliveries that were just reopened. */
export function* moveSole(
  rows: readonly (Pick<SoleColumns, 'sole_ms'> & { readonly key: number })[],
): Operation<void> {
  const sole = rows.filter(({ sole_ms }) => sole_ms !== null);
  if (sole.length === 0) return;
  yield* change(INSERT_SOLE, listOf(sole));
  yield* change(CLEAR_SOLE, listOf(sole));
}

/** Also true for an endpoint that never existed; nothing can be sent to either. */
export function* isGone(key: EndpointKey): Operation<boolean> {
  const endpoint = yield* endpointByKey(key);
  return endpoint === null || endpoint.deletedAtMs !== null;
}

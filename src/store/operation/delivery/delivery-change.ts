/**
 * Changes of deliveries by an operator (S6.27, S6.28, manual retry): retried or cancelled, one or a
 * batch by the same statements. Lanes stay whole: a reopened delivery takes its old place, and the
 * successor of a cancelled head is promoted in the same commit. If a launch is cancelled, that
 * commit makes its run due, so that the runner ends it.
 */

import type { CancelReason } from '../../../acw/run/run.ts';
import { isOpen, type StoredState } from '../../../core/delivery/state.ts';
import type { DeliveryKey, ProjectKey } from '../../../core/id.ts';
import { statesOnReopen } from '../../../core/lane/lane.ts';
import type { AuditEntry, DeliveryChange } from '../../../engine/ports/manage-store.ts';
import { all, change, LISTED, listOf, type Operation, one, query } from '../../statement.ts';
import { CANCEL_RUNS, RESUME_RUNS } from '../acw/launch.ts';
import { writeAudit } from '../audit.ts';
import { isGone } from '../endpoint/endpoint-row.ts';
import { lockCalls, shareEndpoints } from '../row-lock.ts';
import type { Session } from '../session.ts';
import { headsOf, laneOf, lowestOfLanes, type Placed, promote, stepBack } from './lane.ts';
import { moveSole } from './settlement.ts';

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

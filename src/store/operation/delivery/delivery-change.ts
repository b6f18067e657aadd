/**
 * Deliveries changed by an operator (S6.27, S6.28, manual retry): tried again or cancelled, one or
 * a batch by the same statements. Lanes stay whole: what is reopened takes its old place, and a
 * head that is cancelled is succeeded in the same commit. The run of a launch that is cancelled
 * becomes due in that commit, for the runner to end.
 */

import type { CancelReason } from '../../../acw/run/run.ts';
import { isOpen, type StoredState } from '../../../core/delivery/state.ts';
import type { DeliveryKey, ProjectKey } from '../../../core/id.ts';
import { statesOnReopen } from '../../../core/lane/lane.ts';
import type { AuditEntry, DeliveryChange } from '../../../engine/ports/manage-store.ts';
import { all, change, type Operation, one, query } from '../../statement.ts';
import { CANCEL_RUNS, RESUME_RUNS } from '../acw/launch.ts';
import { writeAudit } from '../audit.ts';
import { isGone } from '../endpoint/endpoint.ts';
import { LISTED, listOf } from '../json.ts';
import { lockCalls, shareEndpoints } from '../row-lock.ts';
import type { Session } from '../session.ts';
import { headsOf, laneOf, lowestOfLanes, type Placed, promote, stepBack } from './lane.ts';

interface OfProject extends Placed {
  readonly project_key: ProjectKey;
}

interface Changed extends OfProject {
  readonly launches: number;
}

export interface PlacedDelivery extends OfProject {
  readonly state: StoredState;
}

/** Parameters: delivery, project. Primary key. */
export const PLACED = query<PlacedDelivery>(`
  select key, project_key, endpoint_key, call_key, sequence, state from deliveries
  where key = ? and project_key = ?`);

/** Parameters: now, delivery. A retrying head goes now and remembers its schedule. */
export const HURRY = query(`
  update deliveries set resume_at = case when manual = 1 then resume_at else due_at end,
    manual = 1, due_at = ?
  where key = ? and state = 'retrying'`);

/** With whether it launches an agent whose run has not begun: one seek by primary key. */
const CHANGED = `key, project_key, endpoint_key, call_key, sequence,
  (select count(*) from runs r where r.key = deliveries.key and r.state = 'QUEUED') launches`;

/**
 * Parameters: deliveries. Primary key; the calls are held, but what is past its time may be
 * removed meanwhile. One attempt that does not count; a failure goes back to where it was.
 */
export const REOPEN_MANUAL = query<Changed>(`
  update deliveries set resume_state = state, manual = 1, state = 'waiting', closed_at = null
  where key in ${LISTED} and closed_at is not null returning ${CHANGED}`);

/** Parameters: deliveries. As above. The whole schedule anew. */
export const REOPEN_SCHEDULE = query<Changed>(`
  update deliveries set failures = 0, state = 'waiting', closed_at = null
  where key in ${LISTED} and closed_at is not null returning ${CHANGED}`);

/**
 * Parameters: now, deliveries. Primary key; the calls are held. Without its manual attempt a
 * closed delivery is what it was. Open is asked for in words that no index is made of and that
 * seem to leave many: a young PostgreSQL would else go through all deliveries to find the few.
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

/** The row as it is once its call is locked, and its endpoint too where it must not go away. */
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
 * Puts closed deliveries back into their old places; one heads its lane only when it is the
 * lowest. The calls are held. Answers those that were there.
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

/** Closes open deliveries; who waits behind them moves up. The calls are held. */
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

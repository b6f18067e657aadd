/**
 * One delivery changed by an operator (decisions section 5, manual retry): tried again or
 * cancelled. The lane stays whole: what is reopened takes its old place, and a head that is
 * cancelled is succeeded in the same commit.
 */
import { isOpen, type StoredState } from '../../core/delivery/state.ts';
import type { CallKey, DeliveryKey, EndpointKey, ProjectKey } from '../../core/id.ts';
import { statesOnReopen } from '../../core/lane/lane.ts';
import type { AuditEntry, DeliveryChange } from '../../engine/ports/manage-store.ts';
import { change, type Operation, one, query } from '../statement.ts';
import { writeAudit } from './audit.ts';
import { isGone } from './endpoint.ts';
import { keepEndpoints } from './hold.ts';
import { laneHead, promote, stepBack } from './lane.ts';
import { lockCalls } from './lane-lock.ts';
import type { Session } from './session.ts';

export interface PlacedDelivery {
  readonly key: DeliveryKey;
  readonly project_key: ProjectKey;
  readonly endpoint_key: EndpointKey;
  readonly call_key: CallKey;
  readonly sequence: number;
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

/** Parameters: delivery. One attempt that does not count; a failure goes back to where it was. */
const REOPEN_MANUAL = query(`
  update deliveries set resume_state = state, manual = 1, state = 'waiting', closed_at = null
  where key = ? and closed_at is not null`);

/** Parameters: delivery. The whole schedule anew. */
const REOPEN_SCHEDULE = query(`
  update deliveries set failures = 0, state = 'waiting', closed_at = null
  where key = ? and closed_at is not null`);

/** Parameters: now, delivery. Without its manual attempt a closed delivery is what it was. */
const CANCEL = query(`
  update deliveries set state = coalesce(resume_state, 'cancelled'), closed_at = ?,
    due_at = null, manual = 0, resume_state = null, resume_at = null
  where key = ? and closed_at is null`);

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
  } else yield* reopen(session, row, 'manual', request.nowMs);
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
  yield* cancel(session, row, request.nowMs);
  yield* promote(row.endpoint_key, row.call_key, request.nowMs);
  const after = yield* one(PLACED, row.key, request.projectKey);
  yield* writeAudit(request.projectKey, {
    ...request.audit,
    before: { state: row.state },
    after: { state: after?.state ?? null },
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
  if (withEndpoint) yield* keepEndpoints([row.endpoint_key]);
  return (yield* lockCalls([row.call_key])) ? yield* one(PLACED, key, projectKey) : row;
}

/** Puts a closed delivery back into its old place; it heads the lane only when it is the lowest. */
export function* reopen(
  session: Session,
  row: PlacedDelivery,
  mode: 'manual' | 'schedule',
  nowMs: number,
): Operation<void> {
  const { endpoint_key: endpoint, call_key: call } = row;
  const head = yield* laneHead(endpoint, call);
  const { headStepsBack } = statesOnReopen(row.sequence, head?.sequence ?? null);
  if (headStepsBack) yield* stepBack(endpoint, call, row.sequence);
  yield* change(mode === 'manual' ? REOPEN_MANUAL : REOPEN_SCHEDULE, row.key);
  session.stats.open(row.project_key, endpoint, 1);
  yield* promote(endpoint, call, nowMs);
}

/** Closes an open delivery. The caller promotes its successor when it is done with the lane. */
export function* cancel(session: Session, row: PlacedDelivery, nowMs: number): Operation<void> {
  yield* change(CANCEL, nowMs, row.key);
  session.stats.open(row.project_key, row.endpoint_key, -1);
}

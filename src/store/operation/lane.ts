/**
 * Steps 6 and 9 in rows: keeps the invariant of a lane as `core/lane/lane.ts` states it. The
 * open delivery with the lowest sequence is `due` or `retrying`, every other open one `waiting`.
 * Whatever opens or closes a delivery ends with `promote` in the same transaction.
 */
import type { OpenState } from '../../core/delivery/state.ts';
import type { CallKey, DeliveryKey, EndpointKey } from '../../core/id.ts';
import { headState } from '../../core/lane/lane.ts';
import { change, type Operation, one, query } from '../statement.ts';

export interface LaneHead {
  readonly key: DeliveryKey;
  readonly sequence: number;
  readonly state: OpenState;
  readonly failures: number;
  readonly due_at: number | null;
}

/** Parameters: endpoint, call. One seek of deliveries_lane. Who changes lanes holds the call. */
export const LANE_HEAD = query<LaneHead>(`
  select key, sequence, state, failures, due_at from deliveries indexed by deliveries_lane
  where endpoint_key = ? and call_key = ? and closed_at is null
  order by sequence limit 1`);

/** Parameters: state, due time, delivery. Primary key. */
export const MAKE_HEAD = query('update deliveries set state = ?, due_at = ? where key = ?');

/**
 * Parameters: endpoint, call, sequence. The head behind a place waits again; only a retry keeps
 * the due time of its own.
 */
export const STEP_BACK = query(`
  update deliveries indexed by deliveries_lane set state = 'waiting',
    due_at = case when state = 'retrying' then due_at else null end
  where endpoint_key = ? and call_key = ? and sequence > ? and closed_at is null
    and state in ('due', 'retrying')`);

export function* laneHead(endpoint: EndpointKey, call: CallKey): Operation<LaneHead | undefined> {
  return yield* one(LANE_HEAD, endpoint, call);
}

/** Makes the lowest open delivery of the lane its head if it is not yet; answers the head. */
export function* promote(
  endpoint: EndpointKey,
  call: CallKey,
  nowMs: number,
): Operation<DeliveryKey | null> {
  const head = yield* laneHead(endpoint, call);
  if (head === undefined) return null;
  if (head.state === 'waiting') {
    const { state, dueAtMs } = headState(head.failures, head.due_at, nowMs);
    yield* change(MAKE_HEAD, state, dueAtMs, head.key);
  }
  return head.key;
}

/** Puts a present head back to waiting when it stands behind `sequence`. */
export function* stepBack(endpoint: EndpointKey, call: CallKey, sequence: number): Operation<void> {
  yield* change(STEP_BACK, endpoint, call, sequence);
}

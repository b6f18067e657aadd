/**
 * Steps 6 and 9 in rows: keeps the invariant of a lane (docs/internals/design.md). The open
 * delivery with the lowest sequence is `due` or `retrying`, every other open one is `waiting`.
 * Whatever opens or closes a delivery ends with `promote` in the same transaction.
 */
import type { OpenState } from '../../core/delivery/state.ts';
import type { CallKey, DeliveryKey, EndpointKey } from '../../core/id.ts';
import { type Connection, query } from './connection.ts';

export interface LaneHead {
  readonly key: DeliveryKey;
  readonly sequence: number;
  readonly state: OpenState;
}

/** Parameters: endpoint, call. One seek of deliveries_lane. The writer is alone, so no race. */
export const LANE_HEAD = query<LaneHead>(`
  select key, sequence, state from deliveries indexed by deliveries_lane
  where endpoint_key = ? and call_key = ? and closed_at is null
  order by sequence limit 1`);

/** Parameters: now, delivery. A head that failed before keeps its due time and is a retry. */
export const MAKE_HEAD = query(`
  update deliveries set
    state = case when failures > 0 and due_at is not null then 'retrying' else 'due' end,
    due_at = coalesce(due_at, ?)
  where key = ? and state = 'waiting'`);

/** Parameters: endpoint, call, sequence. The open ones behind a place; at most one is no longer
 * waiting. A due time of its own is kept only by what has failed before or waits to resume. */
export const STEP_BACK = query(`
  update deliveries indexed by deliveries_lane set state = 'waiting',
    due_at = case when state = 'retrying' then due_at else null end
  where endpoint_key = ? and call_key = ? and sequence > ? and closed_at is null
    and state in ('due', 'retrying')`);

export function laneHead(
  db: Connection,
  endpoint: EndpointKey,
  call: CallKey,
): LaneHead | undefined {
  return db.one(LANE_HEAD, endpoint, call);
}

/** Makes the lowest open delivery of the lane its head if it is not yet; answers the head. */
export function promote(
  db: Connection,
  endpoint: EndpointKey,
  call: CallKey,
  nowMs: number,
): DeliveryKey | null {
  const head = laneHead(db, endpoint, call);
  if (head === undefined) return null;
  if (head.state === 'waiting') db.run(MAKE_HEAD, nowMs, head.key);
  return head.key;
}

/** Puts a present head back to waiting when it stands behind `sequence`. */
export function stepBack(
  db: Connection,
  endpoint: EndpointKey,
  call: CallKey,
  sequence: number,
): void {
  db.run(STEP_BACK, endpoint, call, sequence);
}

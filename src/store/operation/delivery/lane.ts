/**
 * Steps 6 and 9 in rows: keeps the invariant of a lane as `core/lane/lane.ts` states it. The open
 * delivery with the lowest sequence is `due` or `retrying`, every other open one `waiting`. Every
 * operation that opens or closes deliveries ends with a promotion in the same transaction. Changes
 * by hand concern many lanes at once, with as many statements as for one.
 */
import type { OpenState } from '../../../core/delivery/state.ts';
import type { CallKey, DeliveryKey, EndpointKey } from '../../../core/id.ts';
import { headState } from '../../../core/lane/lane.ts';
import { all, change, type Operation, query } from '../../statement.ts';
import { LISTED, listOf } from '../json.ts';

export interface LaneHead {
  readonly key: DeliveryKey;
  readonly sequence: number;
  readonly state: OpenState;
  readonly failures: number;
  readonly due_at: number | null;
}

/**
 * Parameters: endpoint, call. One seek of deliveries_lane. A caller that changes lanes has locked
 * the call.
 */
export const LANE_HEAD = query<LaneHead>(`
  select key, sequence, state, failures, due_at from deliveries indexed by deliveries_lane
  where endpoint_key = ? and call_key = ? and closed_at is null
  order by sequence limit 1`);

/** Parameters: state, due time, delivery. Primary key. */
export const MAKE_HEAD = query('update deliveries set state = ?, due_at = ? where key = ?');

/** A place in a lane, which its endpoint and call name. */
export interface Placed {
  readonly key: DeliveryKey;
  readonly endpoint_key: EndpointKey;
  readonly call_key: CallKey;
  readonly sequence: number;
}

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

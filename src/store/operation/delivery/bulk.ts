/**
 * Cancels open deliveries of an endpoint in bounded batches (it was deleted, a trigger was
 * unticked, or held ones are dropped), and has the parts that every batch of deliveries shares,
 * including bulk jobs: it reads at most `EXAMINED_MAX` rows, whether they match or not, and leaves
 * every lane whole. A thousand rows take as many statements as one, because reports wait while
 * calls are locked.
 */

import type { CancelReason } from '../../../acw/run/run.ts';
import type { Endpoint } from '../../../core/endpoint/endpoint.ts';
import type { CallKey, EndpointKey } from '../../../core/id.ts';
import type { Trigger } from '../../../core/trigger/trigger.ts';
import type { Batch, CancelScope, LanePosition } from '../../../engine/ports/manage-store.ts';
import { all, type Operation, query } from '../../statement.ts';
import { endpointByKey } from '../endpoint/endpoint-row.ts';
import { lockCalls, shareEndpoints } from '../row-lock.ts';
import type { Session } from '../session.ts';
import { cancel, type PlacedDelivery } from './delivery-change.ts';

/** The most rows that one batch reads; about 10 ms of the writer. */
export const EXAMINED_MAX = 5_000;

interface OpenRow extends PlacedDelivery {
  readonly trigger: Trigger;
  readonly is_newest: number;
}

/** Parameters: endpoint, after call, after sequence, limit. deliveries_lane, in lane order. */
export const OPEN_IN_LANE_ORDER = query<OpenRow>(`
  select d.key, d.project_key, d.endpoint_key, d.call_key, d.sequence, d.state, d.trigger,
    case when exists (select 1 from deliveries l where l.endpoint_key = d.endpoint_key
      and l.call_key = d.call_key and l.sequence > d.sequence and l.closed_at is null)
      then 0 else 1 end is_newest
  from deliveries d indexed by deliveries_lane
  where d.endpoint_key = ? and d.closed_at is null and (d.call_key, d.sequence) > (?, ?)
  order by d.call_key, d.sequence limit ?`);

export interface CancelRequest {
  readonly endpoint: EndpointKey;
  readonly scope: CancelScope;
  readonly nowMs: number;
  readonly after: LanePosition | null;
  readonly limit: number;
}

export function* cancelOpen(
  session: Session,
  request: CancelRequest,
): Operation<Batch & { readonly last: LanePosition | null }> {
  const { endpoint, scope, nowMs, after, limit } = request;
  // Until the commit no operation enables the endpoint or ticks a trigger; deliveries made after it
  // stay.
  yield* shareEndpoints([endpoint]);
  const inScope = scopeOf(scope, yield* endpointByKey(endpoint));
  if (inScope === null) return { changed: 0, more: false, endpoints: [], last: after };
  const { call, sequence } = after ?? { call: 0, sequence: 0 };
  const read = (most: number) => all(OPEN_IN_LANE_ORDER, endpoint, call, sequence, most);
  const locked = yield* lockedRows(read, inScope, limit);
  const { chosen, last, more } = choose(locked, inScope, limit);
  yield* cancel(session, chosen, reasonOf(scope), nowMs);
  return {
    changed: chosen.length,
    more,
    endpoints: chosen.length > 0 ? [endpoint] : [],
    last: last === undefined ? after : { call: last.call_key, sequence: last.sequence },
  };
}

/** Why the launches among them will not be delivered. */
function reasonOf(scope: CancelScope): CancelReason {
  if (scope.kind === 'unticked') return 'TRIGGER_UNTICKED';
  return scope.whileDisabled === true ? 'LAUNCH_DROPPED' : 'ENDPOINT_DELETED';
}

/** The rows of a batch. Rows whose call and endpoint are not locked are left to the next batch. */
interface LockedRows<Row> {
  readonly rows: readonly Row[];
  /** Whether as many rows as asked for were found, so that there may be more. */
  readonly isFull: boolean;
  readonly isLocked: (row: PlacedDelivery) => boolean;
}

/**
 * Reads, locks the calls and endpoints of the first `limit` rows that would change, and reads
 * again; one further row tells whether that was all.
 */
export function* lockedRows<Row extends PlacedDelivery>(
  read: (most: number) => Operation<readonly Row[]>,
  changes: (row: Row) => boolean,
  limit: number,
): Operation<LockedRows<Row>> {
  const rows = yield* read(EXAMINED_MAX);
  const calls = new Set<CallKey>();
  const endpoints = new Set<EndpointKey>();
  let found = 0;
  let examined = 0;
  for (const row of rows) {
    if (found >= limit) break;
    examined += 1;
    if (!changes(row)) continue;
    calls.add(row.call_key);
    endpoints.add(row.endpoint_key);
    found += 1;
  }
  yield* shareEndpoints([...endpoints]);
  if (!(yield* lockCalls([...calls]))) {
    return { rows, isFull: rows.length === EXAMINED_MAX, isLocked: () => true };
  }
  const most = Math.min(examined + 1, EXAMINED_MAX);
  const again = yield* read(most);
  return {
    rows: again,
    isFull: again.length === most,
    isLocked: (row) => calls.has(row.call_key) && endpoints.has(row.endpoint_key),
  };
}

/** The first `limit` rows that change; ends before a row that is not locked. */
export function choose<Row extends PlacedDelivery>(
  { rows, isFull, isLocked }: LockedRows<Row>,
  changes: (row: Row) => boolean,
  limit: number,
): { readonly chosen: readonly Row[]; readonly last: Row | undefined; readonly more: boolean } {
  const chosen: Row[] = [];
  let last: Row | undefined;
  for (const row of rows) {
    const touched = changes(row);
    if (chosen.length >= limit || (touched && !isLocked(row))) return { chosen, last, more: true };
    last = row;
    if (touched) chosen.push(row);
  }
  return { chosen, last, more: isFull };
}

/** Returns which rows to cancel; null if the endpoint is no longer in the required state. */
function scopeOf(
  scope: CancelScope,
  endpoint: Endpoint | null,
): ((row: OpenRow) => boolean) | null {
  if (scope.kind === 'unticked') return (row) => !endpoint?.triggers.includes(row.trigger);
  if (scope.whileDisabled === true && endpoint?.enabled === true) return null;
  return scope.kind === 'all' ? () => true : (row) => row.is_newest === 0;
}

/**
 * Many deliveries changed at once, in bounded batches: cancelled (an endpoint was deleted, a
 * trigger unticked, held ones dropped) or reopened (recover, bulk retry). A batch looks at no
 * more than `EXAMINED_MAX` rows, whether they match or not, and leaves every lane whole.
 */
import { FAILED_STATES, type StoredState } from '../../core/delivery/state.ts';
import type { DeliveryKey, EndpointKey, ProjectKey } from '../../core/id.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type {
  Batch,
  CancelScope,
  LanePosition,
  ReopenFilter,
} from '../../engine/ports/manage-store.ts';
import { type Connection, query } from './connection.ts';
import { cancel, type PlacedDelivery, reopen } from './delivery-change.ts';
import { isGone } from './endpoint.ts';
import { promote } from './lane.ts';
import type { WriteSession } from './session.ts';

/** Rows looked at in one batch; about 10 ms of the writer. */
export const EXAMINED_MAX = 5_000;

interface OpenRow extends PlacedDelivery {
  readonly trigger: Trigger;
  readonly is_newest: number;
}

/** Parameters: endpoint, after call, after sequence, limit. deliveries_lane, in lane order. */
export const OPEN_IN_LANE_ORDER = query<OpenRow>(`
  select d.key, d.project_key, d.endpoint_key, d.call_key, d.sequence, d.state, d.trigger,
    not exists (select 1 from deliveries l where l.endpoint_key = d.endpoint_key
      and l.call_key = d.call_key and l.sequence > d.sequence and l.closed_at is null) is_newest
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

export function cancelOpen(
  session: WriteSession,
  request: CancelRequest,
): Batch & { readonly last: LanePosition | null } {
  const { endpoint, scope, nowMs, after, limit } = request;
  const { call, sequence } = after ?? { call: 0, sequence: 0 };
  const rows = session.db.all(OPEN_IN_LANE_ORDER, endpoint, call, sequence, EXAMINED_MAX);
  const calls = new Set<PlacedDelivery['call_key']>();
  let changed = 0;
  let last: OpenRow | undefined;
  for (const row of rows) {
    if (changed >= limit) break;
    last = row;
    if (!inScope(row, scope)) continue;
    cancel(session, row, nowMs);
    calls.add(row.call_key);
    changed += 1;
  }
  for (const touched of calls) promote(session.db, endpoint, touched, nowMs);
  const more = last !== undefined && (last !== rows.at(-1) || rows.length === EXAMINED_MAX);
  return {
    changed,
    more,
    endpoints: changed > 0 ? [endpoint] : [],
    last: last === undefined ? after : { call: last.call_key, sequence: last.sequence },
  };
}

function inScope(row: OpenRow, scope: CancelScope): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'all-but-newest':
      return row.is_newest === 0;
    case 'triggers-other-than':
      return !scope.triggers.includes(row.trigger);
  }
}

interface ClosedRow extends PlacedDelivery {
  readonly trigger: Trigger;
  readonly created_at: number;
}

const COLUMNS = `key, project_key, endpoint_key, call_key, sequence, state, trigger, created_at`;

/** Parameters: project, call, after key, limit. deliveries_by_call; a call has few rows. */
export const OF_CALL = query<ClosedRow>(`
  select ${COLUMNS} from deliveries indexed by deliveries_by_call
  where project_key = ? and call_key = ? and key > ? order by key limit ?`);

/** Parameters: project, endpoint, after key, limit. The partial index ends in the key. */
export const UNDELIVERED_OF_ENDPOINT = query<ClosedRow>(`
  select ${COLUMNS} from deliveries indexed by deliveries_undelivered_by_endpoint
  where project_key = ? and endpoint_key = ? and key > ?
    and closed_at is not null and state <> 'delivered'
  order by key limit ?`);

/** Parameters: project, endpoint, from, after key, limit. From a time on, in creation order. */
export const OF_ENDPOINT = query<ClosedRow>(`
  select ${COLUMNS} from deliveries indexed by deliveries_by_endpoint
  where project_key = ? and endpoint_key = ? and (created_at, key) > (?, ?)
  order by created_at, key limit ?`);

/** Parameters: project, from, after key, limit. */
export const OF_PROJECT = query<ClosedRow>(`
  select ${COLUMNS} from deliveries indexed by deliveries_by_project
  where project_key = ? and (created_at, key) > (?, ?) order by created_at, key limit ?`);

/** Parameters: delivery. Primary key. */
const CREATED = query<{ created_at: number }>('select created_at from deliveries where key = ?');

export interface ReopenRequest {
  readonly projectKey: ProjectKey;
  readonly filter: ReopenFilter;
  readonly mode: 'manual' | 'schedule';
  readonly nowMs: number;
  readonly afterKey: DeliveryKey | null;
  readonly limit: number;
}

export function reopenMatching(
  session: WriteSession,
  request: ReopenRequest,
): Batch & { readonly lastKey: DeliveryKey | null } {
  const { filter, mode, nowMs, limit } = request;
  const rows = candidates(session.db, request);
  const endpoints = new Set<EndpointKey>();
  let changed = 0;
  let last: ClosedRow | undefined;
  let ended = rows.length < EXAMINED_MAX;
  const gone = goneEndpoints(session.db);
  for (const row of rows) {
    if (changed >= limit) {
      ended = false;
      break;
    }
    last = row;
    if (!matches(row, filter) || gone(row.endpoint_key)) continue;
    reopen(session, row, mode, nowMs);
    endpoints.add(row.endpoint_key);
    changed += 1;
  }
  const lastKey = last?.key ?? request.afterKey;
  return { changed, more: !ended, endpoints: [...endpoints], lastKey };
}

/** What a deleted endpoint left behind stays closed: it would wait for ever. */
function goneEndpoints(db: Connection): (key: EndpointKey) => boolean {
  const known = new Map<EndpointKey, boolean>();
  return (key) => {
    const present = known.get(key) ?? isGone(db, key);
    known.set(key, present);
    return present;
  };
}

function candidates(db: Connection, request: ReopenRequest): readonly ClosedRow[] {
  const { projectKey, filter, afterKey } = request;
  const after = afterKey ?? 0;
  if (filter.callKey !== null)
    return db.all(OF_CALL, projectKey, filter.callKey, after, EXAMINED_MAX);
  if (filter.endpoint !== null && onlyUndelivered(filter.states)) {
    return db.all(UNDELIVERED_OF_ENDPOINT, projectKey, filter.endpoint, after, EXAMINED_MAX);
  }
  const from =
    afterKey === null ? (filter.fromMs ?? 0) : (db.one(CREATED, afterKey)?.created_at ?? 0);
  return filter.endpoint === null
    ? db.all(OF_PROJECT, projectKey, from, after, EXAMINED_MAX)
    : db.all(OF_ENDPOINT, projectKey, filter.endpoint, from, after, EXAMINED_MAX);
}

const UNDELIVERED: ReadonlySet<StoredState> = new Set([...FAILED_STATES, 'cancelled']);

function onlyUndelivered(states: readonly StoredState[]): boolean {
  return states.every((state) => UNDELIVERED.has(state));
}

function matches(row: ClosedRow, filter: ReopenFilter): boolean {
  return (
    filter.states.some((state) => state === row.state) &&
    (filter.endpoint === null || filter.endpoint === row.endpoint_key) &&
    (filter.trigger === null || filter.trigger === row.trigger) &&
    (filter.fromMs === null || row.created_at >= filter.fromMs) &&
    (filter.toMs === null || row.created_at < filter.toMs)
  );
}

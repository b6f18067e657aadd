/**
 * How a bulk job finds its deliveries: which indexes its filter needs, one after the other and
 * endpoint by endpoint, always forward, so that a position says what is done. Deliveries that were
 * given up come before open ones; delivered ones are read only if the filter asks for them.
 */
import {
  issueClassOf,
  type ResultClass,
  resultClassOf,
} from '../../../core/delivery/result-class.ts';
import {
  FAILED_STATES,
  OPEN_STATES,
  type ShownState,
  type StoredState,
} from '../../../core/delivery/state.ts';
import type { EndpointKey, FiringKey, ProjectKey } from '../../../core/id.ts';
import type { Trigger } from '../../../core/trigger/trigger.ts';
import {
  BULK_COUNTED_MAX,
  type BulkCount,
  type BulkFilter,
  type CallsFilter,
} from '../../../engine/ports/bulk-store.ts';
import { all, type Operation, query } from '../../statement.ts';
import { countOfClient } from '../call/client-deletion.ts';
import { BACKLOG } from '../stats.ts';
import { EXAMINED_MAX } from './bulk.ts';
import type { PlacedDelivery } from './delivery-change.ts';
import { SHOWN_STATE } from './delivery-row.ts';

export interface BulkRow extends PlacedDelivery {
  readonly created_at: number;
  readonly trigger: Trigger;
  readonly firing_key: FiringKey;
  readonly attempts: number;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly shown: ShownState;
}

const SELECT = `select d.key, d.project_key, d.endpoint_key, d.call_key, d.sequence, d.state,
  d.created_at, d.trigger, d.firing_key, d.attempts, d.last_status, d.last_error,
  ${SHOWN_STATE} shown
  from deliveries d`;
const JOINS = `join endpoints e on e.key = d.endpoint_key
  left join endpoint_health eh on eh.endpoint_key = d.endpoint_key`;

/**
 * Parameters of every walk: 1 now, 2 project, 3 endpoint or call, 4 and 5 position, 6 limit. The
 * sums keep a planner from choosing another index for its order, or the project's.
 */
export const WALK_CALL = query<BulkRow>(`${SELECT} indexed by deliveries_by_call ${JOINS}
  where d.call_key = ?3 and d.project_key + 0 = ?2 and (d.firing_key, d.key) > (?4, ?5)
  order by d.firing_key, d.key limit ?6`);
export const WALK_LANES = query<BulkRow>(`${SELECT} indexed by deliveries_lane ${JOINS}
  where d.endpoint_key = ?3 and d.project_key + 0 = ?2 and d.closed_at is null
    and (d.call_key, d.sequence) > (?4, ?5)
  order by d.call_key, d.sequence limit ?6`);
export const WALK_GIVEN_UP = query<BulkRow>(`
  ${SELECT} indexed by deliveries_undelivered_by_endpoint ${JOINS}
  where d.endpoint_key = ?3 and d.project_key + 0 = ?2 and d.closed_at is not null
    and d.state <> 'delivered' and d.key > cast(?5 as integer) + 0 * ?4
  order by d.key limit ?6`);
export const WALK_GIVEN_UP_ALL = query<BulkRow>(`
  ${SELECT} indexed by deliveries_undelivered ${JOINS}
  where d.project_key = ?2 + 0 * ?3 and d.closed_at is not null and d.state <> 'delivered'
    and (d.created_at, d.key) > (?4, ?5)
  order by d.created_at, d.key limit ?6`);
export const WALK_ENDPOINT = query<BulkRow>(`${SELECT} indexed by deliveries_by_endpoint ${JOINS}
  where d.endpoint_key = ?3 and d.project_key + 0 = ?2 and (d.created_at, d.key) > (?4, ?5)
  order by d.created_at, d.key limit ?6`);
export const WALK_PROJECT = query<BulkRow>(`${SELECT} indexed by deliveries_by_project ${JOINS}
  where d.project_key = ?2 + 0 * ?3 and (d.created_at, d.key) > (?4, ?5)
  order by d.created_at, d.key limit ?6`);

type Key = 'call_key' | 'sequence' | 'created_at' | 'key' | 'firing_key';

interface Walk {
  readonly list: typeof WALK_CALL;
  /** The sort key of a row, as the position stores it. */
  readonly by: readonly [Key, Key];
  /** Whether the walk goes endpoint by endpoint. */
  readonly ofEndpoints: boolean;
  readonly isByTime: boolean;
}

const OF_CALL: Walk = walkOf(WALK_CALL, 'firing_key', 'key', false);
const LANES: Walk = walkOf(WALK_LANES, 'call_key', 'sequence', true);
const GIVEN_UP: Walk = walkOf(WALK_GIVEN_UP, 'key', 'key', true);
const GIVEN_UP_ALL: Walk = walkOf(WALK_GIVEN_UP_ALL, 'created_at', 'key', false);
const HISTORY: Walk = walkOf(WALK_ENDPOINT, 'created_at', 'key', true);
const HISTORY_ALL: Walk = walkOf(WALK_PROJECT, 'created_at', 'key', false);

function walkOf(list: Walk['list'], first: Key, second: Key, ofEndpoints: boolean): Walk {
  return { list, by: [first, second], ofEndpoints, isByTime: first === 'created_at' };
}

/** `walk`: the number among the walks that the filter needs. `endpoint` 0: none begun. */
export interface Place {
  readonly walk: number;
  readonly endpoint: number;
  readonly first: number;
  readonly second: number;
}

export const BEGINNING: Place = { walk: 0, endpoint: 0, first: 0, second: 0 };

/** The walk and position from which to read next. */
export interface Stand {
  readonly walk: Walk;
  readonly place: Place;
}

/**
 * Returns null if nothing is left. If `place` is at the start of an endpoint or walk, it moves on
 * to the first one that has rows.
 */
export function* standAt(
  projectKey: ProjectKey,
  filter: BulkFilter,
  place: Place,
): Operation<Stand | null> {
  const walk = walksOf(filter)[place.walk];
  if (walk === undefined) return null;
  if (!walk.ofEndpoints || place.endpoint > 0) return { walk, place: begunAt(walk, filter, place) };
  return yield* standAt(projectKey, filter, yield* nextEndpoint(projectKey, filter, place, 0));
}

/** The position after the end of a walk, or of one endpoint in it. */
export function* placeBehind(
  projectKey: ProjectKey,
  filter: BulkFilter,
  { walk, place }: Stand,
): Operation<Place> {
  if (!walk.ofEndpoints) return { ...BEGINNING, walk: place.walk + 1 };
  return yield* nextEndpoint(projectKey, filter, place, place.endpoint);
}

/** A walk by time begins at the filter's start; older rows are not read. */
function begunAt(walk: Walk, { fromMs }: BulkFilter, place: Place): Place {
  if (!walk.isByTime || fromMs === null || place.first >= fromMs) return place;
  return { ...place, first: fromMs, second: 0 };
}

function* nextEndpoint(
  projectKey: ProjectKey,
  filter: BulkFilter,
  place: Place,
  after: number,
): Operation<Place> {
  const endpoints =
    filter.endpoints.length > 0
      ? filter.endpoints
      : (yield* all(BACKLOG, projectKey, null)).map((row) => row.endpoint_key);
  const rest = endpoints.filter((key) => key > after);
  if (rest.length === 0) return { ...BEGINNING, walk: place.walk + 1 };
  return { ...BEGINNING, walk: place.walk, endpoint: Math.min(...rest) };
}

export function* rowsAt(
  projectKey: ProjectKey,
  filter: BulkFilter,
  { walk, place }: Stand,
  nowMs: number,
  most: number,
): Operation<readonly BulkRow[]> {
  const of = filter.callKey ?? place.endpoint;
  return yield* all(walk.list, nowMs, projectKey, of, place.first, place.second, most);
}

export function placeOf({ walk, place }: Stand, row: BulkRow): Place {
  const [first, second] = walk.by;
  return { ...place, first: row[first], second: row[second] };
}

const GIVEN_UP_STATES: ReadonlySet<string> = new Set<StoredState>([...FAILED_STATES, 'cancelled']);
const OPEN: ReadonlySet<string> = new Set<string>([...OPEN_STATES, 'held', 'sending']);

function walksOf({ callKey, states, endpoints }: BulkFilter): readonly Walk[] {
  if (callKey !== null) return [OF_CALL];
  const isAll = endpoints.length === 0;
  const rest = states.filter((state) => !GIVEN_UP_STATES.has(state) && !OPEN.has(state));
  if (rest.length > 0) return [isAll ? HISTORY_ALL : HISTORY];
  return [
    ...(states.some((state) => GIVEN_UP_STATES.has(state))
      ? [isAll ? GIVEN_UP_ALL : GIVEN_UP]
      : []),
    ...(states.some((state) => OPEN.has(state)) ? [LANES] : []),
  ];
}

/**
 * Whether lists would show the delivery in these states. `sending` matches nothing, since only the
 * dispatcher knows it.
 */
export function matchesFilter(row: BulkRow, filter: BulkFilter): boolean {
  const { endpoints, triggers, states, classes, issueClass, fromMs, toMs } = filter;
  const { notEndpoints = [], attemptsMin = 0, untilKey } = filter;
  const last = { lastStatus: row.last_status, lastError: row.last_error };
  return (
    states.includes(row.shown) &&
    (endpoints.length === 0 || endpoints.includes(row.endpoint_key)) &&
    !notEndpoints.includes(row.endpoint_key) &&
    row.attempts >= attemptsMin &&
    (triggers.length === 0 || triggers.includes(row.trigger)) &&
    (classes.length === 0 || isOneOf(resultClassOf(last), classes)) &&
    (issueClass === null || issueClassOf(last) === issueClass) &&
    (fromMs === null || row.created_at >= fromMs) &&
    (toMs === null || row.created_at < toMs) &&
    (untilKey === undefined || row.key <= untilKey)
  );
}

function isOneOf(found: ResultClass | null, wanted: readonly ResultClass[]): boolean {
  return found !== null && wanted.includes(found);
}

/** The most rows that are read for one count: some 200 ms. */
const COUNTED_ROWS_MAX = 100_000;

export function* countBulk(asked: {
  readonly projectKey: ProjectKey;
  readonly filter: BulkFilter | CallsFilter;
  readonly nowMs: number;
}): Operation<BulkCount> {
  const { projectKey, filter, nowMs } = asked;
  if ('clientId' in filter) return yield* countOfClient(projectKey, filter, nowMs);
  // No index knows what names a number; the job finds out.
  if ('subject' in filter) return { matched: 0, exact: false, endpoints: 0 };
  const endpoints = new Set<EndpointKey>();
  let matched = 0;
  let examined = 0;
  let place = BEGINNING;
  while (matched <= BULK_COUNTED_MAX && examined < COUNTED_ROWS_MAX) {
    const stand = yield* standAt(projectKey, filter, place);
    if (stand === null) return { matched, exact: true, endpoints: endpoints.size };
    const rows = yield* rowsAt(projectKey, filter, stand, nowMs, EXAMINED_MAX);
    examined += rows.length;
    for (const row of rows) {
      if (!matchesFilter(row, filter)) continue;
      matched += 1;
      endpoints.add(row.endpoint_key);
    }
    const last = rows.at(-1);
    const isEnd = last === undefined || rows.length < EXAMINED_MAX;
    place = isEnd ? yield* placeBehind(projectKey, filter, stand) : placeOf(stand, last);
  }
  return { matched: Math.min(matched, BULK_COUNTED_MAX), exact: false, endpoints: endpoints.size };
}

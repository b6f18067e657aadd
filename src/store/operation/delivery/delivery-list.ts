/**
 * Lists of deliveries, newest first. The filter decides which index is used: that of the call's
 * deliveries, of undelivered ones, of open ones, of the endpoint's or of the project's by time. The
 * other conditions are tested on the rows; `held` is a shown state, so a `due` row of a held
 * endpoint is not `due` here.
 */

import type { StoredState } from '../../../core/delivery/state.ts';
import { FAILED_STATES, OPEN_STATES } from '../../../core/delivery/state.ts';
import type { CallKey, EndpointKey, ProjectKey } from '../../../core/id.ts';
import type { DeliveryFilter, DeliverySummary } from '../../../engine/ports/query-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, listOrNull, type Operation, one, type Query, query } from '../../statement.ts';
import { findCallRow } from '../call/call.ts';
import { BACKLOG } from '../stats.ts';
import {
  SHOWN_STATE,
  SUMMARY_COLUMNS,
  SUMMARY_JOINS,
  type SummaryRow,
  toSummary,
} from './delivery-row.ts';

/** Up to this backlog, open deliveries are found through their lanes and sorted. */
const SORTED_OPEN_MAX = 20_000;

/** The result class of the last attempt, as in `resultClassOf`. */
const RESULT_CLASS = "coalesce(d.last_error, cast(d.last_status / 100 as text) || 'xx')";

/**
 * Parameters of every list: 1 now, 2 project, 3 endpoint or null, 4 call or null, 5 JSON list of
 * triggers or null, 6 of shown states or null, 7 from, 8 to, 9 cursor time, 10 cursor key, 11
 * limit, 12 JSON list of classes or null, 13 of excluded endpoints or null, as texts, 14 of
 * excluded triggers or null, 15 fewest attempts. A cast tells PostgreSQL the type of a parameter
 * that may be null.
 */
const REST = `(cast(?3 as integer) is null or d.endpoint_key = ?3)
  and (cast(?4 as integer) is null or d.call_key = ?4)
  and (cast(?5 as text) is null or d.trigger in (select value from json_each(?5)))
  and (cast(?6 as text) is null or (${SHOWN_STATE}) in (select value from json_each(?6)))
  and d.created_at >= ?7 and d.created_at < ?8 and (d.created_at, d.key) < (?9, ?10)
  and (cast(?12 as text) is null or ${RESULT_CLASS} in (select value from json_each(?12)))
  and (cast(?13 as text) is null
    or cast(d.endpoint_key as text) not in (select value from json_each(?13)))
  and (cast(?14 as text) is null or d.trigger not in (select value from json_each(?14)))
  and d.attempts >= ?15
  order by d.created_at desc, d.key desc limit ?11`;
const FILTER = `d.project_key = ?2 and ${REST}`;

/** The sum keeps a planner from walking the project, which it did on tables without statistics. */
export const LIST_OF_CALL = query<SummaryRow>(`
  select ${SUMMARY_COLUMNS} from deliveries d indexed by deliveries_by_call ${SUMMARY_JOINS}
  where d.call_key = ?4 and d.project_key + 0 = ?2 and ${REST}`);
export const LIST_UNDELIVERED = query<SummaryRow>(`
  select ${SUMMARY_COLUMNS} from deliveries d indexed by deliveries_undelivered ${SUMMARY_JOINS}
  where d.closed_at is not null and d.state <> 'delivered' and ${FILTER}`);
export const LIST_OPEN = query<SummaryRow>(`
  select ${SUMMARY_COLUMNS}
  from endpoints b cross join deliveries d indexed by deliveries_lane ${SUMMARY_JOINS}
  where b.key in (select endpoint_key from endpoint_backlogs
      where project_key = ?2 and open_deliveries <> 0)
    and d.endpoint_key = b.key and d.closed_at is null and ${FILTER}`);
export const LIST_OF_ENDPOINT = query<SummaryRow>(`
  select ${SUMMARY_COLUMNS} from deliveries d indexed by deliveries_by_endpoint ${SUMMARY_JOINS}
  where d.endpoint_key = ?3 and ${FILTER}`);
export const LIST_OF_PROJECT = query<SummaryRow>(`
  select ${SUMMARY_COLUMNS} from deliveries d indexed by deliveries_by_project ${SUMMARY_JOINS}
  where ${FILTER}`);

/** Parameters: key. The row of a cursor, or the one before it if that row was removed. */
export const CURSOR = query<{ created_at: number }>(`
  select created_at from deliveries where key <= ? order by key desc limit 1`);

export function* deliveries(asked: Asked<'deliveries'>): Operation<readonly DeliverySummary[]> {
  const { projectKey, filter, beforeKey, limit, nowMs } = asked;
  let callKey: CallKey | null = null;
  if (filter.callId !== null) {
    callKey = (yield* findCallRow(projectKey, filter.callId))?.key ?? null;
    if (callKey === null) return [];
  }
  const before = beforeKey === null ? null : yield* one(CURSOR, beforeKey);
  if (beforeKey !== null && before === undefined) return [];
  const found: SummaryRow[] = [];
  // Each list is in order, so the first rows of the union are among the first rows of each list.
  for (const endpoint of endpointsOf(filter)) {
    for (const list of yield* listsFor(projectKey, { ...filter, endpoint }, callKey)) {
      const rows = yield* all(
        list,
        nowMs,
        projectKey,
        endpoint,
        callKey,
        listOrNull(filter.trigger === null ? filter.triggers : [filter.trigger]),
        listOrNull(filter.states),
        filter.fromMs ?? 0,
        filter.toMs ?? Number.MAX_SAFE_INTEGER,
        before?.created_at ?? Number.MAX_SAFE_INTEGER,
        beforeKey ?? 0,
        limit,
        listOrNull(filter.classes),
        listOrNull(filter.notEndpoints?.map(String)),
        listOrNull(filter.notTriggers),
        filter.attemptsMin ?? 0,
      );
      found.push(...rows);
    }
  }
  return found.sort(newestFirst).slice(0, limit).map(toSummary);
}

function newestFirst(one: SummaryRow, other: SummaryRow): number {
  return other.created_at - one.created_at || other.key - one.key;
}

/** Null: all endpoints of the project. */
function endpointsOf({ endpoint, endpoints }: DeliveryFilter): readonly (EndpointKey | null)[] {
  if (endpoint !== null || endpoints === undefined || endpoints.length === 0) return [endpoint];
  return [...new Set(endpoints)];
}

const UNDELIVERED: ReadonlySet<string> = new Set<StoredState>([...FAILED_STATES, 'cancelled']);
const OPEN: ReadonlySet<string> = new Set([...OPEN_STATES, 'held']);

/**
 * A failure class has no delivered rows: of 2xx answers only a refusal in the body counts as one.
 */
function* listsFor(
  projectKey: ProjectKey,
  { states, classes = [], endpoint }: DeliveryFilter,
  callKey: CallKey | null,
): Operation<readonly Query<SummaryRow>[]> {
  if (callKey !== null) return [LIST_OF_CALL];
  const ofFailures = states.length === 0 && classes.length > 0 && !classes.includes('2xx');
  const asked = ofFailures ? [...UNDELIVERED, ...OPEN] : states;
  const given = asked.filter((state) => UNDELIVERED.has(state));
  const open = asked.filter((state) => OPEN.has(state));
  const history = endpoint === null ? LIST_OF_PROJECT : LIST_OF_ENDPOINT;
  if (asked.length === 0 || given.length + open.length < asked.length) return [history];
  if (open.length === 0) return [LIST_UNDELIVERED];
  if (!(yield* isSortable(projectKey, endpoint))) return [history];
  return given.length === 0 ? [LIST_OPEN] : [LIST_UNDELIVERED, LIST_OPEN];
}

function* isSortable(projectKey: ProjectKey, endpoint: EndpointKey | null): Operation<boolean> {
  const backlog = yield* all(BACKLOG, projectKey, endpoint);
  return backlog.reduce((sum, row) => sum + row.open_deliveries, 0) <= SORTED_OPEN_MAX;
}

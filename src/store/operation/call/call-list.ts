/**
 * Lists of calls, newest first, and one call by its id, for `GET /v1/calls`. Runs on a
 * read-only connection.
 */
import { numberTerm, tagTerm } from '../../../core/call/terms.ts';
import type { CallFilter, CallSummary, ListedCall } from '../../../engine/ports/query-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, listOrNull, type Operation, one, query, type SqlValue } from '../../statement.ts';
import { CALL_COLUMNS, type CallRow, columnsOf, findCallRow, toCall } from './call.ts';
import { withFigures } from './call-figures.ts';

/**
 * The conditions of every list of calls, tested on the rows; the last two read the reports of a
 * call.
 */
const NARROWED = `
    and first_report_at >= ?4 and first_report_at < ?5 and (first_report_at, key) < (?6, ?7)
    and (cast(?2 as text) is null or direction = ?2)
    and (cast(?3 as text) is null or status in (select value from json_each(?3)))
    and (cast(?11 as text) is null
      or coalesce(status, '') not in (select value from json_each(?11)))
    and (cast(?12 as text) is null or client_id not in (select value from json_each(?12)))
    and (cast(?13 as text) is null or call_sid not in (select value from json_each(?13)))
    and (?9 = 0 or (?9 = 1) = exists (
      select 1 from reports r where r.call_key = calls.key and r.errors is not null))
    and (?10 = 0 or (?10 = 1) = exists (
      select 1 from reports r where r.call_key = calls.key and r.source = 'stale'))`;
const NEWEST_FIRST = 'order by first_report_at desc, key desc limit ?8';

/**
 * Parameters: 1 project, 2 direction or null, 3 JSON list of statuses or null, 4 from, 5 to, 6
 * cursor time, 7 cursor key, 8 limit, 9 errors (0 any, 1 with, 2 without), 10 ended by staleness
 * likewise, then JSON lists or null of exclusions: 11 statuses, 12 clients, 13 callSids.
 * calls_by_time, backwards.
 */
export const CALL_PAGE = query<CallRow>(`
  select ${CALL_COLUMNS} from calls indexed by calls_by_time
  where project_key = ?1 ${NARROWED} ${NEWEST_FIRST}`);

/** Parameters: as above, and 14 client. calls_by_client; one client has few calls. */
export const CALLS_OF_CLIENT = query<CallRow>(`
  select ${CALL_COLUMNS} from calls indexed by calls_by_client
  where project_key = ?1 and client_id = ?14 and client_id <> '' ${NARROWED} ${NEWEST_FIRST}`);

/** Parameters: as above, and 14 callSid. calls_by_sid. */
export const CALLS_OF_SID = query<CallRow>(`
  select ${CALL_COLUMNS} from calls indexed by calls_by_sid
  where project_key = ?1 and call_sid = ?14 and call_sid <> '' ${NARROWED} ${NEWEST_FIRST}`);

/**
 * Parameters: as above, 14 term, 15 another term or null, 16 client or null, 17 callSid or null.
 * The primary key of call_terms, backwards, which has the order of the list; its bounds are those
 * of the calls, said again so that the range is short.
 */
export const CALLS_OF_TERM = query<CallRow>(`
  select ${columnsOf('calls')} from call_terms t cross join calls
  where t.project_key = ?1 and t.term = ?14 and t.called_at >= ?4 and t.called_at < ?5
    and (t.called_at, t.call_key) < (?6, ?7) and key = t.call_key
    and (cast(?15 as text) is null or exists (
      select 1 from call_terms o where o.project_key = ?1 and o.term = ?15
        and o.called_at = t.called_at and o.call_key = t.call_key))
    and (cast(?16 as text) is null or client_id = ?16)
    and (cast(?17 as text) is null or call_sid = ?17) ${NARROWED}
  order by t.called_at desc, t.call_key desc limit ?8`);

/** Parameters: key. The row of a cursor, or the one before it if that row was removed. */
const CURSOR = query<{ first_report_at: number }>(`
  select first_report_at from calls where key <= ? order by key desc limit 1`);

export function* calls(asked: Asked<'calls'>): Operation<readonly ListedCall[]> {
  const { projectKey, filter, beforeKey, limit } = asked;
  const before = beforeKey === null ? null : yield* one(CURSOR, beforeKey);
  if (beforeKey !== null && before === undefined) return [];
  const narrowed = [
    projectKey,
    filter.direction,
    listOrNull(filter.statuses),
    filter.fromMs ?? 0,
    filter.toMs ?? Number.MAX_SAFE_INTEGER,
    before?.first_report_at ?? Number.MAX_SAFE_INTEGER,
    beforeKey ?? 0,
    limit,
    wanted(filter.withErrors),
    wanted(filter.stale),
    listOrNull(filter.notStatuses),
    listOrNull(filter.notClientIds),
    listOrNull(filter.notCallSids),
  ] as const;
  const rows = yield* pageRows(filter, narrowed);
  return yield* withFigures(rows.map(toCallSummary));
}

function wanted(has: boolean | undefined): 0 | 1 | 2 {
  return has === undefined ? 0 : has ? 1 : 2;
}

function* pageRows(
  { callSid, clientId, number, tag }: CallFilter,
  narrowed: readonly SqlValue[],
): Operation<readonly CallRow[]> {
  const terms = [
    ...(number === undefined ? [] : [numberTerm(number)]),
    ...(tag === undefined ? [] : [tagTerm(tag)]),
  ];
  const [term, other = null] = terms;
  if (term !== undefined) {
    const more = [term, other, clientId ?? null, callSid ?? null] as const;
    return yield* all(CALLS_OF_TERM, ...narrowed, ...more);
  }
  if (callSid === undefined) {
    if (clientId === undefined) return yield* all(CALL_PAGE, ...narrowed);
    return yield* all(CALLS_OF_CLIENT, ...narrowed, clientId);
  }
  const rows = yield* all(CALLS_OF_SID, ...narrowed, callSid);
  return clientId === undefined ? rows : rows.filter(({ client_id }) => client_id === clientId);
}

export function* call(asked: Asked<'call'>): Operation<CallSummary | null> {
  const row = yield* findCallRow(asked.projectKey, asked.callId);
  return row === undefined ? null : toCallSummary(row);
}

export function toCallSummary(row: CallRow): CallSummary {
  const { callId, direction, status, callSid, clientId, ...times } = toCall(row);
  return {
    key: row.key,
    callId,
    direction,
    status,
    callSid,
    clientId,
    firstReportAtMs: times.firstReportAtMs,
    lastReportAtMs: times.lastReportAtMs,
    endedAtMs: times.endedAtMs,
    facts: times.facts,
    reports: row.reports,
  };
}

/**
 * Erases one call, or every call that names a telephone number, in the steps of a bulk job. No
 * index knows a number, so a step looks through some calls, call logs, results, hints or kept
 * reports in the order of their keys: first by the digits, with separators left out, then by the
 * text itself, since digits may also be a part of a longer number. A call that names the number
 * goes whole.
 */
import type { CallKey, EndpointKey, ProjectKey } from '../../../core/id.ts';
import {
  NOTHING_REMOVED,
  type Removed,
  type SubjectFilter,
} from '../../../engine/ports/bulk-store.ts';
import { all, change, type Operation, query } from '../../statement.ts';
import { project } from '../project/project.ts';
import type { Session } from '../session.ts';
import { deleteCalls, isKept } from './call-deletion.ts';
import { hideWords } from './call-naming.ts';

/** Rows of one step; each costs some look-ups by index and the reading of its texts. */
const WINDOW = 200;
/** A log has up to some megabytes. */
const LOGS_WINDOW = 20;
/** The most calls that one step deletes, as for a client. */
const CALLS_MAX = 50;

/**
 * Where the walk stands: among calls (0), logs (1), results (2), hints (3) or kept reports (4),
 * behind this key; kept reports are also walked first (5). The numbers are stored with the job, so
 * none ever means something else.
 */
export interface SubjectPlace {
  readonly walk: number;
  readonly first: number;
}

/** Behind the last: what names no call is left. */
const NO_WALK = 6;
/**
 * A call that begins during the job takes its kept reports along, into a table that may have been
 * walked.
 */
export const SUBJECT_BEGINNING: SubjectPlace = { walk: 5, first: 0 };

export interface SubjectStep {
  readonly projectId: string;
  readonly callIds: readonly string[];
  readonly endpoints: readonly EndpointKey[];
  readonly removed: Removed;
  /** Null: the walk has ended. */
  readonly place: SubjectPlace | null;
}

export interface SubjectRequest {
  readonly projectKey: ProjectKey;
  readonly filter: SubjectFilter;
  readonly place: SubjectPlace;
  /** Calls that are first reported later stay. */
  readonly untilMs: number;
  readonly nowMs: number;
}

interface Found {
  readonly call_id: string;
  readonly key: CallKey | null;
  readonly text: string;
}

/**
 * What people and programs write between the digits of a number: white space (also that which does
 * not break a line), hyphens and dashes, brackets, and `+`, the space of a form.
 */
const SEPARATORS = [
  ...' \t\r\n\u00a0\u2007\u2009\u202f',
  ...'-\u2010\u2011\u2012\u2013\u2212',
  ...'()[]./+',
] as const;

/** The separators as JSON may write them. */
const ESCAPED = [
  ...['\\t', '\\r', '\\n', '\\/'],
  ...SEPARATORS.filter((each) => each > '~').map((each) => `\\u${hex(each).padStart(4, '0')}`),
] as const;

/** A text without what stands between the digits of a number. */
function bare(text: string): string {
  return [...ESCAPED, ...SEPARATORS].reduce(
    (inner, each) => `replace(${inner}, '${each}', '')`,
    `lower(${text})`,
  );
}

function names(text: string, digits = '?4'): string {
  return `${bare(text)} like '%' || cast(${digits} as text) || '%'`;
}

/** Parameters: after key, limit. Primary keys. */
const NEXT = {
  calls: query<{ key: number }>('select key from calls where key > ? order by key limit ?'),
  logs: query<{ key: number }>('select key from call_logs where key > ? order by key limit ?'),
  results: query<{ key: number }>('select key from acw_results where key > ? order by key limit ?'),
  hints: query<{ key: number }>('select key from call_hints where key > ? order by key limit ?'),
  kept: query<{ key: number }>('select key from kept_reports where key > ? order by key limit ?'),
} as const;

const REPORT_TEXT =
  "coalesce(r.errors, '') || ' ' || coalesce(r.answer, '') || ' ' || coalesce(r.facts, '')";
const FIRING_TEXT =
  "f.text || ' ' || f.data || ' ' || coalesce(f.errors, '') || ' ' || coalesce(f.facts, '')";
const DELIVERY_TEXT = "coalesce(d.sole_excerpt, '') || ' ' || coalesce(d.last_error, '')";
const ATTEMPT_TEXT = "coalesce(a.excerpt, '') || ' ' || coalesce(a.error, '')";
const CALL_TEXT =
  "c.call_id || ' ' || c.call_sid || ' ' || c.client_id || ' ' || coalesce(c.facts, '')";
const IN_WINDOW = 'c.key > ?1 and c.key <= ?2 and c.project_key + 0 = ?3';
/** Also by a report that was kept until the call began. */
const IS_REPORTED = `(c.first_report_at <= ?5 or exists (
      select 1 from reports e where e.call_key = c.key and e.received_at <= ?5))`;

/**
 * Parameters: 1 after key, 2 up to key, 3 project, 4 digits, 5 first reported at or before. Primary
 * keys and deliveries_by_call, firings_by_call.
 */
export const CALLS_NAMING = query<Found>(`
  select c.call_id, c.key, ${CALL_TEXT} as text from calls c
    where ${IN_WINDOW} and ${IS_REPORTED} and ${names(CALL_TEXT)}
  union all select c.call_id, c.key, ${REPORT_TEXT}
    from calls c join reports r on r.call_key = c.key
    where ${IN_WINDOW} and ${IS_REPORTED} and ${names(REPORT_TEXT)}
  union all select c.call_id, c.key, ${FIRING_TEXT}
    from calls c join firings f on f.call_key = c.key
    where ${IN_WINDOW} and ${IS_REPORTED} and ${names(FIRING_TEXT)}
  union all select c.call_id, c.key, ${DELIVERY_TEXT}
    from calls c join deliveries d on d.call_key = c.key
    where ${IN_WINDOW} and ${IS_REPORTED} and ${names(DELIVERY_TEXT)}
  union all select c.call_id, c.key, ${ATTEMPT_TEXT}
    from calls c join deliveries d on d.call_key = c.key join attempts a on a.delivery_key = d.key
    where ${IN_WINDOW} and ${IS_REPORTED} and ${names(ATTEMPT_TEXT)}`);

/** Parameters: as above; 5: made at or before. Primary key. */
export const LOGS_NAMING = query<Found>(`
  select c.call_id, null as key, c.body as text from call_logs c
  where ${IN_WINDOW} and c.created_at <= ?5 and c.body is not null and ${names('c.body')}`);

/** Parameters: as above. Primary keys. */
export const RESULTS_NAMING = query<Found>(`
  select r.call_id, null as key, coalesce(c.result, '') || ' ' || c.errors as text
  from acw_results c join runs r on r.key = c.run_key
  where ${IN_WINDOW} and c.created_at <= ?5
    and ${names("coalesce(c.result, '') || ' ' || c.errors")}`);

/**
 * Parameters: as above; 5: received at or before. Primary key. Its call may not be reported yet.
 */
export const HINTS_NAMING = query<Found>(`
  select c.call_id, null as key, c.call_id as text from call_hints c
  where ${IN_WINDOW} and c.received_at <= ?5 and ${names('c.call_id')}`);

const KEPT_TEXT = "c.call_id || ' ' || c.said";

/** Parameters: as above. Primary key. Their call is not reported yet. */
export const KEPT_NAMING = query<Found>(`
  select c.call_id, null as key, ${KEPT_TEXT} as text from kept_reports c
  where ${IN_WINDOW} and c.received_at <= ?5 and ${names(KEPT_TEXT)}`);

const REQUEST_TEXT = "s.result || ' ' || s.body";

interface FoundRequest {
  readonly source_key: number;
  readonly number: number;
  readonly text: string;
}

/** Parameters: 1 project, 2 digits. Primary keys: a source keeps 50 requests. */
const REQUESTS_NAMING = query<FoundRequest>(`
  select s.source_key, s.number, ${REQUEST_TEXT} as text from source_requests s
  where s.source_key in (select key from sources where project_key = ?1)
    and ${names(REQUEST_TEXT, '?2')}`);
/** Primary key. */
const DELETE_REQUEST = query('delete from source_requests where source_key = ? and number = ?');

/** By number; `following`: the next. */
const WALKS = [
  { next: NEXT.calls, naming: CALLS_NAMING, limit: WINDOW, following: 1 },
  { next: NEXT.logs, naming: LOGS_NAMING, limit: LOGS_WINDOW, following: 2 },
  { next: NEXT.results, naming: RESULTS_NAMING, limit: WINDOW, following: 3 },
  { next: NEXT.hints, naming: HINTS_NAMING, limit: WINDOW, following: 4 },
  { next: NEXT.kept, naming: KEPT_NAMING, limit: WINDOW, following: NO_WALK },
  { next: NEXT.kept, naming: KEPT_NAMING, limit: WINDOW, following: 0 },
] as const;

export function* deleteOfSubject(
  session: Session,
  request: SubjectRequest,
): Operation<SubjectStep> {
  const { projectKey, filter } = request;
  const present = yield* project(projectKey);
  if (present === null) throw new Error('the project of a job is there');
  const step =
    filter.subject === 'call'
      ? yield* stepOfCall(session, request)
      : yield* stepOfNumber(session, request);
  return { ...step, projectId: present.id };
}

type Step = Omit<SubjectStep, 'projectId'>;

function* stepOfCall(session: Session, request: SubjectRequest): Operation<Step> {
  const { projectKey, nowMs, filter } = request;
  const isThere = yield* isKept(projectKey, filter.value);
  const callIds = isThere ? [filter.value] : [];
  return { ...(yield* deleted(session, projectKey, callIds, nowMs)), place: null };
}

function* stepOfNumber(session: Session, request: SubjectRequest): Operation<Step> {
  const { projectKey, nowMs, filter, place, untilMs } = request;
  const walk = WALKS[place.walk];
  if (walk === undefined) {
    const digits = filter.value;
    const sourceRequests = yield* deleteRequests(projectKey, digits);
    yield* hideWords(projectKey, [digits, `+${digits}`]);
    return {
      callIds: [],
      endpoints: [],
      removed: { ...NOTHING_REMOVED, sourceRequests },
      place: null,
    };
  }
  const keys = yield* all(walk.next, place.first, walk.limit);
  const last = keys.at(-1)?.key;
  if (last === undefined) {
    const nothing = yield* deleted(session, projectKey, [], nowMs);
    return { ...nothing, place: { walk: walk.following, first: 0 } };
  }
  const isNaming = namesNumber(filter.value);
  const found = yield* all(walk.naming, place.first, last, projectKey, filter.value, untilMs);
  const ids = [...new Set(found.filter(({ text }) => isNaming(text)).map((row) => row.call_id))];
  const callIds = ids.slice(0, CALLS_MAX);
  // What is deleted is not found again: the same window is read once more for the rest.
  const next = ids.length > CALLS_MAX ? place : { walk: place.walk, first: last };
  return { ...(yield* deleted(session, projectKey, callIds, nowMs)), place: next };
}

function* deleteRequests(projectKey: ProjectKey, digits: string): Operation<number> {
  const isNaming = namesNumber(digits);
  let removed = 0;
  for (const { source_key, number, text } of yield* all(REQUESTS_NAMING, projectKey, digits)) {
    if (isNaming(text)) removed += yield* change(DELETE_REQUEST, source_key, number);
  }
  return removed;
}

function* deleted(
  session: Session,
  projectKey: ProjectKey,
  callIds: readonly string[],
  nowMs: number,
): Operation<Omit<Step, 'place'>> {
  if (callIds.length === 0) return { callIds, endpoints: [], removed: NOTHING_REMOVED };
  return { callIds, ...(yield* deleteCalls(session, projectKey, callIds, nowMs)) };
}

/** The digits with any separators between them, not inside a longer number. */
function namesNumber(digits: string): (text: string) => boolean {
  const separator = `[${SEPARATORS.map((each) => `\\u{${hex(each)}}`).join('')}]*`;
  const naming = new RegExp(`(?<!\\d)(?:00)?${[...digits].join(separator)}(?!\\d)`, 'u');
  return (text) => naming.test(unescaped(text));
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|[trn/])/gi, (_, code: string | undefined) =>
    code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16);
}

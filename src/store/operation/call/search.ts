/**
 * Finds calls by the ids that people know: our id of the call, the provider's and the
 * application's; the last two also by their beginning; and by number and tag. Each is one range of
 * an index, however long the history.
 */
import { numberTerm, tagTerm } from '../../../core/call/terms.ts';
import type { CallSummary, FoundCall } from '../../../engine/ports/query-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, type Operation, one, query } from '../../statement.ts';
import { CALL_COLUMNS, type CallRow, columnsOf, findCallRow } from './call.ts';
import { toCallSummary } from './call-list.ts';

/** Parameters: project, from, below, limit. calls_by_sid; the texts are compared byte by byte. */
export const CALLS_BY_SID = query<CallRow>(`
  select ${CALL_COLUMNS} from calls indexed by calls_by_sid
  where project_key = ? and call_sid <> '' and call_sid >= ? and call_sid < ?
  order by call_sid limit ?`);

/** Parameters: as above. calls_by_client. */
export const CALLS_BY_CLIENT = query<CallRow>(`
  select ${CALL_COLUMNS} from calls indexed by calls_by_client
  where project_key = ? and client_id <> '' and client_id >= ? and client_id < ?
  order by client_id limit ?`);

/** Parameters: project, term, limit. The primary key of call_terms, backwards: the newest calls. */
export const CALLS_BY_TERM = query<CallRow>(`
  select ${columnsOf('c')} from call_terms t join calls c on c.key = t.call_key
  where t.project_key = ? and t.term = ? order by t.called_at desc, t.call_key desc limit ?`);

/** Parameters: project, firing, when it fired. Primary keys. */
export const CALL_OF_FIRING = query<CallRow>(`
  select ${CALL_COLUMNS} from calls where project_key = ? and key =
    (select call_key from firings where key = ? and fired_at = ?)`);

/** The firing of a `webhook-id`. */
export function* callOfFiring(asked: Asked<'callOfFiring'>): Operation<CallSummary | null> {
  const row = yield* one(CALL_OF_FIRING, asked.projectKey, asked.firing, asked.firedAtMs);
  return row === undefined ? null : toCallSummary(row);
}

/** Sorts after every other character, in UTF-8 too. */
const LAST_CHARACTER = '\u{10ffff}';

/** Exact matches first, then beginnings, each at most `limit`. */
export function* searchCalls(asked: Asked<'searchCalls'>): Operation<readonly FoundCall[]> {
  const { projectKey, text, limit } = asked;
  const found = new Map<number, FoundCall>();
  const add = (rows: readonly CallRow[], by: FoundCall['by'], idOf: (row: CallRow) => string) => {
    for (const row of rows) {
      const exact = idOf(row) === text;
      const present = found.get(row.key);
      if (present !== undefined && (present.exact || !exact)) continue;
      found.set(row.key, { call: toCallSummary(row), by, exact });
    }
  };
  const row = yield* findCallRow(projectKey, text);
  if (row !== undefined) add([row], 'callId', ({ call_id }) => call_id);
  const range = [projectKey, text, text + LAST_CHARACTER, limit] as const;
  add(yield* all(CALLS_BY_SID, ...range), 'callSid', ({ call_sid }) => call_sid);
  add(yield* all(CALLS_BY_CLIENT, ...range), 'clientId', ({ client_id }) => client_id);
  for (const [by, term] of [
    ['number', numberTerm(text)],
    ['tag', tagTerm(text)],
  ] as const) {
    add(yield* all(CALLS_BY_TERM, projectKey, term, limit), by, () => text);
  }
  const every = [...found.values()];
  return [...every.filter(({ exact }) => exact), ...every.filter(({ exact }) => !exact)];
}

/**
 * Calls as rows. A call is found by (project, 64-bit hash of its id) and the full id is compared:
 * see the comment in sql/sqlite/0001-first.sql for why there is no text index over random ids. Its
 * terms (`core/call/terms.ts`) are rows of an index of their own; most calls have none.
 */
import { hash } from 'node:crypto';
import { readFacts } from '../../../core/call/facts.ts';
import type { Hint } from '../../../core/call/report.ts';
import type { Direction } from '../../../core/call/status.ts';
import type { Call } from '../../../core/call/transition.ts';
import type { CallKey, ProjectKey } from '../../../core/id.ts';
import { type Operation, one, query, readJson } from '../../statement.ts';

export interface CallRow {
  readonly key: CallKey;
  readonly project_key: ProjectKey;
  readonly call_id: string;
  readonly direction: Direction;
  readonly status: string | null;
  readonly call_sid: string;
  readonly client_id: string;
  readonly was_in_progress: number;
  readonly first_report_at: number;
  readonly last_report_at: number;
  readonly ended_at: number | null;
  readonly reports: number;
  readonly lanes: string;
  readonly facts: string | null;
}

export interface StoredCall {
  readonly key: CallKey;
  readonly call: Call;
  readonly reports: number;
  readonly lanes: Readonly<Record<string, number>>;
}

/** All columns except the hash, whose 64 bits do not fit into a JavaScript number. */
export const CALL_COLUMNS = `key, project_key, call_id, direction, status, call_sid, client_id,
  was_in_progress, first_report_at, last_report_at, ended_at, reports, lanes, facts`;

/** The same columns of a table with an alias. */
export function columnsOf(alias: string): string {
  return CALL_COLUMNS.replace(/\w+/g, (column) => `${alias}.${column}`);
}

/**
 * Parameters: project, hash, call id. calls_by_hash; the id distinguishes two calls with one hash.
 * The sum is for PostgreSQL: a plan that was made on an empty table walked the project by time.
 */
export const CALL_BY_ID = query<CallRow>(`
  select ${CALL_COLUMNS} from calls indexed by calls_by_hash
  where project_key /* + 0 */ = ? and call_id_hash = ? and call_id = ?`);

/**
 * Parameters: project, term, first report of the call, call. The rows are in the order in which
 * lists show calls, so a page of a tag that thousands of calls have reads a page of rows.
 */
export const INSERT_TERM = query(`
  insert into call_terms (project_key, term, called_at, call_key) values (?, ?, ?, ?)`);

/** Parameters: as above. Primary key; the call is locked. */
export const DELETE_TERM = query(`
  delete from call_terms where project_key = ? and term = ? and called_at = ? and call_key = ?`);

/** Parameters: call. Primary key. */
export const CALL_BY_KEY = query<CallRow>(`select ${CALL_COLUMNS} from calls where key = ?`);

/** Parameters: hash, project, call id. The unique index; `hint.ts` writes the rows. */
export const HINTS_OF = query<{ hint: Hint }>(`
  select hint from call_hints where call_id_hash = ? and project_key = ? and call_id = ?`);

/**
 * Parameters: hash, project. removed_calls_by_request, which holds nothing else; no row is locked.
 * Read for the first report of every call.
 */
export const DELETED_CALL = query<{ readonly removed_at: number }>(`
  select removed_at from removed_calls
  where call_id_hash = ? and project_key = ? and by_request = 1 limit 1`);

export function* findCallRow(
  projectKey: ProjectKey,
  callId: string,
): Operation<CallRow | undefined> {
  return yield* one(CALL_BY_ID, projectKey, hash64(callId), callId);
}

export function toStoredCall(row: CallRow): StoredCall {
  return { key: row.key, call: toCall(row), reports: row.reports, lanes: readJson(row.lanes) };
}

export function toCall(row: CallRow): Call {
  return {
    callId: row.call_id,
    direction: row.direction,
    status: row.status,
    callSid: row.call_sid,
    clientId: row.client_id,
    wasInProgress: row.was_in_progress === 1,
    firstReportAtMs: row.first_report_at,
    lastReportAtMs: row.last_report_at,
    endedAtMs: row.ended_at,
    facts: readFacts(row.facts),
  };
}

/** The first 64 bits of SHA-256, as SQLite's signed integer. */
export function hash64(text: string): bigint {
  // Half the cost of a buffer of which eight bytes are read.
  return BigInt.asIntN(64, BigInt(`0x${hash('sha256', text, 'hex').slice(0, 16)}`));
}

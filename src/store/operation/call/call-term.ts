/**
 * The index of calls by number and tag, as rows (`core/call/terms.ts`). A call without either has
 * none, so reports that say nothing of them write nothing here. Rows are in the order in which
 * lists show calls, so a page of a tag that thousands of calls have reads a page of rows.
 */
import { LISTED, query } from '../../statement.ts';

/** Parameters: project, term, first report of the call, call. */
export const INSERT_TERM = query(`
  insert into call_terms (project_key, term, called_at, call_key) values (?, ?, ?, ?)`);

/** Parameters: as above. Primary key; the call is locked. */
export const DELETE_TERM = query(`
  delete from call_terms where project_key = ? and term = ? and called_at = ? and call_key = ?`);

/** Parameters: calls. call_terms_by_call. */
export const REMOVE_TERMS = query(`delete from call_terms where call_key in ${LISTED}`);

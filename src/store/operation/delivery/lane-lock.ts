/**
 * Step 9, for stores with several writers: who changes lanes holds the rows of their calls, as a
 * report does that adds to them, so lanes change one after the other. What was read before the
 * lock may have changed meanwhile and must never decide; it only says which calls to lock.
 */
import type { CallKey } from '../../../core/id.ts';
import { type Operation, query } from '../../statement.ts';

/** Parameters: the keys, as a list. Primary key; the order of the keys keeps waits acyclic. */
const LOCK_CALLS = query('select key from calls where key = any(?) order by key for no key update');

/** True when others may have changed the calls' lanes since they were read: read them again. */
export function* lockCalls(calls: readonly CallKey[]): Operation<boolean> {
  if (calls.length === 0) return false;
  // As in `one`: who performs it answers with what was wanted.
  return (yield { want: 'lock', query: LOCK_CALLS, values: calls }) as boolean;
}

/**
 * For stores with several writers: what a change by hand holds until its commit, so that what it
 * was decided on stays so. A store with one writer skips these locks. The order of locks is
 * endpoints, projects, calls, call logs, runs; reports take no row of the first two and never wait
 * for them. Of people: projects, users, then their links and memberships.
 */
import type { BulkKey, CallKey, EndpointKey, ProjectKey, RunKey, UserKey } from '../../core/id.ts';
import { type Operation, query } from '../statement.ts';
import { PROJECT_LOCKS } from './advisory-lock.ts';

/** Parameters: the keys, as a list. Primary key. Changes of a project's things take turns. */
const LOCK_PROJECT = query(
  'select key from projects where key = any(?) order by key for no key update',
);

/** Parameters: the keys, as a list. Primary key. An edit or deletion of one waits. */
const SHARE_ENDPOINTS = query(
  'select key from endpoints where key = any(?) order by key for share',
);

/**
 * Parameters: the keys, as a list. Shared, as a report has it: who changes endpoints of the project
 * waits until the deliveries that were made without the change are in.
 */
const SHARE_SUBSCRIPTIONS = query(`
  select pg_advisory_xact_lock_shared(${PROJECT_LOCKS}, (key % 2147483647)::int)
  from unnest(?::bigint[]) as p (key)`);

/** Parameters: the keys, as a list. Primary key. Claims pass over what is held. */
const LOCK_RUNS = query('select key from runs where key = any(?) order by key for no key update');

/** Parameters: the keys, as a list. Primary key. One step of a job at a time. */
const LOCK_BULK = query(
  'select key from bulk_jobs where key = any(?) order by key for no key update',
);

/** Parameters: the keys, as a list. Primary key; the order of the keys keeps waits acyclic. */
const LOCK_CALLS = query('select key from calls where key = any(?) order by key for no key update');

/** Parameters: the keys, as a list. Primary key. A change of the person's rights waits. */
const LOCK_USERS = query('select key from users where key = any(?) order by key for no key update');

/** What is read of the project's keys, sources and endpoints after this stays until the commit. */
export function* lockProject(key: ProjectKey): Operation<void> {
  yield { want: 'lock', query: LOCK_PROJECT, values: [key] };
}

/** What the person's links stand on stays as it is read after this, until the commit. */
export function* lockUser(key: UserKey): Operation<void> {
  yield { want: 'lock', query: LOCK_USERS, values: [key] };
}

/** Shared: an endpoint that is there stays, with its triggers, until the commit. */
export function* shareEndpoints(keys: readonly EndpointKey[]): Operation<void> {
  if (keys.length > 0) yield { want: 'lock', query: SHARE_ENDPOINTS, values: keys };
}

/** What endpoints tick and who they are stays until what fires now is in their lanes. */
export function* shareSubscriptions(key: ProjectKey): Operation<void> {
  yield { want: 'lock', query: SHARE_SUBSCRIPTIONS, values: [key] };
}

/** The next statement sees what others wrote of the run, and of its call log, before. */
export function* lockRun(key: RunKey): Operation<void> {
  yield { want: 'lock', query: LOCK_RUNS, values: [key] };
}

/** A job neither goes on nor ends elsewhere until the commit. */
export function* lockBulk(key: BulkKey): Operation<void> {
  yield { want: 'lock', query: LOCK_BULK, values: [key] };
}

/**
 * Step 9: an operation that changes lanes locks their calls, as a report does that adds to them, so
 * lanes change one after the other. What was read before the lock may have changed meanwhile and
 * must never decide; it only says which calls to lock. True when others may have changed the lanes
 * since: read them again.
 */
export function* lockCalls(calls: readonly CallKey[]): Operation<boolean> {
  if (calls.length === 0) return false;
  // As in `one`: who performs it answers with what was wanted.
  return (yield { want: 'lock', query: LOCK_CALLS, values: calls }) as boolean;
}

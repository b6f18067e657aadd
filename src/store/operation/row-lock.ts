/**
 * Row locks for stores with several writers: the rows on which a change by hand was decided stay
 * unchanged until its commit. A store with one writer skips these locks. The order of locks is
 * endpoints, projects, calls, call logs, runs; reports lock no row of the first two and never wait
 * for them. For people: projects, users, then their links and memberships.
 */
import type { BulkKey, CallKey, EndpointKey, ProjectKey, RunKey, UserKey } from '../../core/id.ts';
import { type Operation, query } from '../statement.ts';
import { PROJECT_LOCKS, PULL_LOCKS } from './advisory-lock.ts';

/** Parameters: the keys, as a list. Primary key. Changes within one project take turns. */
const LOCK_PROJECT = query(
  'select key from projects where key = any(?) order by key for no key update',
);

/** Parameters: the keys, as a list. Primary key. An edit or deletion of such an endpoint waits. */
const SHARE_ENDPOINTS = query(
  'select key from endpoints where key = any(?) order by key for share',
);

/**
 * Parameters: the keys, as a list. Shared, as a report takes it: a change of the project's
 * endpoints waits until the deliveries that were made without it are committed.
 */
const SHARE_SUBSCRIPTIONS = query(`
  select pg_advisory_xact_lock_shared(${PROJECT_LOCKS}, (key % 2147483647)::int)
  from unnest(?::bigint[]) as p (key)`);

/** Parameters: the list of 0, which is the key of no project: a new one has no row to lock. */
const LOCK_MAKING = query(`
  select pg_advisory_xact_lock(${PROJECT_LOCKS}, key::int) from unnest(?::bigint[]) as p (key)`);

/** Parameters: the keys, as a list. Primary key. Claims skip locked rows. */
const LOCK_RUNS = query('select key from runs where key = any(?) order by key for no key update');

/** Parameters: the keys, as a list. Primary key. Steps of one job take turns. */
const LOCK_BULK = query(
  'select key from bulk_jobs where key = any(?) order by key for no key update',
);

/** Parameters: the keys, as a list. Primary key; the order of the keys prevents deadlocks. */
const LOCK_CALLS = query('select key from calls where key = any(?) order by key for no key update');

/** Parameters: the keys, as a list. Primary key. A change of the person's rights waits. */
const LOCK_USERS = query('select key from users where key = any(?) order by key for no key update');

/** Until the commit, the project's keys, sources and endpoints stay as they are read after this. */
export function* lockProject(key: ProjectKey): Operation<void> {
  yield { want: 'lock', query: LOCK_PROJECT, values: [key] };
}

/** Until the commit, no other project is made: names and references stay as they are read now. */
export function* lockMaking(): Operation<void> {
  yield { want: 'lock', query: LOCK_MAKING, values: [0] };
}

/**
 * Until the commit, the facts on which the person's links depend stay as they are read after this.
 */
export function* lockUser(key: UserKey): Operation<void> {
  yield { want: 'lock', query: LOCK_USERS, values: [key] };
}

/** Shared: until the commit, existing endpoints are not deleted and keep their triggers. */
export function* shareEndpoints(keys: readonly EndpointKey[]): Operation<void> {
  if (keys.length > 0) yield { want: 'lock', query: SHARE_ENDPOINTS, values: keys };
}

/**
 * Until the commit, the subscriptions stay, so that all deliveries of this firing join their lanes.
 */
export function* shareSubscriptions(key: ProjectKey): Operation<void> {
  yield { want: 'lock', query: SHARE_SUBSCRIPTIONS, values: [key] };
}

/** The next statement sees earlier commits about the run and its call log. */
export function* lockRun(key: RunKey): Operation<void> {
  yield { want: 'lock', query: LOCK_RUNS, values: [key] };
}

/** Until the commit, no other process continues or ends the job. */
export function* lockBulk(key: BulkKey): Operation<void> {
  yield { want: 'lock', query: LOCK_BULK, values: [key] };
}

/** Parameters: the keys, as a list. Consumers of one endpoint take turns. */
const LOCK_PULL = query(`
  select pg_advisory_xact_lock(${PULL_LOCKS}, (key % 2147483647)::int)
  from unnest(?::bigint[]) as e (key)`);

/** Until the commit, no other consumer of the endpoint takes a lease. */
export function* lockPull(key: EndpointKey): Operation<void> {
  yield { want: 'lock', query: LOCK_PULL, values: [key] };
}

/**
 * Step 9: an operation that changes lanes locks their calls, as a report that adds to them does, so
 * changes of a lane take turns. Rows that were read before the lock may have changed and must never
 * decide anything; they only tell which calls to lock. Returns true if others may have changed the
 * lanes since: read them again.
 */
export function* lockCalls(calls: readonly CallKey[]): Operation<boolean> {
  if (calls.length === 0) return false;
  // As in `one`: the performer answers with what the statement wants.
  return (yield { want: 'lock', query: LOCK_CALLS, values: calls }) as boolean;
}

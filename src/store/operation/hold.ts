/**
 * For stores with several writers: what a change by hand holds until its commit, so that what it
 * was decided on stays so. A store with one writer skips these locks. The order of locks is
 * endpoints, projects, calls; reports take neither of these rows and never wait for them.
 */
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import { type Operation, query } from '../statement.ts';

/** Parameters: the keys, as a list. Primary key. Changes of a project's things take turns. */
const HOLD_PROJECT = query(
  'select key from projects where key = any(?) order by key for no key update',
);

/** Parameters: the keys, as a list. Primary key. Who edits or deletes one waits. */
const KEEP_ENDPOINTS = query('select key from endpoints where key = any(?) order by key for share');

/** What is read of the project's keys, sources and endpoints after this stays until the commit. */
export function* holdProject(key: ProjectKey): Operation<void> {
  yield { want: 'lock', query: HOLD_PROJECT, values: [key] };
}

/** Shared: an endpoint that is there stays, with its triggers, until the commit. */
export function* keepEndpoints(keys: readonly EndpointKey[]): Operation<void> {
  if (keys.length > 0) yield { want: 'lock', query: KEEP_ENDPOINTS, values: keys };
}

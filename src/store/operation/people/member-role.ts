/**
 * The role of one person in one project. An operation that depends on a right reads the role again
 * in its own transaction.
 */
import type { ProjectKey, UserKey } from '../../../core/id.ts';
import type { MemberRole } from '../../../core/person/role.ts';
import { type Operation, one, query } from '../../statement.ts';

/** Parameters: project, user. Primary key. */
const ROLE = query<{ role: MemberRole }>(
  'select role from memberships where project_key = ? and user_key = ?',
);

/** Returns null if the person is not a member. */
export function* roleOf(projectKey: ProjectKey, user: UserKey): Operation<MemberRole | null> {
  return (yield* one(ROLE, projectKey, user))?.role ?? null;
}

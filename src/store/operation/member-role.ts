/**
 * The role of one person in one project, for all that asks again as it commits. Null: they are no
 * member.
 */
import type { ProjectKey, UserKey } from '../../core/id.ts';
import type { MemberRole } from '../../core/person/role.ts';
import { type Operation, one, query } from '../statement.ts';

/** Parameters: project, user. Primary key. */
export const ROLE = query<{ role: MemberRole }>(
  'select role from memberships where project_key = ? and user_key = ?',
);

/** Null: they are no member. Primary key. */
export function* roleOf(projectKey: ProjectKey, user: UserKey): Operation<MemberRole | null> {
  return (yield* one(ROLE, projectKey, user))?.role ?? null;
}

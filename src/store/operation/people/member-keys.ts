/**
 * API keys by their creators: the commit that ends the creator's membership or changes their role
 * also revokes the keys, if asked to, and the list of keys shows who created each.
 */
import { formatId, type ProjectKey, type UserKey } from '../../../core/id.ts';
import { keysMadeBy } from '../../../core/key/api-key-maker.ts';
import type { AuditEntry } from '../../../engine/ports/manage-store.ts';
import type { KeyPerson } from '../../../engine/ports/people-store.ts';
import { type Operation, one } from '../../statement.ts';
import { apiKeys, revokeEach } from '../project/api-key.ts';
import { roleOf } from './member-role.ts';
import { USER_BY_KEY, userById } from './user-row.ts';

/** Revokes the keys that the person created, and those created with them. The project is locked. */
export function* revokeKeysMadeBy(
  projectKey: ProjectKey,
  user: UserKey,
  { atMs, actor, requestId, address }: AuditEntry,
): Operation<number> {
  const row = yield* one(USER_BY_KEY, user);
  if (row === undefined) return 0;
  const made = keysMadeBy(yield* apiKeys(projectKey), formatId('usr', row.created_at, user));
  return yield* revokeEach(made, ({ id, name, scopes, expiresAtMs }) => ({
    atMs,
    actor,
    requestId,
    address: address ?? null,
    action: 'api-key.revoked',
    target: id,
    before: { name, scopes, expiresAtMs },
    after: null,
  }));
}

/** The creators of the project's keys, including persons who are no longer members. */
export function* keyPeople(projectKey: ProjectKey): Operation<readonly KeyPerson[]> {
  const makers = new Set((yield* apiKeys(projectKey)).map(({ madeBy }) => madeBy));
  const people: KeyPerson[] = [];
  for (const id of makers) {
    const user = id === null ? null : yield* userById(id);
    if (user === null) continue;
    people.push({ id: user.id, name: user.name, role: yield* roleOf(projectKey, user.key) });
  }
  return people;
}

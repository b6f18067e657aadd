/** What roles may do; every route with every role is in `test/authz/role.test.ts`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES } from '../../../src/core/key/scope.ts';
import { MEMBER_ROLES } from '../../../src/core/person/role.ts';
import { mayDo, roleFor, scopesOf, shownRightsOf } from '../../../src/core/person/role-rights.ts';

test('each role includes the rights of the next one', () => {
  for (const [index, role] of MEMBER_ROLES.slice(1).entries()) {
    const above = MEMBER_ROLES[index];
    assert.ok(above !== undefined);
    const rights = shownRightsOf(role);
    for (const right of ['member', ...rights] as const) assert.ok(mayDo(above, right, []), right);
    assert.ok(shownRightsOf(above).length > rights.length);
  }
});

test('owners and admins have every scope, only owners manage members', () => {
  for (const role of ['owner', 'admin'] as const) {
    assert.deepEqual([...scopesOf(role)], [...SCOPES]);
  }
  const managing = MEMBER_ROLES.filter((role) => mayDo(role, 'members:admin', []));
  assert.deepEqual(managing, ['owner']);
});

test('an operator can simulate calls: report them, but not change call logs', () => {
  assert.equal(roleFor('reports:write', []), 'operator');
  assert.equal(roleFor('call-logs:write', []), 'admin');
});

test('a viewer only reads, and the least role for a scope is found', () => {
  assert.ok([...scopesOf('viewer')].every((scope) => scope.endsWith(':read')));
  assert.equal(roleFor('calls:read', []), 'viewer');
  assert.equal(roleFor('deliveries:write', []), 'operator');
  assert.equal(roleFor('endpoints:write', []), 'admin');
  assert.equal(roleFor('endpoints:write', ['operator']), 'operator');
  assert.equal(roleFor('members:admin', []), 'owner');
});

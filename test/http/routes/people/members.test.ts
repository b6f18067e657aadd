/** Members: roles, the last owner, and projects that do not see each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOwner, member } from '../../person/people.ts';
import { setup } from '../../setup.ts';

test('a new role changes at once what the member may do', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'viewer', 'lou');
  const body = { name: 'k', scopes: ['calls:read'] };
  const refused = await lou.ask('POST', '/v1/api-keys', body);
  assert.deepEqual([refused.status, refused.at('/code')], [403, 'FORBIDDEN']);
  assert.match(String(refused.at('/detail')), /role admin .* yours is viewer/);
  assert.match(String(refused.at('/requestId')), /^req_/);
  const changed = await kim.ask('PATCH', `/v1/members/${lou.id}`, { role: 'admin' });
  assert.deepEqual([changed.status, changed.at('/role')], [200, 'admin']);
  assert.equal((await lou.ask('POST', '/v1/api-keys', body)).status, 201);
  const entry = Object((await kim.ask('GET', '/v1/audit?limit=2')).at('/data/1'));
  assert.deepEqual(
    [entry.action, entry.actor, entry.target, entry.before, entry.after],
    ['member.role-changed', kim.id, lou.id, { role: 'viewer' }, { role: 'admin' }],
  );
});

test('the last owner can neither be demoted, nor be removed, nor leave', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  for (const [method, path, body] of [
    ['PATCH', `/v1/members/${kim.id}`, { role: 'admin' }],
    ['DELETE', `/v1/members/${kim.id}`, undefined],
    ['DELETE', '/v1/members/me', undefined],
  ] as const) {
    const answer = await kim.ask(method, path, body);
    assert.deepEqual([answer.status, answer.at('/code')], [409, 'STATE_CONFLICT'], path);
  }
  const lou = await member(bundle, kim, 'owner', 'lou');
  assert.equal((await kim.ask('DELETE', '/v1/members/me')).status, 204);
  assert.equal((await kim.ask('GET', '/v1/members')).status, 403);
  assert.deepEqual((await kim.ask('GET', '/v1/session')).at('/memberships'), []);
  assert.equal((await lou.ask('DELETE', '/v1/members/me')).status, 409);
});

test('a viewer may leave, and a removed member sees nothing more', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'viewer', 'lou');
  const max = await member(bundle, kim, 'operator', 'max');
  assert.equal((await lou.ask('DELETE', '/v1/members/me')).status, 204);
  assert.equal((await max.ask('GET', '/v1/calls')).status, 200);
  assert.equal((await kim.ask('DELETE', `/v1/members/${max.id}`)).status, 204);
  for (const gone of [lou, max]) assert.equal((await gone.ask('GET', '/v1/calls')).status, 403);
  assert.equal((await kim.ask('DELETE', `/v1/members/${max.id}`)).status, 404);
  const rows: { id: string }[] = Object((await kim.ask('GET', '/v1/members')).at('/data'));
  assert.deepEqual(
    rows.map(({ id }) => id),
    [kim.id],
  );
});

test('an id with the key of a member and another time is 404', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'viewer', 'lou');
  const made = `usr_0000000000${lou.id.slice(-9)}`;
  assert.equal((await kim.ask('PATCH', `/v1/members/${made}`, { role: 'admin' })).status, 404);
  assert.equal((await kim.ask('DELETE', `/v1/members/${made}`)).status, 404);
  assert.equal((await lou.ask('GET', '/v1/session')).at('/memberships/0/role'), 'viewer');
});

test('no API key manages people, whatever its scopes', async (t) => {
  const { call } = await setup(t);
  for (const [method, path] of [
    ['GET', '/v1/members'],
    ['GET', '/v1/invitations'],
    ['GET', '/v1/session'],
    ['GET', '/v1/projects'],
    ['DELETE', '/v1/members/me'],
  ] as const) {
    const answer = await call(method, path);
    assert.equal(answer.status, 403, path);
    assert.match(String(answer.at('/detail')), /people who sign in/);
  }
});

test('a request names its project; a foreign and an unknown one look the same', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const nothing = await bundle.call('GET', '/v1/calls', undefined, {
    token: null,
    headers: { cookie: kim.cookie },
  });
  assert.deepEqual([nothing.status, nothing.at('/code')], [400, 'INVALID_PARAMETER']);
  assert.equal(nothing.at('/errors/0/field'), 'header.ringpost-project');
  const other = await bundle.store.ensureProject({
    name: 'other',
    settings: bundle.project,
    nowMs: 1_795_000_000_000,
  });
  const strip = (text: string) => text.replaceAll(/req_\w+/g, 'req');
  const named = (id: string) => kim.ask('GET', '/v1/calls', undefined, { 'ringpost-project': id });
  const foreign = await named(other.id);
  const unknown = await named('prj_0123456789012345678');
  assert.deepEqual([foreign.status, unknown.status], [403, 403]);
  assert.equal(strip(foreign.text), strip(unknown.text));
  assert.equal((await named('')).status, 403);
});

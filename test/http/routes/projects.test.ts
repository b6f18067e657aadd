/**
 * Projects of the person who is signed in: made by owners, with a key of their own, seen by
 * members.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOwner, member } from '../person/people.ts';
import { setup } from '../setup.ts';

test('an owner makes a project with defaults and a signing key, and owns it', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const made = await kim.ask('POST', '/v1/projects', { name: 'Acme', serviceName: 'Acme Calls' });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual([made.at('/name'), made.at('/serviceName')], ['Acme', 'Acme Calls']);
  const there = { 'ringpost-project': String(made.at('/id')) };
  const keys = await kim.ask('GET', '/v1/signing-keys', undefined, there);
  assert.equal(keys.at('/data/0/state'), 'active');
  assert.equal((await kim.ask('GET', '/v1/members', undefined, there)).at('/data/0/role'), 'owner');
  const names = (await kim.ask('GET', '/v1/projects')).at('/data');
  assert.deepEqual(
    Object(names).map(({ name }: { name: string }) => name),
    ['default', 'Acme'],
  );
  const entry = Object((await kim.ask('GET', '/v1/audit', undefined, there)).at('/data'));
  const actions = entry.map(({ action }: { action: string }) => action);
  assert.ok(actions.includes('project.created'), actions.join());
});

test('a member who owns no project makes none, and sees only their own', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'admin', 'lou');
  await kim.ask('POST', '/v1/projects', { name: 'Acme' });
  const refused = await lou.ask('POST', '/v1/projects', { name: 'Other' });
  assert.deepEqual([refused.status, refused.at('/code')], [403, 'FORBIDDEN']);
  assert.equal(Object((await lou.ask('GET', '/v1/projects')).at('/data')).length, 1);
});

test('a name that is taken or breaks a rule is refused', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  assert.equal((await kim.ask('POST', '/v1/projects', { name: 'default' })).status, 409);
  const bad = await kim.ask('POST', '/v1/projects', { name: ' x', serviceName: '' });
  assert.deepEqual(
    Object(bad.at('/errors')).map(({ field }: { field: string }) => field),
    ['/name', '/serviceName'],
  );
});

/** Invitations: a link that works once, for 72 hours, for the e-mail that it names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INVITATION_MS } from '../../../../src/engine/people/invitation-service.ts';
import { firstOwner, invite, member, PASSWORD, personOf } from '../../person/people.ts';
import { setup } from '../../setup.ts';

test('the person with the link sees what it is for, makes an account, is signed in', async (t) => {
  const bundle = await setup(t, { publicUrl: 'https://calls.example.com' });
  const kim = await firstOwner(bundle);
  const made = await kim.ask('POST', '/v1/invitations', {
    email: 'Lou@x.example',
    role: 'operator',
  });
  assert.equal(made.status, 201, made.text);
  const link = String(made.at('/link'));
  assert.match(link, /^https:\/\/calls\.example\.com\/invitation#token=[\w-]{43}$/);
  const token = link.replace(/^.*=/, '');
  const list = await kim.ask('GET', '/v1/invitations');
  assert.equal(list.at('/data/0/email'), 'lou@x.example');
  assert.ok(!list.text.includes(token));
  const open = { token: null };
  const seen = await bundle.call('POST', '/v1/invitations/preview', { token }, open);
  assert.deepEqual(
    [seen.at('/email'), seen.at('/role'), seen.at('/projectName'), seen.at('/hasAccount')],
    ['lou@x.example', 'operator', 'default', false],
  );
  const accept = (body: object) =>
    bundle.call('POST', '/v1/invitations/accept', { token, ...body }, open);
  const incomplete = await accept({ name: 'Lou' });
  assert.deepEqual([incomplete.status, incomplete.at('/errors/0/field')], [422, '/password']);
  const entered = await accept({ name: 'Lou', password: PASSWORD });
  assert.equal(entered.status, 200, entered.text);
  const lou = personOf(bundle, entered);
  assert.equal((await lou.ask('GET', '/v1/calls')).status, 200);
  assert.equal((await accept({ name: 'Max', password: PASSWORD })).status, 404);
  assert.deepEqual((await kim.ask('GET', '/v1/invitations')).at('/data'), []);
  const entry = Object((await kim.ask('GET', '/v1/audit')).at('/data/0'));
  assert.deepEqual([entry.action, entry.actor, entry.target], ['member.joined', lou.id, lou.id]);
});

test('a link ends after 72 hours, when it is withdrawn, and by a newer one', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const look = async (token: string) =>
    (await bundle.call('POST', '/v1/invitations/preview', { token }, { token: null })).status;
  const first = await invite(kim, 'lou@example.com', 'viewer');
  const second = await invite(kim, 'lou@example.com', 'viewer');
  assert.deepEqual([await look(first), await look(second)], [404, 200]);
  const id = String((await kim.ask('GET', '/v1/invitations')).at('/data/0/id'));
  assert.equal((await kim.ask('DELETE', `/v1/invitations/${id}`)).status, 204);
  assert.equal((await kim.ask('DELETE', `/v1/invitations/${id}`)).status, 404);
  assert.equal(await look(second), 404);
  const third = await invite(kim, 'lou@example.com', 'viewer');
  // The clock first shows 72 hours in the store, since Kim's session would end before.
  const { store, project } = bundle;
  const [kept] = await store.invitations(project.key);
  assert.equal((kept?.expiresAtMs ?? 0) - (kept?.createdAtMs ?? 0), INVITATION_MS);
  bundle.clock.advance(INVITATION_MS - 1);
  assert.equal(await look(third), 200);
  bundle.clock.advance(1);
  assert.equal(await look(third), 404);
});

test('a person with an account signs in first, with the invited e-mail', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'viewer', 'lou');
  const max = await member(bundle, kim, 'viewer', 'max');
  const made = await kim.ask('POST', '/v1/projects', { name: 'Acme' });
  const acme = String(made.at('/id'));
  const there = { 'ringpost-project': acme };
  const body = { email: lou.email, role: 'admin' };
  const invited = await kim.ask('POST', '/v1/invitations', body, there);
  const token = String(invited.at('/link')).replace(/^.*=/, '');
  const open = { token: null };
  const seen = await bundle.call('POST', '/v1/invitations/preview', { token }, open);
  assert.equal(seen.at('/hasAccount'), true);
  const anew = { token, name: 'Mallory', password: PASSWORD };
  const signedOut = await bundle.call('POST', '/v1/invitations/accept', anew, open);
  assert.deepEqual([signedOut.status, signedOut.at('/code')], [401, 'UNAUTHENTICATED']);
  assert.equal((await max.ask('POST', '/v1/invitations/accept', { token })).status, 403);
  const entered = await lou.ask('POST', '/v1/invitations/accept', { token });
  assert.equal(entered.status, 200, entered.text);
  assert.deepEqual(entered.headers.getSetCookie(), []);
  assert.equal(Object(entered.at('/memberships')).length, 2);
  assert.equal((await lou.ask('GET', '/v1/api-keys', undefined, there)).status, 200);
  assert.equal((await lou.ask('GET', '/v1/api-keys')).status, 403);
});

test('a member is not invited again, and an acceptance from another site is refused', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const again = await kim.ask('POST', '/v1/invitations', { email: kim.email, role: 'viewer' });
  assert.equal(again.status, 409);
  const token = await invite(kim, 'lou@example.com', 'viewer');
  const body = { token, name: 'Lou', password: PASSWORD };
  const headers = { origin: 'https://evil.example' };
  const crossed = await bundle.call('POST', '/v1/invitations/accept', body, {
    token: null,
    headers,
  });
  assert.deepEqual([crossed.status, crossed.at('/code')], [403, 'NOT_SAME_ORIGIN']);
});

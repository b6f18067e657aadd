/** An owner removes the second factor of a member who lost it, and no other member can. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROVEN_MS } from '../../../../src/core/person/session.ts';
import { withAuthenticator } from '../../person/authenticator.ts';
import { firstOwner, member, personOf, signIn } from '../../person/people.ts';
import { postbox } from '../../postbox.ts';
import { setup } from '../../setup.ts';

test('removing a factor ends the sessions of the member, who gets a mail', async (t) => {
  const { taking, letters } = postbox();
  const bundle = await setup(t, { letters: taking });
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'operator', 'lou');
  await withAuthenticator(lou, bundle.clock.wallMs());
  const shown = async () => (await kim.ask('GET', '/v1/members')).at('/data/1/secondFactor');
  assert.equal(await shown(), true);
  assert.equal((await signIn(bundle, lou.email)).at('/code'), 'SECOND_FACTOR_REQUIRED');
  const path = `/v1/members/${lou.id}/second-factor`;
  assert.equal((await kim.ask('DELETE', path)).status, 204);
  assert.equal(await shown(), false);
  assert.equal((await lou.ask('GET', '/v1/session')).status, 401);
  assert.equal((await signIn(bundle, lou.email)).status, 200);
  assert.equal((await kim.ask('DELETE', path)).status, 404);
  const told = letters.find(({ kind }) => kind === 'second-factor-removed');
  assert.equal(told?.to, lou.email);
  const query = '?action=second-factor.removed';
  const entry = Object((await kim.ask('GET', `/v1/audit${query}`)).at('/data/0'));
  assert.deepEqual([entry.actor, entry.target], [kim.id, lou.id]);
  assert.deepEqual(entry.after, { by: 'owner', sessions: 'ended' });
});

test('only an owner with all rights of the member removes it, and not their own', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'owner', 'lou');
  const max = await member(bundle, kim, 'admin', 'max');
  for (const each of [kim, lou]) await withAuthenticator(each, bundle.clock.wallMs());
  const path = `/v1/members/${lou.id}/second-factor`;
  assert.equal((await max.ask('DELETE', path)).status, 403);
  const own = await kim.ask('DELETE', `/v1/members/${kim.id}/second-factor`);
  assert.deepEqual([own.status, own.at('/code')], [409, 'STATE_CONFLICT']);
  // Lou owns a project where Kim is no member: the removal would open it too.
  const made = await lou.ask('POST', '/v1/projects', { name: 'elsewhere' });
  assert.equal(made.status, 201);
  const elsewhere = await kim.ask('DELETE', path);
  assert.deepEqual([elsewhere.status, elsewhere.at('/code')], [403, 'FORBIDDEN']);
  assert.equal((await lou.ask('GET', '/v1/account/second-factor')).at('/enabled'), true);
  const there = { 'ringpost-project': String(made.at('/id')) };
  assert.equal((await kim.ask('DELETE', path, undefined, there)).status, 403);
  bundle.clock.advance(PROVEN_MS);
  const late = await kim.ask('DELETE', path);
  assert.equal(late.at('/code'), 'REAUTHENTICATION_REQUIRED');
  assert.equal((await signIn(bundle, lou.email)).at('/code'), 'SECOND_FACTOR_REQUIRED');
  assert.equal(personOf(bundle, await signIn(bundle, lou.email)).id, 'undefined');
});

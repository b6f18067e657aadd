/** Signing in by a real identity provider: who may enter, as whom, and what is refused. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createOidcProvider } from '../../../../src/system/oidc-provider.ts';
import { CLIENT } from '../../../system/oidc-server.ts';
import { cookieOf, firstOwner, invite, member, personOf, signIn } from '../../person/people.ts';
import { setup } from '../../setup.ts';
import { enter, KIM, open, PUBLIC_URL, rigOf, sessionOf } from './oidc-rig.ts';

test('the first owner is known by their verified e-mail, and later by their subject', async (t) => {
  const rig = await rigOf(t);
  const { bundle, server } = rig;
  await firstOwner(bundle);
  server.accounts.set('sub-kim', KIM);
  const seen = await bundle.call('GET', '/v1/setup', undefined, { token: null });
  assert.deepEqual(seen.at('/oidc'), { name: 'Acme Login', startUrl: '/v1/oidc/start' });
  const entered = await enter(rig, 'sub-kim', '/p/x/calls?state=failed');
  assert.deepEqual(
    [entered.status, entered.headers.get('location')],
    [302, '/p/x/calls?state=failed'],
  );
  const kim = sessionOf(bundle, entered);
  const session = await kim.ask('/v1/session');
  assert.deepEqual([session.at('/user/email'), session.at('/signedInBy')], [KIM.email, 'oidc']);
  assert.equal(session.at('/user/hasPassword'), true);
  server.accounts.set('sub-kim', { ...KIM, email: 'new@example.com' });
  const again = sessionOf(bundle, await enter(rig, 'sub-kim'));
  assert.equal((await again.ask('/v1/session')).at('/user/id'), session.at('/user/id'));
  const actions = (await kim.ask('/v1/audit')).text;
  assert.ok(actions.includes('account.linked') && actions.includes('session.created'));
});

test('an invited person enters with the role of the invitation; others are refused', async (t) => {
  const rig = await rigOf(t);
  const { bundle, server } = rig;
  const kim = await firstOwner(bundle);
  await invite(kim, 'lou@example.com', 'operator');
  server.accounts.set('lou', { ...KIM, email: 'Lou@Example.com', name: 'Lou\u202e' });
  server.accounts.set('max', { ...KIM, email: 'max@example.com' });
  const lou = sessionOf(bundle, await enter(rig, 'lou'));
  const session = await lou.ask('/v1/session');
  assert.deepEqual(
    [session.at('/user/email'), session.at('/user/name'), session.at('/memberships/0/role')],
    ['lou@example.com', 'Lou', 'operator'],
  );
  assert.equal(session.at('/user/hasPassword'), false);
  const refused = await enter(rig, 'max');
  assert.equal(refused.headers.get('location'), '/login?problem=oidc-not-invited');
  assert.equal(await bundle.store.userByEmail('max@example.com'), null);
});

test('people of an allowed domain enter the first project as viewers', async (t) => {
  const rig = await rigOf(t, ['example.com']);
  await firstOwner(rig.bundle);
  rig.server.accounts.set('max', { ...KIM, email: 'max@example.com' });
  rig.server.accounts.set('eve', { ...KIM, email: 'eve@example.com.evil.example' });
  const max = sessionOf(rig.bundle, await enter(rig, 'max'));
  assert.equal((await max.ask('/v1/session')).at('/memberships/0/role'), 'viewer');
  const eve = await enter(rig, 'eve');
  assert.equal(eve.headers.get('location'), '/login?problem=oidc-not-invited');
});

test('an e-mail that is not verified, or is unconfirmed here, matches no account', async (t) => {
  const rig = await rigOf(t, ['example.com']);
  const { bundle, server } = rig;
  const kim = await firstOwner(bundle);
  server.accounts.set('fake', { ...KIM, email_verified: false });
  server.accounts.set('none', { name: 'None' });
  for (const account of ['fake', 'none']) {
    const refused = await enter(rig, account);
    assert.equal(refused.headers.get('location'), '/login?problem=oidc-no-verified-email');
  }
  const lou = await member(bundle, kim, 'viewer', 'lou');
  const claim = { email: 'boss@example.com', currentPassword: 'correct horse battery staple' };
  const headers = { origin: PUBLIC_URL };
  assert.equal((await lou.ask('PATCH', '/v1/account', claim, headers)).status, 200);
  server.accounts.set('boss', { ...KIM, email: 'boss@example.com' });
  // The claim is unconfirmed, so the person of the provider gets a new account.
  const boss = sessionOf(bundle, await enter(rig, 'boss'));
  assert.notEqual((await boss.ask('/v1/session')).at('/user/id'), lou.id);
});

test('an invited account loses its password when the provider says who it is', async (t) => {
  const rig = await rigOf(t);
  const { bundle, server } = rig;
  const kim = await firstOwner(bundle);
  const taken = await member(bundle, kim, 'viewer', 'lou');
  server.accounts.set('lou', { ...KIM, email: 'lou@example.com' });
  const lou = sessionOf(bundle, await enter(rig, 'lou'));
  assert.equal((await lou.ask('/v1/session')).at('/user/id'), taken.id);
  assert.equal((await taken.ask('GET', '/v1/session')).status, 401);
  assert.equal((await signIn(bundle, 'lou@example.com')).status, 401);
});

test('no person enters before the first owner, nor without the cookie', async (t) => {
  const rig = await rigOf(t, ['example.com']);
  const { bundle, server } = rig;
  server.accounts.set('kim', KIM);
  const early = await enter(rig, 'kim');
  assert.equal(early.headers.get('location'), '/login?problem=oidc-setup-needed');
  await firstOwner(bundle);
  const start = await open(bundle, '/v1/oidc/start');
  const back = await server.logIn(String(start.headers.get('location')), 'kim');
  const path = back.slice(PUBLIC_URL.length);
  const problem = async (cookie: string, at = path) =>
    (await open(bundle, at, cookie)).headers.get('location');
  assert.equal(await problem(''), '/login?problem=oidc-expired');
  const other = cookieOf(await open(bundle, '/v1/oidc/start'));
  assert.equal(await problem(other), '/login?problem=oidc-refused');
  const forged = path.replace(/state=[^&]+/, 'state=forged');
  assert.equal(await problem(cookieOf(start), forged), '/login?problem=oidc-refused');
  const denied = path.replace(/code=[^&]+/, 'error=access_denied');
  assert.equal(await problem(cookieOf(start), denied), '/login?problem=oidc-refused');
  bundle.clock.advance(600_001);
  assert.equal(await problem(cookieOf(start)), '/login?problem=oidc-expired');
  assert.ok(rig.troubles.length >= 3);
});

test('the browser is sent back only to a path of the service', async (t) => {
  const rig = await rigOf(t);
  await firstOwner(rig.bundle);
  rig.server.accounts.set('kim', KIM);
  for (const returnTo of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a\nb',
    '',
  ]) {
    const entered = await enter(rig, 'kim', returnTo);
    assert.equal(entered.headers.get('location'), '/', JSON.stringify(returnTo));
    assert.ok(personOf(rig.bundle, entered).cookie !== '');
  }
});

test('the sign-in page says if the provider cannot be reached', async (t) => {
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const rest = { clientId: CLIENT.id, clientSecret: CLIENT.secret, name: 'Acme Login' };
  const provider = createOidcProvider({ issuer: `http://127.0.0.1:${port}`, ...rest });
  const troubles: string[] = [];
  const onTrouble = (message: string) => void troubles.push(message);
  const bundle = await setup(t, { oidc: { provider, domains: [], role: 'viewer', onTrouble } });
  const answer = await open(bundle, '/v1/oidc/start');
  assert.equal(answer.headers.get('location'), '/login?problem=oidc-unavailable');
  assert.match(String(troubles[0]), /Acme Login cannot be asked at http:\/\/127/);
});

test('without a provider the start is 404', async (t) => {
  const bundle = await setup(t);
  assert.equal((await open(bundle, '/v1/oidc/start')).status, 404);
});

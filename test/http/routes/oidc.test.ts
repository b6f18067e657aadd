/** Signing in by a real identity provider: who may enter, as whom, and what is refused. */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createOidcProvider } from '../../../src/system/oidc-provider.ts';
import { CLIENT, type OidcServer, startOidcServer } from '../../system/oidc-server.ts';
import { cookieOf, firstOwner, invite, member, personOf, signIn } from '../people.ts';
import { type Answer, type Bundle, setup } from '../setup.ts';

const PUBLIC_URL = 'https://calls.example.com';
const CALLBACK = `${PUBLIC_URL}/v1/oidc/callback`;
const KIM = { email: 'kim@example.com', email_verified: true, name: 'Kim' };

interface Rig {
  readonly bundle: Bundle;
  readonly server: OidcServer;
  readonly troubles: string[];
}

async function rigOf(t: TestContext, domains: readonly string[] = []): Promise<Rig> {
  const server = await startOidcServer([CALLBACK]);
  t.after(() => server.close());
  const rest = { clientId: CLIENT.id, clientSecret: CLIENT.secret, name: 'Acme Login' };
  const provider = createOidcProvider({ issuer: server.issuer, ...rest });
  const troubles: string[] = [];
  const onTrouble = (message: string): void => {
    troubles.push(message);
  };
  const oidc = { provider, domains, role: 'viewer', onTrouble } as const;
  return { bundle: await setup(t, { oidc, publicUrl: PUBLIC_URL }), server, troubles };
}

/** The whole way: our start, the provider's pages, our callback. */
async function enter({ bundle, server }: Rig, account: string, returnTo = '/'): Promise<Answer> {
  const start = await open(bundle, `/v1/oidc/start?returnTo=${encodeURIComponent(returnTo)}`);
  assert.equal(start.status, 302, start.text);
  const back = await server.logIn(String(start.headers.get('location')), account);
  assert.ok(back.startsWith(CALLBACK), back);
  return open(bundle, back.slice(PUBLIC_URL.length), cookieOf(start));
}

function open({ call }: Bundle, path: string, cookie = ''): Promise<Answer> {
  return call('GET', path, undefined, { token: null, headers: cookie === '' ? {} : { cookie } });
}

/** The session's cookie; the other one is that of the way, used up. */
function sessionOf(bundle: Bundle, answer: Answer) {
  const set = answer.headers.getSetCookie().find((each) => each.startsWith('__Host-ringpost='));
  const cookie = String(set).split(';')[0] ?? '';
  const headers = { cookie, 'ringpost-project': bundle.project.id };
  return {
    cookie,
    ask: (path: string) => bundle.call('GET', path, undefined, { token: null, headers }),
  };
}

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

test('who was invited enters with the role of the invitation, others do not', async (t) => {
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

test('an e-mail that is not verified, or only claimed by its owner, matches nobody', async (t) => {
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
  const boss = await enter(rig, 'boss');
  assert.equal(boss.headers.get('location'), '/login?problem=oidc-not-linked');
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

test('nobody enters before the first owner, nor without the cookie of the way', async (t) => {
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

test('the browser is sent back to a path of ours only', async (t) => {
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

test('a provider that is away is said on the page that signs in', async (t) => {
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

const DISCOVERY = '/.well-known/openid-configuration';
const TOKEN = '/token';
const JWKS = '/jwks';

/** The id token of an answer, put together anew. */
function withIdToken(change: (header: object, payload: string) => string) {
  return (answer: Buffer): Buffer => {
    const told = JSON.parse(answer.toString());
    const [header = '', payload = ''] = String(told.id_token).split('.');
    const decoded = JSON.parse(Buffer.from(header, 'base64url').toString());
    return Buffer.from(JSON.stringify({ ...told, id_token: change(decoded, payload) }));
  };
}

const encoded = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url');

function signedBy(privateKey: KeyObject) {
  return withIdToken((header, payload) => {
    const content = `${encoded(header)}.${payload}`;
    return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
  });
}

test('an id token counts by its signature only', async (t) => {
  const rig = await rigOf(t);
  const { bundle, server } = rig;
  await firstOwner(bundle);
  server.accounts.set('kim', KIM);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const unsigned = (header: object, payload: string) => {
    return `${encoded({ ...header, alg: 'none' })}.${payload}.`;
  };
  // A provider that lists `none` among its algorithms is no reason to take it.
  server.tamper.set(DISCOVERY, (answer) => {
    const told = JSON.parse(answer.toString());
    const algorithms = [...told.id_token_signing_alg_values_supported, 'none', 'HS256'];
    return Buffer.from(
      JSON.stringify({ ...told, id_token_signing_alg_values_supported: algorithms }),
    );
  });
  const hashed = withIdToken((header, payload) => {
    const content = `${encoded({ ...header, alg: 'HS256' })}.${payload}`;
    return `${content}.${createHmac('sha256', CLIENT.secret).update(content).digest('base64url')}`;
  });
  const forgeries = { foreign: signedBy(privateKey), none: withIdToken(unsigned), hashed };
  for (const [name, forgery] of Object.entries(forgeries)) {
    server.tamper.set(TOKEN, forgery);
    const entered = await enter(rig, 'kim');
    assert.equal(entered.headers.get('location'), '/login?problem=oidc-refused', name);
    assert.equal(
      entered.headers.getSetCookie().some((each) => each.includes('ringpost=')),
      false,
    );
  }
  assert.equal(rig.troubles.length, 3);
  server.tamper.delete(TOKEN);
  assert.equal((await enter(rig, 'kim')).headers.get('location'), '/');
});

test('an answer of the provider that grows as it is unpacked is not read to its end', async (t) => {
  const rig = await rigOf(t);
  const { bundle, server } = rig;
  await firstOwner(bundle);
  server.accounts.set('kim', KIM);
  // 64 MB of spaces before the answer are 64 KB on the wire.
  const padded: Parameters<typeof server.tamper.set>[1] = (answer, reply) => {
    reply.setHeader('content-encoding', 'gzip');
    return gzipSync(Buffer.concat([Buffer.alloc(64_000_000, ' '), answer]));
  };
  server.tamper.set(DISCOVERY, padded);
  const start = await open(bundle, '/v1/oidc/start');
  assert.equal(start.headers.get('location'), '/login?problem=oidc-unavailable');
  assert.match(String(rig.troubles.at(-1)), /longer than/);
  server.tamper.clear();
  for (const path of [TOKEN, JWKS]) {
    server.tamper.set(path, padded);
    const entered = await enter(rig, 'kim');
    assert.equal(entered.headers.get('location'), '/login?problem=oidc-refused', path);
    assert.match(String(rig.troubles.at(-1)), /longer than/);
    server.tamper.clear();
  }
  assert.equal((await enter(rig, 'kim')).headers.get('location'), '/');
});

test('without a provider there is nothing to start', async (t) => {
  const bundle = await setup(t);
  assert.equal((await open(bundle, '/v1/oidc/start')).status, 404);
});

/**
 * Tokens of a real identity provider are accepted only with a valid signature, up to a bound of
 * size, and prove an identity only while their `auth_time` is fresh.
 */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PROVEN_MS } from '../../../../src/core/person/session.ts';
import { CLIENT } from '../../../system/oidc-server.ts';
import { cookieOf, firstOwner } from '../../person/people.ts';
import { enter, KIM, open, PUBLIC_URL, type Rig, rigOf, sessionOf } from './oidc-rig.ts';

/** Proves the identity of the signed-in person again, by an account of the provider. */
async function showAgain({ bundle, server }: Rig, cookie: string, account: string) {
  const start = await open(bundle, '/v1/oidc/start?again=true', cookie);
  const url = String(start.headers.get('location'));
  assert.match(url, /prompt=login/);
  assert.match(url, /max_age=600/);
  const back = await server.logIn(url, account);
  return open(bundle, back.slice(PUBLIC_URL.length), `${cookie}; ${cookieOf(start)}`);
}

test('a person who signed in by the provider proves their identity there again', async (t) => {
  const rig = await rigOf(t);
  const { bundle, server } = rig;
  await firstOwner(bundle);
  server.accounts.set('kim', KIM);
  server.accounts.set('eve', { ...KIM, email: 'eve@example.com' });
  const { cookie } = sessionOf(bundle, await enter(rig, 'kim'));
  const headers = { cookie, 'ringpost-project': bundle.project.id, origin: PUBLIC_URL };
  const make = async () => {
    const body = { name: 'a key', scopes: ['calls:read'] };
    return (await bundle.call('POST', '/v1/api-keys', body, { token: null, headers })).status;
  };
  bundle.clock.advance(PROVEN_MS);
  assert.equal(await make(), 403);
  const other = await showAgain(rig, cookie, 'eve');
  const problem = '/reauthenticated?problem=oidc-another-person';
  assert.equal(other.headers.get('location'), problem);
  const none = await showAgain(rig, '', 'kim');
  assert.equal(none.headers.get('location'), '/reauthenticated?problem=oidc-expired');
  assert.equal(await make(), 403);
  // `auth_time` is of the provider's clock, so the test replaces it.
  assert.ok(
    rig.said.slice(-2).every((atMs) => atMs !== null),
    'max_age asks for auth_time',
  );
  const shownAt = Math.floor(bundle.clock.wallMs() / 1_000);
  rig.told.shownAtS = shownAt - 600;
  const old = await showAgain(rig, cookie, 'kim');
  assert.equal(old.headers.get('location'), '/reauthenticated?problem=oidc-not-again');
  assert.equal(await make(), 403);
  for (const at of [shownAt - 599, null]) {
    rig.told.shownAtS = at;
    bundle.clock.advance(at === null ? PROVEN_MS : 0);
    const shown = await showAgain(rig, cookie, 'kim');
    assert.equal(shown.headers.get('location'), '/reauthenticated');
    assert.equal(
      shown.headers.getSetCookie().some((each) => each.includes('ringpost=')),
      false,
    );
    assert.equal(await make(), 201);
  }
});

const DISCOVERY = '/.well-known/openid-configuration';
const TOKEN = '/token';
const JWKS = '/jwks';

/** Replaces the id token of an answer. */
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

test('an id token without a valid signature of the provider is refused', async (t) => {
  const rig = await rigOf(t);
  const { bundle, server } = rig;
  await firstOwner(bundle);
  server.accounts.set('kim', KIM);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const unsigned = (header: object, payload: string) => {
    return `${encoded({ ...header, alg: 'none' })}.${payload}.`;
  };
  // `none` and HS256 are refused even if the provider lists them.
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

test('an answer of the provider that is too long when decompressed is refused', async (t) => {
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

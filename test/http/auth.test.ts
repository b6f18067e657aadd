/** Who may do what: every route against no key, a wrong key and a key without its scope. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES } from '../../src/engine/ports/manage-store.ts';
import { addressOf, registeredRoutes } from './registered.ts';
import { setup, TOKEN } from './setup.ts';

/** What anybody may ask for; a route that joins them must join them here too. */
const PUBLIC = [
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  'GET /v1/projects/:projectId/.well-known/jwks.json',
  'GET /v1/projects/:projectId/signing-keys/:kid.pem',
  'GET /v1/setup',
  'GET /v1/oidc/callback',
  'GET /v1/oidc/start',
  'POST /v1/ingest/:adapter/:sourceId',
  'POST /v1/invitations/accept',
  'POST /v1/invitations/preview',
  'POST /v1/session',
  'POST /v1/setup',
];

test('the public routes are these and no others', async (t) => {
  const { service } = await setup(t);
  const open = (await registeredRoutes(service)).filter(({ scope }) => scope === null);
  const names = open.map(({ method, url }) => `${method} ${url}`);
  assert.deepEqual(names.sort(), PUBLIC.toSorted());
});

test('every other route refuses a request without a key, or with an unknown one', async (t) => {
  const { call, service } = await setup(t);
  for (const route of await registeredRoutes(service)) {
    if (route.scope === null) continue;
    for (const token of [null, 'rp_unknown_0123456789', 'short', `${TOKEN}x`]) {
      const answer = await call(route.method, addressOf(route), undefined, { token });
      assert.equal(answer.status, 401, `${route.method} ${route.url}`);
      assert.equal(answer.at('/code'), 'UNAUTHENTICATED');
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="ringpost"');
    }
  }
});

test('every other route refuses a key that has all scopes but the one it needs', async (t) => {
  const { call, service, keyWith } = await setup(t);
  const routes = await registeredRoutes(service);
  for (const scope of SCOPES) {
    const token = await keyWith(SCOPES.filter((other) => other !== scope));
    for (const route of routes.filter((each) => each.scope === scope)) {
      const answer = await call(route.method, addressOf(route), undefined, { token });
      assert.equal(answer.status, 403, `${route.method} ${route.url}`);
      assert.equal(answer.at('/code'), 'FORBIDDEN');
      assert.match(String(answer.at('/detail')), new RegExp(`scope ${scope}\\.`));
    }
  }
});

test('a key with the one scope gets past the door', async (t) => {
  const { call, service, keyWith } = await setup(t);
  const routes = await registeredRoutes(service);
  for (const scope of SCOPES) {
    const token = await keyWith([scope]);
    for (const route of routes.filter((each) => each.scope === scope)) {
      const { status } = await call(route.method, addressOf(route), undefined, { token });
      assert.ok(status !== 401 && status !== 403, `${route.method} ${route.url}: ${status}`);
    }
  }
});

test('only the Bearer scheme is understood, in any case', async (t) => {
  const { call } = await setup(t);
  const get = (authorization: string) =>
    call('GET', '/v1/calls', undefined, { token: null, headers: { authorization } });
  assert.equal((await get(`bearer ${TOKEN}`)).status, 200);
  for (const wrong of [TOKEN, `Basic ${TOKEN}`, `Bearer ${TOKEN} x`, 'Bearer', 'Bearer  ']) {
    assert.equal((await get(wrong)).status, 401, wrong);
  }
});

test('a key is never in a reply or in the log', async (t) => {
  const { call, logged } = await setup(t);
  const token = 'rp_unknown_secret_0123456789';
  const answer = await call('GET', '/v1/calls', undefined, { token });
  assert.ok(!answer.text.includes(token));
  assert.ok(!JSON.stringify(logged).includes(token));
});

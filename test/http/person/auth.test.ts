/** Every route refuses a request without a key, with a wrong key, or without its scope. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES } from '../../../src/core/key/scope.ts';
import { TRIES_FORGOTTEN_MS } from '../../../src/core/person/sign-in-throttle.ts';
import { KEY_GUESS_RULE } from '../../../src/engine/key/key-guesses.ts';
import { addressOf, registeredRoutes } from '../registered.ts';
import { setup, TOKEN } from '../setup.ts';

/** Public routes; a new public route must be added here too. */
const PUBLIC = [
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  'GET /v1/projects/:projectId/.well-known/jwks.json',
  'GET /v1/projects/:projectId/signing-keys/:kid.pem',
  'GET /v1/setup',
  'GET /v1/oidc/callback',
  'GET /v1/oidc/start',
  // Some platforms call with GET; both are refused without the platform's signature.
  'GET /v1/ingest/:adapter/:sourceId',
  'POST /v1/ingest/:adapter/:sourceId',
  'POST /v1/invitations/accept',
  'POST /v1/invitations/preview',
  'POST /v1/password-resets',
  'POST /v1/password-resets/complete',
  'POST /v1/password-resets/preview',
  'POST /v1/session',
  'POST /v1/session/passkey',
  'POST /v1/session/passkey/options',
  'POST /v1/session/second-factor',
  'POST /v1/session/second-factor/options',
  'POST /v1/session/second-factor/passkey',
  'POST /v1/setup',
];

test('the public routes are these and no others', async (t) => {
  const { service } = await setup(t);
  const open = (await registeredRoutes(service)).filter(({ scope }) => scope === null);
  const names = open.map(({ method, url }) => `${method} ${url}`);
  assert.deepEqual(names.sort(), PUBLIC.toSorted());
});

test('every other route refuses a request without a key, or with an unknown one', async (t) => {
  const { call, clock, service } = await setup(t);
  for (const route of await registeredRoutes(service)) {
    if (route.scope === null) continue;
    clock.advance(TRIES_FORGOTTEN_MS);
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

test('a key with only the scope of a route is not refused', async (t) => {
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

test('an address with many wrong keys is told to wait; a right key from it is not', async (t) => {
  const { call, clock, keyWith } = await setup(t);
  const guess = (token: string) => call('GET', '/v1/calls', undefined, { token });
  for (let index = 0; index < KEY_GUESS_RULE.free; index += 1) {
    assert.equal((await guess(`rp_guess_${index}`)).status, 401);
  }
  const waiting = await guess('rp_one_more_guess');
  assert.deepEqual([waiting.status, waiting.at('/code')], [429, 'RATE_LIMITED'], waiting.text);
  assert.equal(waiting.headers.get('retry-after'), '1');
  assert.match(String(waiting.at('/detail')), /in 1 seconds/);
  for (const token of [TOKEN, await keyWith(['calls:read'])]) {
    assert.equal((await guess(token)).status, 200, 'known before or not');
  }
  clock.advance(KEY_GUESS_RULE.firstWaitMs);
  assert.equal((await guess('rp_later_guess')).status, 401);
  assert.equal((await guess('rp_later_guess')).headers.get('retry-after'), '2');
});

test('wrong keys are counted by the address that a trusted proxy names, by no other', async (t) => {
  const guess = async (trustedProxies: readonly string[], named = '192.0.2.'): Promise<number> => {
    const { call } = await setup(t, { trustedProxies });
    let waiting = 0;
    for (let index = 0; index < KEY_GUESS_RULE.free + 10; index += 1) {
      const headers = { 'x-forwarded-for': `${named}${index}` };
      const answer = await call('GET', '/v1/calls', undefined, { token: 'rp_wrong_key', headers });
      if (answer.status === 429) waiting += 1;
    }
    return waiting;
  };
  assert.equal(await guess([]), 10);
  assert.equal(await guess(['127.0.0.1/32']), 0);
  assert.equal(await guess(['127.0.0.1/32'], 'client-'), 10, 'what is no address is ignored');
});

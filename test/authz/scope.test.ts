/** Every route with every scope: only a key with the documented scope may use it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES } from '../../src/core/key/scope.ts';
import { TRIES_FORGOTTEN_MS } from '../../src/core/person/sign-in-throttle.ts';
import { type Answer, type Bundle, TOKEN } from '../http/setup.ts';
import { nameOf, ROUTES, type Route, requestOf } from './route-table.ts';
import { comparable, neverGiven, type Party, twoProjects } from './two-projects.ts';

const GUARDED = ROUTES.filter(({ scope }) => scope !== null);

/** Authorization headers that are no valid key. */
const MALFORMED = [
  '',
  'Bearer',
  'Bearer ',
  TOKEN,
  `Basic ${Buffer.from(`${TOKEN}:`).toString('base64')}`,
  `Token ${TOKEN}`,
  `Bearer ${TOKEN}, Bearer ${TOKEN}`,
  `Bearer ${TOKEN} `.concat('x'),
  `Bearer ${TOKEN.slice(0, -1)}`,
  `Bearer ${TOKEN}=`,
  `Bearer ${TOKEN.toUpperCase()}`,
  `Bearer "${TOKEN}"`,
  `Bearer\t${TOKEN}`,
  'Bearer rp_',
  `Bearer rp_${'a'.repeat(43)}`,
  `Bearer ${'a'.repeat(600)}`,
  'Bearer null',
  'Bearer undefined',
  "Bearer ' or 1=1 --",
];

async function ask(
  { call }: Pick<Bundle, 'call'>,
  route: Route,
  { ids }: Party,
  options: { token: string | null; headers?: Readonly<Record<string, string>> },
): Promise<Answer> {
  const { path, body } = requestOf(route, ids);
  return call(route.method, path, body, options);
}

function refuses(answer: Answer, status: number, code: string, what: string): void {
  assert.deepEqual([answer.status, answer.at('/code')], [status, code], `${what}: ${answer.text}`);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/, what);
}

test('a key with one scope may use the routes of this scope and no other', async (t) => {
  const bundle = await twoProjects(t);
  const { one, keyWith } = bundle;
  for (const scope of SCOPES) {
    const token = await keyWith([scope]);
    for (const route of GUARDED.filter((each) => each.scope !== scope)) {
      const what = `${nameOf(route)} with ${scope}`;
      const answer = await ask(bundle, route, one, { token });
      refuses(answer, 403, 'FORBIDDEN', what);
      assert.match(String(answer.at('/detail')), new RegExp(` scope ${route.scope}\\.$`), what);
    }
  }
  // The refusals changed nothing: in the order of the table each good request succeeds.
  for (const route of GUARDED) {
    const token = await keyWith([route.scope ?? 'calls:read']);
    const answer = await ask(bundle, route, one, { token });
    assert.equal(answer.status, route.good, `${nameOf(route)}: ${answer.text}`);
  }
});

test('a key with all scopes except that of the route is refused, also project:admin', async (t) => {
  const bundle = await twoProjects(t);
  for (const scope of SCOPES) {
    const token = await bundle.keyWith(SCOPES.filter((other) => other !== scope));
    for (const route of GUARDED.filter((each) => each.scope === scope)) {
      refuses(await ask(bundle, route, bundle.one, { token }), 403, 'FORBIDDEN', nameOf(route));
    }
  }
});

test('no key, a malformed, a revoked and an expired key are 401', async (t) => {
  const bundle = await twoProjects(t);
  const { call, clock, one } = bundle;
  const make = async (more: object) => {
    const answer = await one.ask('POST', '/v1/api-keys', { name: 'k', scopes: SCOPES, ...more });
    assert.equal(answer.status, 201, answer.text);
    return { id: String(answer.at('/id')), token: String(answer.at('/token')) };
  };
  const revoked = await make({});
  const expired = await make({ expiresAt: new Date(clock.wallMs() + 60_000).toISOString() });
  // Both keys are used while valid, so that the service has them in its cache.
  for (const { token } of [revoked, expired]) {
    assert.equal((await call('GET', '/v1/calls', undefined, { token })).status, 200);
  }
  await one.ask('DELETE', `/v1/api-keys/${revoked.id}`);
  clock.advance(60_000);
  const tokens = [null, revoked.token, expired.token].map((token) => ({ token }));
  const headers = MALFORMED.map((authorization) => ({ token: null, headers: { authorization } }));
  for (const route of GUARDED) {
    // Otherwise the limit of wrong keys would answer.
    clock.advance(TRIES_FORGOTTEN_MS);
    for (const options of [...tokens, ...headers]) {
      const answer = await ask(bundle, route, one, options);
      refuses(answer, 401, 'UNAUTHENTICATED', `${nameOf(route)} ${JSON.stringify(options)}`);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="ringpost"');
    }
  }
  const inUrl = await call('GET', `/v1/audit?access_token=${TOKEN}&key=${TOKEN}`, undefined, {
    token: null,
  });
  refuses(inUrl, 401, 'UNAUTHENTICATED', 'a key in the query');
});

test('HEAD needs the same scope as GET', async (t) => {
  const bundle = await twoProjects(t);
  for (const route of GUARDED.filter(({ method }) => method === 'GET')) {
    const head: Route = { ...route, method: 'HEAD' };
    const wrong = await bundle.keyWith(SCOPES.filter((scope) => scope !== route.scope));
    const right = await bundle.keyWith([route.scope ?? 'calls:read']);
    for (const [token, status] of [
      [null, 401],
      [wrong, 403],
      [right, 200],
    ] as const) {
      const answer = await ask(bundle, head, bundle.one, { token });
      assert.deepEqual([answer.status, answer.text], [status, ''], nameOf(head));
    }
  }
});

test('a refusal does not show whether an id exists', async (t) => {
  const bundle = await twoProjects(t);
  const { one, call } = bundle;
  const logs = await bundle.keyWith(['call-logs:read']);
  const results = await bundle.keyWith(['acw-results:read']);
  for (const route of GUARDED.filter(({ foreign }) => foreign !== undefined)) {
    for (const token of [null, route.scope === 'call-logs:read' ? results : logs]) {
      const [real, unknown] = await Promise.all(
        [one.ids, neverGiven(one.ids)].map(async (ids) => {
          const { path, body } = requestOf(route, ids);
          return comparable(await call(route.method, path, body, { token }), ids);
        }),
      );
      assert.deepEqual(real, unknown, nameOf(route));
    }
  }
});

test('public routes answer alike without a key, with a wrong and with a valid one', async (t) => {
  const bundle = await twoProjects(t);
  const { one } = bundle;
  for (const route of ROUTES.filter(({ scope }) => scope === null)) {
    for (const token of [null, 'rp_unknown_0123456789', one.token]) {
      const { status, text } = await ask(bundle, route, one, { token });
      assert.equal(status, route.good, `${nameOf(route)}: ${text}`);
    }
  }
});

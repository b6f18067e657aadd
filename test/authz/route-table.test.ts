/** No route is forgotten: the router, the served document and the hand-written table agree. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setup } from '../http/setup.ts';
import { INSTANCE_ROUTES } from './instance-table.ts';
import { PEOPLE_ROUTES } from './people-table.ts';
import { nameOf, ROUTES } from './route-table.ts';
import { servedRoutes } from './served-route.ts';

const GUIDE = new URL('../../docs/guides/api-keys.md', import.meta.url);
/** The table of people's routes names each id by its thing; the router says `id`. */
const NAMES = /\{(?:member|invitation|session|passkey)\}/;
const PEOPLE = PEOPLE_ROUTES.map(({ method, path, right }) => ({
  name: `${method} ${path.replace(NAMES, '{id}')}`,
  right,
}));
const INSTANCE = INSTANCE_ROUTES.map(({ method, path }) => `${method} ${path}`);
const TABLE = [...ROUTES.map(nameOf), ...PEOPLE.map(({ name }) => name), ...INSTANCE];

/** Public pages, which the document does not list. */
const PAGES = [
  'GET /',
  'GET /docs',
  'GET /docs/',
  'GET /docs/*',
  'GET /docs/json',
  'GET /docs/static/index.html',
  'GET /docs/static/swagger-initializer.js',
  'GET /docs/static/theme/icon.svg',
  'GET /docs/yaml',
];

interface Documented {
  readonly name: string;
  readonly security: unknown;
}

async function documented(t: TestContext): Promise<readonly Documented[]> {
  const { call } = await setup(t);
  const paths = Object(
    (await call('GET', '/openapi.json', undefined, { token: null })).at('/paths'),
  );
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(Object(operations)).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      security: Reflect.get(Object(operation), 'security'),
    })),
  );
}

test('the router serves the routes of the table, the pages, and no other', async (t) => {
  const { app } = await setup(t);
  const served = servedRoutes(app);
  const methods = served.filter((name) => !name.startsWith('HEAD '));
  assert.deepEqual(methods, [...TABLE, ...PAGES].sort());
  // Every GET has a HEAD, and no other route has one.
  const gets = methods.filter((name) => name.startsWith('GET '));
  assert.deepEqual(
    served.filter((name) => name.startsWith('HEAD ')),
    gets.map((name) => name.replace('GET', 'HEAD')),
  );
});

test('the document lists the routes of the table and no other', async (t) => {
  const names = (await documented(t)).map(({ name }) => name);
  assert.deepEqual(names.sort(), [...TABLE].sort());
});

test('the document gives every route the scope of the table', async (t) => {
  const said = new Map((await documented(t)).map(({ name, security }) => [name, security]));
  for (const route of ROUTES) {
    const security = said.get(nameOf(route)) ?? [];
    const { scope } = route;
    const keys = route.instance === true ? [{ instanceKey: [] }] : [];
    const wanted = scope === null ? [] : [{ apiKey: [scope] }, { session: [scope] }, ...keys];
    assert.deepEqual(security, wanted, nameOf(route));
  }
  for (const { name, right } of PEOPLE) {
    assert.deepEqual(said.get(name), [{ session: [right] }], name);
  }
  for (const name of INSTANCE) assert.deepEqual(said.get(name), [{ instanceKey: [] }], name);
});

test('the guide names every public route', async () => {
  const guide = await readFile(GUIDE, 'utf8');
  for (const { path } of ROUTES.filter(({ scope }) => scope === null)) {
    assert.ok(guide.includes(`\`${path}\``), path);
  }
});

test('a built dashboard adds its own files and nothing else', async (t) => {
  const dashboard = await mkdtemp(join(tmpdir(), 'ringpost-dashboard-'));
  t.after(() => rm(dashboard, { recursive: true }));
  for (const name of ['index.html', 'app.js']) await writeFile(join(dashboard, name), '');
  const { app, call } = await setup(t, { dashboard });
  // The router prints a wildcard route without the folder before it.
  assert.ok(app.hasRoute({ method: 'GET', url: '/assets/*' }));
  assert.ok(!app.hasRoute({ method: 'GET', url: '/*' }));
  const added = servedRoutes(app).filter((name) => /^GET \/[^/*]*$/.test(name));
  assert.deepEqual(
    added.filter((name) => !TABLE.includes(name) && name !== 'GET /docs'),
    [
      'GET /',
      'GET /account',
      'GET /app.js',
      'GET /email',
      'GET /invitation',
      'GET /login',
      'GET /reauthenticated',
      'GET /reset',
      'GET /setup',
      'GET /system',
    ],
  );
  for (const path of ['/', '/app.js', '/login', '/p/prj_1/calls', '/go/dlv_1']) {
    assert.equal((await call('GET', path, undefined, { token: null })).status, 200, path);
  }
});

/** The built dashboard is served with a strict policy, and never instead of the API. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fastify from 'fastify';
import type { App } from '../../../src/http/app.ts';
import {
  type DashboardOptions,
  PAGE_ADDRESSES,
  registerDashboard,
} from '../../../src/http/dashboard/dashboard-files.ts';
import { replyWithProblem } from '../../../src/http/reply/error-reply.ts';
import { firstOwner } from '../person/people.ts';
import { setup as serve } from '../setup.ts';

const ROUTES = '../../../dashboard/src/routes.tsx';
const OPTIONS: Omit<DashboardOptions, 'directory'> = {
  version: '1.2.3',
  publicUrl: null,
  onMissing: () => {},
  isSetupNeeded: async () => true,
  sessionOf: async () => null,
};

async function setup(t: { after(run: () => Promise<void>): void }): Promise<App> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-dashboard-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), '<!doctype html><title>Ringpost</title>');
  await writeFile(join(directory, 'assets', 'index-abc123.js'), 'export {};');
  const app: App = fastify();
  registerDashboard(app, { ...OPTIONS, directory });
  t.after(async () => {
    await app.close();
    await rm(directory, { recursive: true });
  });
  return app;
}

test('the page is never cached and its policy allows nothing inline', async (t) => {
  const app = await setup(t);
  const page = await app.inject({ method: 'GET', url: '/' });
  assert.equal(page.statusCode, 200);
  assert.equal(page.headers['cache-control'], 'no-cache');
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self'/);
  assert.doesNotMatch(policy, /unsafe/);
});

test('the page answers at each of its addresses, and at no other', async (t) => {
  const app = await setup(t);
  const inside = ['/p/prj_1', '/p/prj_1/calls/a%2Fb%20%C3%BC', '/go/dlv_1', '/login?next=/p/x'];
  for (const url of [...PAGE_ADDRESSES, ...inside]) {
    const page = await app.inject({ method: 'GET', url });
    assert.equal(page.statusCode, 200, url);
    assert.match(String(page.headers['content-type']), /^text\/html/);
  }
  for (const url of ['/index.html', '/px', '/login/x', '/v1/p']) {
    assert.equal((await app.inject({ method: 'GET', url })).statusCode, 404, url);
  }
});

test('each address of the routes of the dashboard is served', () => {
  const routes = readFileSync(join(import.meta.dirname, ROUTES), 'utf8');
  const addresses = [...routes.matchAll(/\b(?:at|inInstance)\('([^']*)'\)/g)].map(([, path = '']) =>
    path.replace(/^\/?/, '/').replace('$project', ':project').replace(/\$\w+/, ':id'),
  );
  assert.ok(addresses.length >= 10);
  assert.deepEqual(
    addresses.filter((path) => !PAGE_ADDRESSES.includes(path)),
    [],
  );
});

test('hashed assets are cached for a year', async (t) => {
  const app = await setup(t);
  const asset = await app.inject({ method: 'GET', url: '/assets/index-abc123.js' });
  assert.equal(asset.statusCode, 200);
  assert.match(String(asset.headers['cache-control']), /max-age=31536000, immutable/);
});

test('a path that is no file of the build is 404, also with encoded dots', async (t) => {
  const app = await setup(t);
  for (const url of ['/v1/nothing', '/assets/missing.js', '/..%2f..%2fetc/passwd', '/.env']) {
    assert.equal((await app.inject({ method: 'GET', url })).statusCode, 404, url);
  }
});

test('without a build, the log and the 404 of the page say what to run', async (t) => {
  const warned: string[] = [];
  const app: App = fastify();
  app.setErrorHandler((error, request, reply) => replyWithProblem(error, request, reply));
  t.after(() => app.close());
  const onMissing = (text: string) => warned.push(text);
  registerDashboard(app, { ...OPTIONS, onMissing, directory: '/nonexistent' });
  assert.match(warned.join(), /dashboard is not built: run `npm run build`/);
  const reply = await app.inject({ method: 'GET', url: '/' });
  assert.equal(reply.statusCode, 404);
  assert.match(reply.json().detail, /npm run build/);
});

test('for a signed-in person the page holds the session and is not stored', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-dashboard-'));
  t.after(() => rm(directory, { recursive: true }));
  const html = '<head></head><script type="application/json" id="ringpost-facts"></script>';
  await writeFile(join(directory, 'index.html'), html);
  const bundle = await serve(t, { dashboard: directory });
  const kim = await firstOwner(bundle);
  const load = (headers: Readonly<Record<string, string>>) =>
    fetch(`${bundle.url}/p/${bundle.project.id}/overview`, { headers });
  const page = await load({ cookie: kim.cookie });
  assert.equal(page.headers.get('cache-control'), 'no-store');
  const { session } = JSON.parse(/ringpost-facts">([^<]*)</.exec(await page.text())?.[1] ?? '');
  assert.deepEqual(session, (await kim.ask('GET', '/v1/session')).json);
  for (const headers of [{}, { cookie: `${kim.cookie}x` }]) {
    const strange = await load(headers);
    assert.equal(strange.headers.get('cache-control'), 'no-cache');
    assert.match(await strange.text(), /"session":null/);
  }
});

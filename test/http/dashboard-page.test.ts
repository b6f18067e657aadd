/** The page of the dashboard: absolute addresses, inert facts, and the path of a proxy. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { basePathOf, readDashboardPage, withoutBasePath } from '../../src/http/dashboard-page.ts';

const HTML =
  '<script type="application/json" id="ringpost-facts"></script>' +
  '<script type="module" src="./assets/a.js"></script><link href="./assets/a.css">';

async function build(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-page-'));
  t.after(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, 'index.html'), HTML);
  await writeFile(join(directory, '.built-from'), `${'0123456789abcdef'.repeat(4)}\n`);
  return directory;
}

test('its files are named from the root, so that it works at any depth', async (t) => {
  const page = readDashboardPage(await build(t));
  const html = page.render({ version: '1', basePath: '/calls/', setupNeeded: false });
  assert.match(html, /src="\/calls\/assets\/a\.js"/);
  assert.match(html, /href="\/calls\/assets\/a\.css"/);
  assert.doesNotMatch(html, /="\.\//);
});

test('what it needs to begin stands in it as inert JSON that can end no element', async (t) => {
  const page = readDashboardPage(await build(t));
  const html = page.render({ version: '</script><b>', basePath: '/', setupNeeded: true });
  const json = /id="ringpost-facts">([^<]*)</.exec(html)?.[1] ?? '';
  assert.deepEqual(JSON.parse(json), {
    ...{ version: '</script><b>', basePath: '/', setupNeeded: true },
    build: '0123456789abcdef',
  });
});

test('the path of the public URL is where the page lies, with slashes around it', () => {
  assert.equal(basePathOf(null), '/');
  assert.equal(basePathOf('https://calls.example.com'), '/');
  assert.equal(basePathOf('https://example.com/tools/calls'), '/tools/calls/');
});

test('a proxy may take the path away, or leave it', () => {
  const inner = withoutBasePath('/calls/');
  assert.equal(inner({ url: '/calls/v1/calls?x=1' }), '/v1/calls?x=1');
  assert.equal(inner({ url: '/v1/calls' }), '/v1/calls');
  assert.equal(inner({ url: '/calls' }), '/');
  assert.equal(inner({ url: '/calls?x' }), '/?x');
  assert.equal(inner({ url: '/callsign' }), '/callsign');
  assert.equal(withoutBasePath('/')({ url: '/v1/calls' }), '/v1/calls');
});

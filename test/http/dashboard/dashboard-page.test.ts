/** The HTML page of the dashboard: absolute paths, facts as inert JSON, and a base path. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  basePathOf,
  readDashboardPage,
  withoutBasePath,
} from '../../../src/http/dashboard/dashboard-page.ts';
import type { SessionRecord } from '../../../src/http/schema/session.ts';

const HTML =
  '<head></head>' +
  '<script type="application/json" id="ringpost-facts"></script>' +
  '<script type="module" src="./assets/a.js"></script><link href="./assets/a.css">';

const FACTS = { version: '1', basePath: '/', setupNeeded: false, session: null };
const WORDS = { languages: 'ja,en;q=0.8', chosen: undefined };
const PAGE_FILES = [
  { address: '/login', files: ['assets/login.js'] },
  { address: '/p/$project/calls/$callId', files: ['assets/shared.js', 'assets/call.js'] },
];

async function build(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-page-'));
  t.after(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, 'index.html'), HTML);
  await writeFile(join(directory, '.pages.json'), JSON.stringify(PAGE_FILES));
  await writeFile(
    join(directory, '.words.json'),
    JSON.stringify({ en: 'assets/en.js', ja: 'assets/ja.js' }),
  );
  await writeFile(join(directory, '.built-from'), `${'0123456789abcdef'.repeat(4)}\n`);
  return directory;
}

test('the page names its files from the root, so that it works at any depth', async (t) => {
  const page = readDashboardPage(await build(t));
  const html = page.render('/', { ...FACTS, basePath: '/calls/' }, WORDS);
  assert.match(html, /src="\/calls\/assets\/a\.js"/);
  assert.match(html, /href="\/calls\/assets\/a\.css"/);
  assert.doesNotMatch(html, /="\.\//);
});

test('the facts stand in the page as inert JSON that can end no element', async (t) => {
  const page = readDashboardPage(await build(t));
  const html = page.render('/', { ...FACTS, version: '</script><b>', setupNeeded: true }, WORDS);
  const json = /id="ringpost-facts">([^<]*)</.exec(html)?.[1] ?? '';
  assert.deepEqual(JSON.parse(json), {
    version: '</script><b>',
    basePath: '/',
    setupNeeded: true,
    session: null,
    build: '0123456789abcdef',
  });
});

test('the page links its words and files; without a session those of the sign-in', async (t) => {
  const page = await readDashboardPage(await build(t));
  const path = '/p/prj_1/calls/a%2Fb';
  const session = { id: 'ses_1' } as SessionRecord;
  const linked = (html: string) =>
    [...html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(
      ([, href]) => href,
    );
  const html = page.render(path, { ...FACTS, basePath: '/r/', session }, WORDS);
  assert.deepEqual(linked(html), ['/r/assets/ja.js', '/r/assets/shared.js', '/r/assets/call.js']);
  assert.deepEqual(linked(page.render(path, FACTS, WORDS)), ['/assets/ja.js', '/assets/login.js']);
});

test('the base path is the path of the public URL, with slashes around it', () => {
  assert.equal(basePathOf(null), '/');
  assert.equal(basePathOf('https://calls.example.com'), '/');
  assert.equal(basePathOf('https://example.com/tools/calls'), '/tools/calls/');
});

test('a request is understood whether the proxy strips the base path or leaves it', () => {
  const inner = withoutBasePath('/calls/');
  assert.equal(inner({ url: '/calls/v1/calls?x=1' }), '/v1/calls?x=1');
  assert.equal(inner({ url: '/v1/calls' }), '/v1/calls');
  assert.equal(inner({ url: '/calls' }), '/');
  assert.equal(inner({ url: '/calls?x' }), '/?x');
  assert.equal(inner({ url: '/callsign' }), '/callsign');
  assert.equal(withoutBasePath('/')({ url: '/v1/calls' }), '/v1/calls');
});

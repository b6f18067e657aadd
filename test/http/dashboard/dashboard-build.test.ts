/** The build finds for every address of the dashboard the files that its page loads. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Manifest, pageFiles } from '../../../dashboard/build/page-files.ts';
import { PAGE_ADDRESSES } from '../../../src/http/dashboard/dashboard-files.ts';

const SOURCES = join(import.meta.dirname, '../../../dashboard/src');
const ROUTES = readFileSync(join(SOURCES, 'routes.tsx'), 'utf8');
const PAGES = readFileSync(join(SOURCES, 'pages.ts'), 'utf8');

/** One file for each page, and one file that all pages share. */
const MANIFEST: Manifest = {
  'index.html': { file: 'assets/index.js' },
  _shared: { file: 'assets/shared.js', imports: ['index.html'] },
  ...Object.fromEntries(
    [...PAGES.matchAll(/import\('\.\/([^']+-page\.tsx)'\)/g)].map(([, module]) => [
      `src/${module}`,
      { file: `assets/${module}.js`, imports: ['_shared', 'index.html'] },
    ]),
  ),
};

test('each route of routes.tsx and pages.ts has the files of its page', () => {
  const pages = pageFiles(MANIFEST, ROUTES, PAGES);
  assert.equal(pages.length, 2 + PAGES.split('show(routes.').length - 1);
  const of = (address: string) => pages.find((page) => page.address === address)?.files;
  const call = ['assets/page/call/call-page.tsx.js', 'assets/shared.js'];
  assert.deepEqual(of('/p/$project/calls/$callId'), call);
  assert.deepEqual(of('/account')?.[0], 'assets/page/account/account-page.tsx.js');
  assert.deepEqual(of('/'), of('/p/$project/overview'));
});

test('the service answers at the address of every page', () => {
  const answered = PAGE_ADDRESSES.map(
    (address) => new RegExp(`^${address.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`),
  );
  const pages = pageFiles(MANIFEST, ROUTES, PAGES).map(({ address }) => address);
  assert.deepEqual(
    pages.filter((address) => !answered.some((pattern) => pattern.test(address))),
    [],
  );
});

test('an unreadable line, a missing route or an unbuilt page fails the build', () => {
  const odd = `${PAGES}\n  show(routes.odd, oddly);`;
  assert.throws(() => pageFiles(MANIFEST, ROUTES, odd), /a line of pages\.ts cannot be read/);
  assert.throws(() => pageFiles(MANIFEST, '', PAGES), /says nothing of setup/);
  assert.throws(() => pageFiles({ 'index.html': { file: '' } }, ROUTES, PAGES), /has no src\/page/);
});

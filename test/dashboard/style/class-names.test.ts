/** A class has one meaning on all pages, and a page's own class is used by that page alone. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { classesOf, classFaults, ownedClasses } from './class-names.ts';

const SOURCE = fileURLToPath(new URL('../../../dashboard/src/', import.meta.url));
const read = (pattern: string) =>
  globSync(pattern, { cwd: SOURCE }).map((path) => ({
    path,
    text: readFileSync(join(SOURCE, path), 'utf8'),
  }));
const SHEETS = read('**/*.css');
const SCRIPTS = read('**/*.{ts,tsx}').filter(({ path }) => !path.startsWith('words/'));
/** Built from what they show: `token-${kind}` of `kit/code`, `live-${icon}` of the header. */
const COMPOSED = /^(?:token|live)-/;
const LIBRARY = /^(?:mantine-|m_|u-)/;

test('no class is styled by two sheets', () => {
  assert.deepEqual(classFaults(SHEETS), []);
});

test("only a page's own scripts use its classes", () => {
  const found = ownedClasses(SHEETS).flatMap(({ name, folder }) =>
    SCRIPTS.filter(({ path, text }) => !path.startsWith(folder) && isUsed(name, text)).map(
      ({ path }) => `${path} uses .${name} of ${folder}`,
    ),
  );
  assert.deepEqual(found, []);
});

test('each class is used', () => {
  const all = SCRIPTS.map(({ text }) => text).join('\n');
  const unused = [...new Set(SHEETS.flatMap(({ text }) => classesOf(text)))].filter(
    (name) => !COMPOSED.test(name) && !LIBRARY.test(name) && !named(name).test(all),
  );
  assert.deepEqual(unused, []);
});

test('control: two pages, a page and the kit, two shared sheets', () => {
  const kit = { path: 'style/kit.css', text: '.card { color: red }' };
  const one = { path: 'page/a/a.css', text: '.line, .line .card { color: red }' };
  assert.deepEqual(classFaults([kit, one]), []);
  const two = { path: 'page/b/b.css', text: '@media print { .line { color: red } }' };
  assert.deepEqual(classFaults([one, two]), ['.line is in page/a/a.css and in page/b/b.css']);
  const over = { path: 'page/c/c.css', text: 'div.card:hover { color: red }' };
  assert.deepEqual(classFaults([kit, over]), [
    'page/c/c.css: div.card:hover has no class of its own',
  ]);
  const theme = { path: 'style/theme.css', text: '.card { color: blue } .x .card { color: red }' };
  assert.deepEqual(classFaults([kit, theme]), [
    '.card is styled by style/kit.css and by style/theme.css',
  ]);
});

/** In a `className`, among any other text. */
function isUsed(name: string, text: string): boolean {
  const attributes = text.matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g);
  return [...attributes].some(([, plain = '', computed = '']) => {
    const texts = computed.match(/(?<=['`])[^'`]*(?=['`])/g) ?? [];
    return named(name).test([plain, ...texts].join(' '));
  });
}

function named(name: string): RegExp {
  return new RegExp(`(?<![\\w-])${name}(?![\\w-])`);
}

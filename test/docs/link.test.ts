/**
 * The targets of the documents exist: relative links with their headings, and every file of the
 * repository that they name, so that a table of "the test that proves it" cannot name a removed
 * test.
 */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { readTree, type SourceFile } from '../tidy/tree.ts';

const tree = readTree();
const documents = tree.filter(({ path }) => path.endsWith('.md'));
const paths = new Set(tree.map(({ path }) => path));
const folders = new Set(tree.flatMap(({ path }) => foldersOf(path)));

const LINK = /\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
const NAMED = /`((?:src|test|sql|docs|bench|scripts|receiver|dashboard|examples)\/[\w./*-]+)`/g;
/** Made by a build or by a start, so not in the tree. */
const MADE = /\/dist\b/;

/**
 * A reader opens them one after the other: beyond 20 the list no longer guides through the code.
 */
const STEP_FILES_MAX = 20;

test('the nine steps of ARCHITECTURE.md name files that exist, each once, and few', () => {
  const rows = sectionOf('ARCHITECTURE.md', 'The nine steps').match(/^\| \d .*$/gm) ?? [];
  assert.equal(rows.length, 9);
  const named = rows.flatMap((row) => {
    let folder = '';
    return [...row.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = '']) => {
      // A name without a folder is a file beside the one before it.
      if (name.includes('/')) folder = posix.dirname(name);
      return `src/${name.includes('/') ? name : posix.join(folder, name)}`;
    });
  });
  assert.deepEqual(
    named.filter((path) => !paths.has(path)),
    [],
  );
  assert.equal(new Set(named).size, named.length);
  assert.ok(named.length <= STEP_FILES_MAX, `${named.length} files`);
});

test('the table of the dispatcher names all of its files', () => {
  const rows = sectionOf('docs/internals/design.md', 'The dispatcher').match(/^\| `.*$/gm) ?? [];
  const named = rows.flatMap((row) => row.match(/[\w-]+\.ts(?=`)/g) ?? []);
  const folder = 'src/engine/dispatch/';
  const files = [...paths]
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length));
  assert.deepEqual([...named, 'dispatcher.ts'].sort(), files.sort());
});

test('every relative link leads to a file, and to a heading of it', () => {
  const broken = documents.flatMap((document) =>
    [...document.text.matchAll(LINK)].flatMap(([whole, target = '', heading]) => {
      const path = target === '' ? document.path : resolve(document.path, target);
      if (!exists(path)) return [`${document.path}: ${whole}`];
      const found = heading === undefined || headingsOf(path).includes(heading);
      return found ? [] : [`${document.path}: ${whole} has no such heading`];
    }),
  );
  assert.deepEqual(broken, []);
});

test('every file of the repository that a document names exists', () => {
  const missing = documents
    .filter(({ path }) => path !== 'STYLE.md')
    .flatMap((document) =>
      [...document.text.matchAll(NAMED)]
        .map(([, name = '']) => name.replace(/\/$/, ''))
        .filter((name) => !MADE.test(name) && !name.includes('*') && !exists(name))
        .map((name) => `${document.path}: ${name}`),
    );
  assert.deepEqual(missing, []);
});

test('README and ARCHITECTURE stay short, and the first command comes early', () => {
  const lines = (path: string): string[] => textOf(path).split('\n');
  assert.ok(lines('README.md').length <= 121);
  assert.ok(lines('ARCHITECTURE.md').length <= 201);
  assert.ok(lines('README.md').findIndex((line) => line.includes('npm ci && npm start')) < 15);
});

function resolve(from: string, target: string): string {
  return posix.join(posix.dirname(from), decodeURIComponent(target)).replace(/\/$/, '');
}

function exists(path: string): boolean {
  return paths.has(path) || folders.has(path);
}

function headingsOf(path: string): string[] {
  return [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

/** The text between a heading of the second level and the next one. */
function sectionOf(path: string, heading: string): string {
  return textOf(path).split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
}

function textOf(path: string): string {
  const found: SourceFile | undefined = tree.find((file) => file.path === path);
  return found?.text ?? '';
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

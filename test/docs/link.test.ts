/**
 * What the documents point at exists: relative links with their headings, and every file of ours
 * that they name, so that a table of "the test that proves it" cannot name a test that is gone.
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

test('every file of ours that a document names exists', () => {
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

function textOf(path: string): string {
  const found: SourceFile | undefined = tree.find((file) => file.path === path);
  return found?.text ?? '';
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

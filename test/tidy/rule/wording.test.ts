/** What the rules of wording accept and refuse. Refused words are written in pieces here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rule } from '../tree.ts';
import {
  anyTypes,
  defaultExports,
  machinePaths,
  migrations,
  notesForLater,
  rootEntries,
  switchedOffTests,
} from './wording.ts';

function count(rule: Rule, text: string, path = 'test/a.test.ts'): number {
  return rule([{ path, text }]).length;
}

test('default exports', () => {
  assert.equal(count(defaultExports, 'export default function a() {}'), 1);
  assert.equal(count(defaultExports, 'export { a as default };'), 1);
  assert.equal(count(defaultExports, "const a = 'export default';"), 0);
  assert.equal(count(defaultExports, 'export default {}', 'dashboard/vite.config.ts'), 0);
});

test('any as a type', () => {
  for (const text of [
    'let a: any;',
    'let a: any[] = [];',
    'const b = a as any;',
    'type A = Map<string, any>;',
    'type A = string | any;',
  ]) {
    assert.equal(count(anyTypes, text), 1, text);
  }
  for (const text of [
    '// any time',
    'Promise.any([a]);',
    'const any = 1;',
    "const a = 'as any';",
  ]) {
    assert.equal(count(anyTypes, text), 0, text);
  }
});

test('tests that do not run', () => {
  for (const option of ['skip', 'only', 'todo']) {
    assert.equal(count(switchedOffTests, `test.${option}('a', () => {});`), 1);
    assert.equal(count(switchedOffTests, `test('a', { ${option}: true }, () => {});`), 1);
  }
  assert.equal(count(switchedOffTests, 'reader.skip(4); const only = 1;'), 0);
});

test('notes for later', () => {
  assert.equal(count(notesForLater, `// ${'TO'}${'DO'}: later`), 1);
  assert.equal(count(notesForLater, `-- ${'FIX'}${'ME'}`, 'sql/sqlite/0001-a.sql'), 1);
  assert.equal(count(notesForLater, 'const todo = 1;'), 0);
});

test('paths of one machine', () => {
  for (const folder of ['home', 'Users', 'root', 'work']) {
    assert.equal(count(machinePaths, `see /${folder}/someone/a.txt`, 'README.md'), 1);
  }
  for (const text of ['https://example.com/home/a', '/var/lib/ringpost', 'a/work/b', '/v1/calls']) {
    assert.equal(count(machinePaths, text, 'README.md'), 0, text);
  }
});

test('a migration says whether it breaks, and why', () => {
  const path = 'sql/sqlite/0001-first.sql';
  assert.equal(count(migrations, '-- breaking: no, the first tables\n', path), 0);
  assert.equal(count(migrations, '-- breaking: maybe\n', path), 1);
  assert.equal(count(migrations, '-- breaking: no\n', path), 1);
  assert.equal(count(migrations, 'create table calls (id);\n', path), 1);
  assert.equal(count(migrations, '-- breaking: no, new index\n', 'sql/sqlite/first.sql'), 1);
});

test('the root stays one look', () => {
  const entries = (number: number) =>
    Array.from({ length: number }, (_, index) => ({ path: `entry-${index}/a.ts`, text: '' }));
  assert.deepEqual(rootEntries(entries(22)), []);
  assert.equal(rootEntries(entries(23)).length, 1);
});

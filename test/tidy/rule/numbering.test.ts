/** What the rule of numbers accepts and refuses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numbering } from './numbering.ts';

function found(...paths: readonly string[]): string[] {
  return numbering(paths.map((path) => ({ path, text: '' }))).map(
    ({ path, message }) => `${path} ${message}`,
  );
}

/** In both stores. */
function migrations(...names: readonly string[]): string[] {
  return names.flatMap((name) => [`sql/sqlite/${name}.sql`, `sql/postgres/${name}.sql`]);
}

test('numbers from 1 without a gap, the same in both stores, are accepted', () => {
  const decisions = ['docs/decisions/0001-a.md', 'docs/decisions/0002-b.md'];
  const index = 'docs/decisions/README.md';
  assert.deepEqual(found(...migrations('0002-b', '0001-a'), ...decisions, index), []);
});

test('a number that is given twice is refused', () => {
  assert.deepEqual(found('docs/decisions/0001-a.md', 'docs/decisions/0001-b.md'), [
    'docs/decisions/0001-b.md has the number of docs/decisions/0001-a.md',
  ]);
  assert.equal(found(...migrations('0001-a', '0001-b')).length, 2);
});

test('a gap and a late beginning are refused', () => {
  assert.deepEqual(found('docs/decisions/0001-a.md', 'docs/decisions/0003-c.md'), [
    'docs/decisions/0003-c.md follows 1',
  ]);
  assert.equal(found(...migrations('0002-b')).length, 2);
});

test('a migration of one store, or of another name there, is refused', () => {
  assert.deepEqual(found('sql/sqlite/0001-a.sql'), [
    'sql/sqlite/0001-a.sql the other store has no sql/postgres/0001-a.sql',
  ]);
  assert.equal(found('sql/sqlite/0001-a.sql', 'sql/postgres/0001-b.sql').length, 2);
});

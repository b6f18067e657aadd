/** A list that does not move under its reader. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steadyPage } from '../../../dashboard/src/list/steady-page.ts';

interface Row {
  readonly id: string;
  readonly state: string;
}

const idOf = ({ id }: Row): string => id;
const page = (...data: readonly Row[]) => ({ data, nextCursor: null });
const row = (id: string, state = 'due'): Row => ({ id, state });

test('rows keep their places and get their new values', () => {
  const before = steadyPage(undefined, page(row('b'), row('a')), idOf);
  const after = steadyPage(before, page(row('a', 'delivered'), row('b')), idOf);
  assert.deepEqual(after.data, [row('b'), row('a', 'delivered')]);
  assert.equal(after.gone.size, 0);
});

test('a row that no longer matches stays, and is marked', () => {
  const before = steadyPage(undefined, page(row('b'), row('a')), idOf);
  const after = steadyPage(before, page(row('a')), idOf);
  assert.deepEqual(after.data.map(idOf), ['b', 'a']);
  assert.deepEqual([...after.gone], ['b']);
});

test('new rows wait until they are asked for', () => {
  const before = steadyPage(undefined, page(row('a')), idOf);
  const after = steadyPage(before, page(row('c'), row('a'), row('older')), idOf);
  assert.deepEqual(after.data.map(idOf), ['a']);
  assert.equal(after.held, 1, 'only what is above counts as new');
});

test('a list that was empty takes its first rows at once', () => {
  const before = steadyPage(undefined, page(), idOf);
  assert.deepEqual(steadyPage(before, page(row('a')), idOf).data.map(idOf), ['a']);
});

test('a page that has not changed stays the same object', () => {
  const before = steadyPage(undefined, page(row('b'), row('a')), idOf);
  assert.equal(steadyPage(before, page(row('b'), row('a')), idOf), before);
  assert.equal(steadyPage(before, before, idOf), before);
});

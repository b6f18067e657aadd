/** Pages of a small list that the store reads whole. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOfAll } from '../../../src/http/reply/cursor.ts';

const rows = [1, 2, 5, 9];
const page = (query: { readonly cursor?: string; readonly limit?: number }) =>
  pageOfAll(rows, query, (row) => row, String);

test('each page begins after the last row of the page before, and the last has no cursor', () => {
  const first = page({ limit: 2 });
  assert.deepEqual(first.data, ['1', '2']);
  const second = page({ limit: 2, cursor: first.nextCursor ?? '' });
  assert.deepEqual(second, { data: ['5', '9'], nextCursor: null });
});

test('without a limit a small list is one page', () => {
  assert.deepEqual(page({}), { data: ['1', '2', '5', '9'], nextCursor: null });
});

test('a text that is no cursor is refused', () => {
  assert.throws(() => page({ cursor: 'nonsense' }), /cursor/);
});

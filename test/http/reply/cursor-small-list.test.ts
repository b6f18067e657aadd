/** Pages of a list that is read whole. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOfAll } from '../../../src/http/reply/cursor.ts';

const rows = [1, 2, 5, 9];
const page = (query: { readonly cursor?: string; readonly limit?: number }) =>
  pageOfAll(rows, query, (row) => row, String);

test('pages follow each other by the key of the last row shown, and end', () => {
  const first = page({ limit: 2 });
  assert.deepEqual(first.data, ['1', '2']);
  const second = page({ limit: 2, cursor: first.nextCursor ?? '' });
  assert.deepEqual(second, { data: ['5', '9'], nextCursor: null });
});

test('without a limit a small list is one page', () => {
  assert.deepEqual(page({}), { data: ['1', '2', '5', '9'], nextCursor: null });
});

test('a cursor of no page is refused', () => {
  assert.throws(() => page({ cursor: 'nonsense' }), /cursor/);
});

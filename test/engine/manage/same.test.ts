/** Whether two plain values are equal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSame } from '../../../src/engine/manage/same.ts';

test('the order of keys makes no difference, the order of items does', () => {
  assert.ok(isSame({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }));
  assert.ok(!isSame([1, 2], [2, 1]));
});

test('another value, a missing key, an extra key and another type are differences', () => {
  const one = { a: 1, b: null };
  for (const other of [
    { a: 2, b: null },
    { a: 1 },
    { ...one, c: 3 },
    null,
    [],
    'a',
    { a: 1, c: null },
  ]) {
    assert.ok(!isSame(one, other), JSON.stringify(other));
  }
  assert.ok(!isSame([], {}));
});

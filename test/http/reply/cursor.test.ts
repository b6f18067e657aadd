/** A cursor decodes to the key that it was made from, and any other text is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../src/core/error/service-error.ts';
import { cursorOf, keyOfCursor, pageFrom, pageLimit } from '../../../src/http/reply/cursor.ts';

test('a cursor decodes to its key', () => {
  for (const key of [0, 1, 35, 36, 4_294_967_296, Number.MAX_SAFE_INTEGER]) {
    assert.equal(keyOfCursor(cursorOf(key)), key);
  }
  assert.equal(keyOfCursor(undefined), null);
});

test('any other text is INVALID_PARAMETER', () => {
  for (const text of ['', 'c1', 'c2a', 'c1-1', 'c1A', 'c1zzzzzzzzzzz', '1', 'c1 1']) {
    assert.throws(
      () => keyOfCursor(text),
      (error) => error instanceof ServiceError && error.code === 'INVALID_PARAMETER',
      text,
    );
  }
});

test('a page asks for one row more to know whether another page follows', () => {
  const { show, ask } = pageLimit(2);
  assert.deepEqual([show, ask], [2, 3]);
  const page = (rows: number[]) => pageFrom(rows, show, (row) => row, String);
  assert.deepEqual(page([9, 8, 7]), { data: ['9', '8'], nextCursor: cursorOf(8) });
  assert.deepEqual(page([9, 8]), { data: ['9', '8'], nextCursor: null });
  assert.deepEqual(page([]), { data: [], nextCursor: null });
  assert.equal(pageLimit(undefined).show, 50);
});

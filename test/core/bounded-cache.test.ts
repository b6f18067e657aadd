/** A bounded cache keeps the entries used last. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBoundedCache } from '../../src/core/bounded-cache.ts';

test('if there is no room the entry used longest ago leaves', () => {
  const cache = createBoundedCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  assert.equal(cache.get('a'), 1);
  cache.set('c', 3);
  assert.deepEqual([...cache.entries()].sort(), [
    ['a', 1],
    ['c', 3],
  ]);
});

test('an entry that is written again or deleted leaves its room to others', () => {
  const cache = createBoundedCache<number, string>(3);
  for (let round = 0; round < 10; round += 1) cache.set(1, `round ${round}`);
  cache.set(2, 'two');
  cache.set(3, 'three');
  assert.equal(cache.size, 3);
  cache.delete(2);
  cache.set(4, 'four');
  assert.deepEqual([...cache.keys()].sort(), [1, 3, 4]);
  assert.equal(cache.get(1), 'round 9');
});

test('a cache never holds more than its bound', () => {
  const cache = createBoundedCache<number, number>(100);
  for (let key = 0; key < 1_000; key += 1) cache.set(key, key);
  assert.equal(cache.size, 100);
  assert.deepEqual([cache.get(899), cache.get(900), cache.get(999)], [undefined, 900, 999]);
});

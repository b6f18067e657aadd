/** A bounded cache whose entries expire. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpiringCache } from '../../src/engine/expiring-cache.ts';
import { manualClock } from './manage/setup.ts';

test('an entry expires after its time', () => {
  const clock = manualClock();
  const cache = createExpiringCache<string>(clock, { entriesMax: 10, ttlMs: 5_000 });
  cache.set('a', 'one', clock.monoMs());
  clock.advance(4_999);
  assert.equal(cache.get('a'), 'one');
  clock.advance(1);
  assert.equal(cache.get('a'), undefined);
});

test('if there is no room the oldest entry leaves', () => {
  const cache = createExpiringCache<string>(manualClock(), { entriesMax: 2, ttlMs: 5_000 });
  cache.set('a', 'one', 0);
  cache.set('b', 'two', 0);
  cache.set('a', 'one again', 0);
  cache.set('c', 'three', 0);
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => cache.get(key)),
    ['one again', undefined, 'three'],
  );
});

test('a deleted entry is gone at once', () => {
  const cache = createExpiringCache<string>(manualClock(), { entriesMax: 2, ttlMs: 5_000 });
  cache.set('a', 'one', 0);
  cache.delete('a');
  assert.equal(cache.get('a'), undefined);
});

test('an answer that came late is as old as its request', () => {
  const clock = manualClock();
  const cache = createExpiringCache<string>(clock, { entriesMax: 2, ttlMs: 5_000 });
  const askedMonoMs = clock.monoMs();
  clock.advance(4_000);
  cache.set('a', 'one', askedMonoMs);
  clock.advance(1_000);
  assert.equal(cache.get('a'), undefined);
});

test('all entries can be removed at once', () => {
  const cache = createExpiringCache<string>(manualClock(), { entriesMax: 2, ttlMs: 5_000 });
  cache.set('a', 'one', 0);
  cache.clear();
  assert.equal(cache.get('a'), undefined);
});

/** Times of last use, written later and together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiKeyKey, asKey } from '../../../src/core/id.ts';
import { createKeyUseLog } from '../../../src/engine/key/key-use-log.ts';
import { manualClock, START_MS } from '../manage/setup.ts';

const one = asKey<ApiKeyKey>(1);
const two = asKey<ApiKeyKey>(2);

test('many uses of many keys become one write, and each key at most one a minute', async () => {
  const clock = manualClock();
  const writes: unknown[] = [];
  const log = createKeyUseLog({ touchApiKeys: async (uses) => void writes.push(uses) }, clock);
  log.note(one);
  log.note(two);
  log.note(one);
  clock.advance(2_000);
  log.note(one);
  clock.advance(57_999);
  log.note(one);
  assert.deepEqual(writes, [
    [
      { key: one, atMs: START_MS },
      { key: two, atMs: START_MS },
    ],
  ]);
  clock.advance(1);
  log.note(one);
  await log.flush();
  assert.deepEqual(writes[1], [{ key: one, atMs: START_MS + 60_000 }]);
});

test('a failed write fails no request, and the next use writes the time', async () => {
  let fails = true;
  const writes: unknown[] = [];
  const log = createKeyUseLog(
    {
      touchApiKeys: async (uses) => {
        if (fails) throw new Error('disk full');
        writes.push(uses);
      },
    },
    manualClock(),
  );
  log.note(one);
  await log.flush();
  fails = false;
  log.note(one);
  await log.flush();
  assert.equal(writes.length, 1);
});

/** Every action, state, result and reason of the service's bulk jobs has its words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSentLater, isUnderWay, seenOf } from '../../../dashboard/src/page/bulk/bulk-query.ts';
import { readBulk } from '../../../dashboard/src/page/bulk/bulk-search.ts';
import { en } from '../../../dashboard/src/words/en.ts';
import { ja } from '../../../dashboard/src/words/ja.ts';
import {
  BULK_ACTIONS,
  BULK_ITEMS_MAX,
  BULK_REASONS,
  BULK_RESULTS,
  BULK_STATES,
} from '../../../src/engine/ports/bulk-store.ts';
import { BulkFilter } from '../../../src/http/schema/bulk.ts';

const bulkText = { en: en.bulk, ja: ja.bulk };

test('every value of the service has words, in both languages', () => {
  for (const t of Object.values(bulkText)) {
    assert.deepEqual(Object.keys(t.title).sort(), [...BULK_ACTIONS].sort());
    assert.deepEqual(Object.keys(t.state).sort(), [...BULK_STATES].sort());
    // The words of a handled record say what the action did.
    assert.deepEqual(['done', ...Object.keys(t.result)].sort(), [...BULK_RESULTS].sort());
    assert.deepEqual(Object.keys(t.taken).sort(), [...BULK_ACTIONS].sort());
    assert.deepEqual(Object.keys(t.reason).sort(), [...BULK_REASONS].sort());
    assert.deepEqual(Object.keys(t.filter).sort(), Object.keys(BulkFilter.properties).sort());
  }
});

test('only cancel and delete are complete when the job has handled a record', () => {
  assert.deepEqual(
    BULK_ACTIONS.filter((action) => !isSentLater(action)),
    ['cancel', 'delete-calls'],
  );
});

test('a job is under way until it ended; its handled records add up', () => {
  assert.deepEqual(
    BULK_STATES.filter((state) => isUnderWay({ state })),
    ['queued', 'running'],
  );
  const job = {
    ...({
      id: 'blk_1',
      action: 'retry',
      state: 'running',
      matched: 9,
      matchedExact: true,
    } as const),
    ...({ done: 4, skipped: 2, failed: 1, filter: null, ids: null, reason: null } as const),
    ...({ createdBy: 'usr_1', createdAt: '', startedAt: null, endedAt: null } as const),
  } as const;
  assert.equal(seenOf(job), 7);
  assert.equal(isUnderWay(undefined), false);
});

test('the page says how many results are kept, in agreement with the service', () => {
  assert.match(bulkText.en.itemsMax, new RegExp(BULK_ITEMS_MAX.toLocaleString('en')));
  assert.deepEqual(readBulk({ cursor: 'abc', other: 'x' }), { cursor: 'abc' });
});

/** Cancels the open deliveries of an endpoint in batches. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type CallKey, type EndpointKey } from '../../../src/core/id.ts';
import { cancelOpen } from '../../../src/engine/delivery/cancel-open.ts';
import { manualClock, START_MS } from '../manage/setup.ts';

const endpoint = asKey<EndpointKey>(1);

function countingStore(batches: number) {
  const asked: unknown[] = [];
  let left = batches;
  const batch = () => {
    left -= 1;
    const last = { call: asKey<CallKey>(1), sequence: batches - left };
    return { changed: 2, more: left > 0, endpoints: [endpoint], last };
  };
  return {
    asked,
    cancelOpen: async (wanted: unknown) => {
      asked.push(wanted);
      return batch();
    },
  };
}

test('each batch goes on after the one before and notifies the dispatcher', async () => {
  const store = countingStore(3);
  const told: EndpointKey[] = [];
  const dispatcher = { invalidate: (key: EndpointKey) => void told.push(key) };
  const parts = { store, clock: manualClock(), dispatcher };
  assert.equal(await cancelOpen(parts, endpoint, { kind: 'all' }), 6);
  assert.deepEqual(
    store.asked,
    [null, { call: 1, sequence: 1 }, { call: 1, sequence: 2 }].map((after) => ({
      endpoint,
      scope: { kind: 'all' },
      nowMs: START_MS,
      after,
      limit: 500,
    })),
  );
  assert.equal(told.length, 3);
});

/**
 * One delivery changed by hand in any store (S6.27, S12.15): manual retry and cancel. Its lane
 * stays whole and in order.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asKey, type DeliveryKey } from '../../../src/core/id.ts';
import { type Bench, benchOf, type OpenStore, START_MS } from '../given.ts';

export function manualConformance(open: OpenStore): void {
  describe('changes by hand', () => {
    test('a manual retry puts a closed delivery in its old place for one attempt', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const [first] = await bench.heads('call_1', 'COMPLETED');
      assert.ok(first);
      const settled = await bench.exhausted(first);
      assert.equal(settled.kind === 'settled' && settled.promoted?.sequence, 2);
      const changed = await retry(bench, first.delivery);
      assert.deepEqual(changed, { kind: 'changed', endpoint: key });
      assert.deepEqual(await states(bench), ['due', 'waiting']);
      const [again] = await bench.ready(key);
      assert.equal(again?.delivery, first.delivery);
      assert.deepEqual(
        [again?.manual, again?.resumeState, again?.attempts, again?.failures, again?.state],
        [true, 'exhausted', 1, 1, 'due'],
      );
      assert.ok(again);
      await bench.land(again, 'retryable', { state: 'exhausted', atMs: START_MS, failures: 1 });
      const detail = await bench.store.delivery({ projectKey: bench.project, key: first.delivery });
      assert.deepEqual(
        detail?.attemptList.map(({ number, manual }) => [number, manual]),
        [
          [1, false],
          [2, true],
        ],
      );
      assert.deepEqual(await states(bench), ['exhausted', 'due']);
      await bench.close();
    });

    test('a retrying head is tried now and remembers its schedule', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const [head] = await bench.heads('call_1', 'CALLING');
      assert.ok(head);
      await bench.retrying(head, 60_000);
      await retry(bench, head.delivery);
      await retry(bench, head.delivery);
      const [now] = await bench.ready(key);
      assert.deepEqual(
        [now?.state, now?.dueAtMs, now?.manual, now?.resumeAtMs, now?.failures],
        ['retrying', START_MS, true, START_MS + 60_000, 1],
      );
      await bench.close();
    });

    test('a waiting or due delivery is not retried, a closed one not cancelled', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      const [head] = await bench.heads('call_1', 'COMPLETED');
      assert.ok(head);
      const second = (await bench.all())[1]?.key ?? head.delivery;
      assert.deepEqual(await retry(bench, head.delivery), { kind: 'wrong-state', state: 'due' });
      assert.deepEqual(await retry(bench, second), { kind: 'wrong-state', state: 'waiting' });
      assert.equal((await cancel(bench, head.delivery)).kind, 'changed');
      assert.deepEqual(await states(bench), ['cancelled', 'due']);
      const wrong = { kind: 'wrong-state', state: 'cancelled' };
      assert.deepEqual(await cancel(bench, head.delivery), wrong);
      assert.deepEqual(await cancel(bench, asKey(12_345)), { kind: 'not-found' });
      assert.deepEqual(await retry(bench, asKey(12_345)), { kind: 'not-found' });
      await bench.close();
    });

    test('the head in flight moves behind a reopened delivery and keeps its due time', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const [first] = await bench.heads('call_1', 'COMPLETED');
      assert.ok(first);
      const settled = await bench.exhausted(first);
      const second = settled.kind === 'settled' ? settled.promoted : null;
      assert.ok(second);
      await retry(bench, first.delivery);
      const result = await bench.retrying(second);
      assert.equal(result.kind === 'settled' && result.promoted?.delivery, first.delivery);
      assert.deepEqual(await states(bench), ['due', 'waiting']);
      const [again] = await bench.ready(key);
      assert.ok(again);
      const after = await bench.delivered(again);
      assert.ok(after.kind === 'settled');
      assert.deepEqual(
        [after.promoted?.state, after.promoted?.dueAtMs, after.promoted?.failures],
        ['retrying', START_MS + 5_000, 1],
      );
      await bench.close();
    });
  });
}

function retry(bench: Bench, key: DeliveryKey) {
  return bench.store.retryDelivery({
    projectKey: bench.project,
    key,
    nowMs: bench.clock.nowMs,
    audit: bench.audit(),
  });
}

function cancel(bench: Bench, key: DeliveryKey) {
  return bench.store.cancelDelivery({
    projectKey: bench.project,
    key,
    nowMs: bench.clock.nowMs,
    audit: bench.audit(),
  });
}

async function states(bench: Bench): Promise<readonly string[]> {
  return (await bench.all()).map(({ state }) => state);
}

/**
 * Deliveries changed by hand in any store (decisions section 5): manual retry, cancel, cancel of
 * many, recover. Lanes stay whole and in order through all of it.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asKey, type DeliveryKey } from '../../../src/core/id.ts';
import type { CancelScope, ReopenFilter } from '../../../src/engine/ports/manage-store.ts';
import { type Bench, benchOf, FAR_MS, type OpenStore, START_MS } from '../given.ts';

const FAILED: ReopenFilter = {
  endpoint: null,
  callKey: null,
  trigger: null,
  states: ['rejected', 'exhausted', 'blocked'],
  fromMs: null,
  toMs: null,
};

export function manualConformance(open: OpenStore): void {
  describe('changes by hand', () => {
    test('a manual retry of a closed delivery takes its old place for one attempt', async () => {
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
      const detail = await bench.store.delivery(bench.project, first.delivery);
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

    test('what waits or is due cannot be retried, what is closed cannot be cancelled', async () => {
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

    test('the one in flight steps back behind a reopened one and keeps its time', async () => {
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

    test('cancelling all open deliveries comes in batches and leaves none', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const other = await bench.endpoint();
      for (const call of ['a', 'b', 'c']) await bench.report(call, 'COMPLETED');
      assert.equal(await cancelMany(bench, key, { kind: 'all' }, 2), 6);
      assert.deepEqual(await bench.ready(key), []);
      assert.equal((await bench.ready(other.key)).length, 3);
      assert.deepEqual(await bench.faults(), []);
      const { backlog } = await bench.store.stats(
        bench.project,
        key,
        START_MS,
        START_MS + 1,
        60_000,
      );
      assert.equal(backlog, 0);
      await bench.close();
    });

    test('only the newest of each call stays open, and heads its lane', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      for (const call of ['a', 'b']) {
        await bench.report(call, 'CALLING');
        await bench.report(call, 'COMPLETED');
      }
      assert.equal(await cancelMany(bench, key, { kind: 'all-but-newest' }, 1), 4);
      const heads = await bench.ready(key);
      assert.deepEqual(
        heads.map(({ callId, sequence }) => [callId, sequence]),
        [
          ['a', 3],
          ['b', 3],
        ],
      );
      await bench.close();
    });

    test('deliveries of unticked triggers are cancelled, the others move up', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      for (const call of ['a', 'b']) await bench.report(call, 'COMPLETED');
      const scope = { kind: 'triggers-other-than', triggers: ['CALL_LOG_CREATED'] } as const;
      assert.equal(await cancelMany(bench, key, scope, 10), 2);
      const heads = await bench.ready(key);
      assert.deepEqual(
        heads.map(({ trigger }) => trigger),
        ['CALL_LOG_CREATED', 'CALL_LOG_CREATED'],
      );
      assert.equal(await cancelMany(bench, key, scope, 10), 0);
      await bench.close();
    });

    test('recover takes up what failed since a time, lanes in their old order', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      await failAll(bench, ['old'], key);
      bench.clock.nowMs += 10_000;
      const since = bench.clock.nowMs;
      await failAll(bench, ['a', 'b'], key);
      await bench.report('c', 'CALLING');
      const filter: ReopenFilter = { ...FAILED, endpoint: key, fromMs: since };
      assert.equal(await reopenMany(bench, filter, 'schedule', 1), 4);
      assert.deepEqual(await bench.faults(), []);
      const heads = (await bench.ready(key)).filter(({ callId }) => callId !== 'c');
      assert.deepEqual(
        heads.map(({ callId, sequence, failures, manual }) => [callId, sequence, failures, manual]),
        [
          ['a', 1, 0, false],
          ['b', 1, 0, false],
        ],
      );
      await bench.close();
    });

    test('what a deleted endpoint left behind stays closed', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      await failAll(bench, ['a'], key);
      await bench.store.deleteEndpoint(bench.project, key, bench.audit());
      assert.equal(await reopenMany(bench, FAILED, 'schedule', 10), 0);
      const [row] = await bench.all();
      assert.ok(row);
      assert.deepEqual(await retry(bench, row.key), { kind: 'wrong-state', state: 'exhausted' });
      await bench.close();
    });

    test('a bulk retry by filter is one manual attempt each', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const other = await bench.endpoint();
      await failAll(bench, ['a', 'b'], key);
      await failAll(bench, [], other.key);
      const call = await bench.store.call(bench.project, 'a');
      const ofCall: ReopenFilter = { ...FAILED, callKey: call?.key ?? null };
      const trigger = 'CALL_LOG_CREATED';
      assert.equal(await reopenMany(bench, { ...ofCall, trigger }, 'manual', 10), 2);
      assert.equal(await reopenMany(bench, ofCall, 'manual', 10), 2);
      assert.equal(await reopenMany(bench, { ...FAILED, toMs: START_MS }, 'manual', 10), 0);
      const delivered: ReopenFilter = { ...FAILED, endpoint: key, states: ['delivered'] };
      assert.equal(await reopenMany(bench, delivered, 'manual', 10), 0);
      assert.equal(await reopenMany(bench, { ...FAILED, toMs: START_MS + 1 }, 'manual', 3), 4);
      const heads = [...(await bench.ready(key)), ...(await bench.ready(other.key))];
      assert.ok(heads.every(({ manual, resumeState }) => manual && resumeState === 'exhausted'));
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });
  });
}

function retry(bench: Bench, key: DeliveryKey) {
  return bench.store.retryDelivery(bench.project, key, bench.clock.nowMs, bench.audit());
}

function cancel(bench: Bench, key: DeliveryKey) {
  return bench.store.cancelDelivery(bench.project, key, bench.clock.nowMs, bench.audit());
}

async function states(bench: Bench): Promise<readonly string[]> {
  return (await bench.all()).map(({ state }) => state);
}

/** Reports calls as completed and exhausts every open delivery of the endpoint. */
async function failAll(
  bench: Bench,
  calls: readonly string[],
  endpoint: Parameters<Bench['ready']>[0],
) {
  for (const call of calls) await bench.report(call, 'COMPLETED');
  for (;;) {
    const heads = await bench.ready(endpoint);
    if (heads.length === 0) return;
    for (const head of heads) await bench.exhausted(head);
  }
}

async function cancelMany(
  bench: Bench,
  endpoint: Parameters<Bench['ready']>[0],
  scope: CancelScope,
  limit: number,
): Promise<number> {
  let changed = 0;
  for (;;) {
    const batch = await bench.store.cancelOpen(endpoint, scope, bench.clock.nowMs, limit);
    assert.ok(batch.changed <= limit);
    assert.deepEqual(batch.endpoints, batch.changed > 0 ? [endpoint] : []);
    changed += batch.changed;
    assert.deepEqual(await bench.faults(), []);
    if (!batch.more) return changed;
  }
}

async function reopenMany(
  bench: Bench,
  filter: ReopenFilter,
  mode: 'manual' | 'schedule',
  limit: number,
): Promise<number> {
  let changed = 0;
  let after: DeliveryKey | null = null;
  for (;;) {
    const batch = await bench.store.reopen(bench.project, filter, mode, FAR_MS, after, limit);
    assert.ok(batch.changed <= limit);
    changed += batch.changed;
    after = batch.lastKey;
    assert.deepEqual(await bench.faults(), []);
    if (!batch.more) return changed;
  }
}

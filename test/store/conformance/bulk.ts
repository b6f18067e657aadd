/**
 * Many deliveries changed at once in any store (S12.15, S12.16): cancelled, recovered, retried by
 * filter, in batches. Lanes stay whole and in order.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BulkFilter } from '../../../src/engine/ports/bulk-store.ts';
import type { CancelScope, LanePosition } from '../../../src/engine/ports/manage-store.ts';
import { reopenedBy } from '../bulk-given.ts';
import { type Bench, benchOf, FAR_MS, type OpenStore, START_MS, settingsOf } from '../given.ts';

export function bulkConformance(open: OpenStore): void {
  describe('many deliveries changed at once', () => {
    test('cancelling all open deliveries comes in batches and leaves none', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const other = await bench.endpoint();
      for (const call of ['a', 'b', 'c']) await bench.report(call, 'COMPLETED');
      assert.equal(await cancelMany(bench, key, { kind: 'all' }, 2), 6);
      assert.deepEqual(await bench.ready(key), []);
      assert.equal((await bench.ready(other.key)).length, 3);
      assert.deepEqual(await bench.faults(), []);
      const { backlog } = await bench.store.stats({
        projectKey: bench.project,
        endpoint: key,
        fromMs: START_MS,
        toMs: START_MS + 1,
        stepMs: 60_000,
      });
      assert.equal(backlog, 0);
      await bench.close();
    });

    test('an interrupted bulk cancellation begins anew the next time', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      for (const call of ['a', 'b', 'c']) await bench.report(call, 'CALLING');
      const { nowMs } = bench.clock;
      const broken = await bench.store.cancelOpen({
        endpoint: key,
        scope: { kind: 'all' },
        nowMs,
        after: null,
        limit: 2,
      });
      assert.equal(broken.more, true);
      await bench.report('a', 'CLOSING');
      assert.equal(await cancelMany(bench, key, { kind: 'all' }, 10), 2);
      assert.deepEqual(await bench.ready(key), []);
      await bench.close();
    });

    test('only the newest delivery of each call stays open, and heads its lane', async () => {
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
      const scope = { kind: 'unticked' } as const;
      assert.equal(await cancelMany(bench, key, scope, 10), 0, 'all are ticked');
      const settings = settingsOf({ triggers: ['CALL_LOG_CREATED'] });
      await bench.store.updateEndpoint({
        projectKey: bench.project,
        key,
        settings,
        audit: bench.audit(),
      });
      assert.equal(await cancelMany(bench, key, scope, 10), 2);
      const heads = await bench.ready(key);
      assert.deepEqual(
        heads.map(({ trigger }) => trigger),
        ['CALL_LOG_CREATED', 'CALL_LOG_CREATED'],
      );
      assert.equal(await cancelMany(bench, key, scope, 10), 0);
      await bench.close();
    });

    test('held deliveries are cancelled only while the endpoint is disabled', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key } = await bench.endpoint();
      for (const call of ['a', 'b']) await bench.report(call, 'COMPLETED');
      for (const kind of ['all', 'all-but-newest'] as const) {
        assert.equal(await cancelMany(bench, key, { kind, whileDisabled: true }, 1), 0);
      }
      const off = { enabled: false, reason: 'operator' } as const;
      await store.setEnabled({ projectKey: project, key, state: off, audit: bench.audit() });
      const newest = { kind: 'all-but-newest', whileDisabled: true } as const;
      assert.equal(await cancelMany(bench, key, newest, 1), 2);
      assert.equal(await cancelMany(bench, key, { kind: 'all', whileDisabled: true }, 1), 2);
      await bench.close();
    });

    test('recover reopens what failed since a time, lanes in their old order', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      await failAll(bench, ['old'], key);
      bench.clock.nowMs += 10_000;
      const since = bench.clock.nowMs;
      await failAll(bench, ['a', 'b'], key);
      await bench.report('c', 'CALLING');
      const filter = { endpoints: [key], fromMs: since };
      assert.equal(await reopenMany(bench, filter, 'recover', 1), 4);
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

    test('deliveries of a deleted endpoint stay closed', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      await failAll(bench, ['a'], key);
      await bench.store.deleteEndpoint({ projectKey: bench.project, key, audit: bench.audit() });
      assert.equal(await reopenMany(bench, {}, 'recover', 10), 0);
      const [row] = await bench.all();
      assert.ok(row);
      const change = await bench.store.retryDelivery({
        projectKey: bench.project,
        key: row.key,
        nowMs: START_MS,
        audit: bench.audit(),
      });
      assert.deepEqual(change, { kind: 'wrong-state', state: 'exhausted' });
      await bench.close();
    });

    test('a bulk retry by filter is one manual attempt each', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const other = await bench.endpoint();
      await failAll(bench, ['a', 'b'], key);
      await failAll(bench, [], other.key);
      const call = await bench.store.call({ projectKey: bench.project, callId: 'a' });
      const ofCall = { callKey: call?.key ?? null };
      const triggers = ['CALL_LOG_CREATED'] as const;
      assert.equal(await reopenMany(bench, { ...ofCall, triggers }, 'retry', 10), 2);
      assert.equal(await reopenMany(bench, ofCall, 'retry', 10), 2);
      assert.equal(await reopenMany(bench, { toMs: START_MS }, 'retry', 10), 0);
      const delivered = { endpoints: [key], states: ['delivered'] as const };
      assert.equal(await reopenMany(bench, delivered, 'retry', 10), 0);
      assert.equal(await reopenMany(bench, { toMs: START_MS + 1 }, 'retry', 3), 4);
      const heads = [...(await bench.ready(key)), ...(await bench.ready(other.key))];
      assert.ok(heads.every(({ manual, resumeState }) => manual && resumeState === 'exhausted'));
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });
  });
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
  const { store, clock } = bench;
  let changed = 0;
  let after: LanePosition | null = null;
  for (;;) {
    const batch: Awaited<ReturnType<typeof store.cancelOpen>> = await store.cancelOpen({
      endpoint,
      scope,
      nowMs: clock.nowMs,
      after,
      limit,
    });
    after = batch.last;
    assert.ok(batch.changed <= limit);
    assert.deepEqual(batch.endpoints, batch.changed > 0 ? [endpoint] : []);
    changed += batch.changed;
    assert.deepEqual(await bench.faults(), []);
    if (!batch.more) return changed;
  }
}

async function reopenMany(
  bench: Bench,
  filter: Partial<BulkFilter>,
  action: 'retry' | 'recover',
  limit: number,
): Promise<number> {
  const { store, project } = bench;
  const asked = { action, filter, nowMs: FAR_MS, limit };
  return reopenedBy(store, project, asked, async () => {
    assert.deepEqual(await bench.faults(), []);
  });
}

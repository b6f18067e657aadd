/** Clock repair in any store: heads that were written while the wall clock was ahead (step 7). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { benchOf, type OpenStore, START_MS } from '../given.ts';

const DAY_MS = 86_400_000;

export function clockRepairConformance(open: OpenStore): void {
  describe('a wall clock that was set back', () => {
    test('a due head is due now, a retry waits its delay from now', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      bench.clock.nowMs = START_MS + DAY_MS;
      await bench.heads('call_1', 'CALLING');
      const [retried] = await bench.heads('call_2', 'CALLING');
      assert.ok(retried);
      await bench.retrying(retried, 60_000);
      bench.clock.nowMs = START_MS;
      const asked = { endpoint: key, recoveredAtMs: null, held: false, limit: 10 };
      const before = await bench.store.readyHeads({ ...asked, nowMs: START_MS });
      assert.deepEqual(before.heads, []);
      assert.equal(before.nextDueAtMs, START_MS + DAY_MS);
      assert.deepEqual(
        await bench.store.repairHeads({ endpoint: key, nowMs: START_MS, limit: 10 }),
        {
          repaired: 2,
          more: false,
        },
      );
      const now = await bench.store.readyHeads({ ...asked, nowMs: START_MS });
      assert.deepEqual(
        now.heads.map(({ callId }) => callId),
        ['call_1'],
      );
      assert.equal(now.nextDueAtMs, START_MS + 60_000);
      assert.deepEqual(
        await bench.store.repairHeads({ endpoint: key, nowMs: START_MS, limit: 10 }),
        {
          repaired: 0,
          more: false,
        },
      );
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('a repair changes at most the limit, and only heads of its endpoint', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const other = await bench.endpoint();
      bench.clock.nowMs = START_MS + DAY_MS;
      for (const call of ['call_1', 'call_2', 'call_3']) await bench.heads(call, 'CALLING');
      bench.clock.nowMs = START_MS;
      const repair = () => bench.store.repairHeads({ endpoint: key, nowMs: START_MS, limit: 2 });
      assert.deepEqual(await repair(), { repaired: 2, more: true });
      assert.deepEqual(await repair(), { repaired: 1, more: false });
      const asked = { nowMs: START_MS, recoveredAtMs: null, held: false, limit: 10 };
      const own = await bench.store.readyHeads({ ...asked, endpoint: key });
      assert.equal(own.heads.length, 3);
      const others = await bench.store.readyHeads({ ...asked, endpoint: other.key });
      assert.deepEqual(others.heads, []);
      await bench.close();
    });

    test('a manual attempt goes now, and its retry waits its delay', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      bench.clock.nowMs = START_MS + DAY_MS;
      const [head] = await bench.heads('call_1', 'CALLING');
      assert.ok(head);
      await bench.retrying(head, 60_000);
      await bench.store.retryDelivery({
        projectKey: bench.project,
        key: head.delivery,
        nowMs: START_MS + DAY_MS,
        audit: bench.audit(),
      });
      const done = { repaired: 1, more: false };
      assert.deepEqual(
        await bench.store.repairHeads({ endpoint: key, nowMs: START_MS, limit: 10 }),
        done,
      );
      const asked = { endpoint: key, recoveredAtMs: null, held: false, limit: 10 };
      const { heads } = await bench.store.readyHeads({ ...asked, nowMs: START_MS });
      assert.deepEqual(
        heads.map(({ manual, resumeAtMs, lastAttemptAtMs }) => [
          manual,
          resumeAtMs,
          lastAttemptAtMs,
        ]),
        [[true, START_MS + 60_000, START_MS]],
      );
      await bench.close();
    });

    test('after a small step back a manual attempt still goes at once', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const [head] = await bench.heads('call_1', 'CALLING');
      assert.ok(head);
      await bench.retrying(head, 60_000);
      const askedMs = START_MS + 30_000;
      await bench.store.retryDelivery({
        projectKey: bench.project,
        key: head.delivery,
        nowMs: askedMs,
        audit: bench.audit(),
      });
      assert.equal(
        (await bench.store.repairHeads({ endpoint: key, nowMs: START_MS + 10_000, limit: 10 }))
          .repaired,
        1,
      );
      const asked = { endpoint: key, recoveredAtMs: null, held: false, limit: 10 };
      const { heads } = await bench.store.readyHeads({ ...asked, nowMs: START_MS + 10_000 });
      assert.deepEqual(
        heads.map(({ manual, resumeAtMs }) => [manual, resumeAtMs]),
        [[true, START_MS + 60_000]],
      );
      await bench.close();
    });

    test('a retry whose last attempt is past keeps its time', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const [head] = await bench.heads('call_1', 'CALLING');
      assert.ok(head);
      await bench.retrying(head, 60_000);
      assert.equal(
        (await bench.store.repairHeads({ endpoint: key, nowMs: bench.clock.nowMs, limit: 10 }))
          .repaired,
        0,
      );
      await bench.close();
    });
  });
}

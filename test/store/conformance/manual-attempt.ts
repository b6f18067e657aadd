/**
 * One manual attempt of a closed delivery in any store (S6.27, manual retry): how it counts, what
 * its cancellation leaves, and what an older attempt in flight does.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ClosedState } from '../../../src/core/delivery/state.ts';
import type { Head } from '../../../src/engine/ports/dispatch-store.ts';
import { type Bench, benchOf, type OpenStore, START_MS } from '../given.ts';

export function manualAttemptConformance(open: OpenStore): void {
  describe('a manual attempt', () => {
    test('that fails counts neither as delivered nor as a failure again', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      const [good] = await bench.heads('good', 'CALLING');
      const [bad] = await bench.heads('bad', 'CALLING');
      assert.ok(good && bad);
      await bench.delivered(good);
      await bench.exhausted(bad);
      for (const state of ['delivered', 'exhausted'] as const) {
        const head = await again(bench, state === 'delivered' ? good : bad);
        assert.equal(await backlog(bench), 1);
        await bench.land(head, 'retryable', { state, atMs: START_MS, failures: head.failures });
        assert.equal(await backlog(bench), 0);
      }
      assert.deepEqual(await figures(bench), {
        delivered: 1,
        failed: 1,
        attempts: 4,
        latencies: 1,
      });
      await bench.close();
    });

    test('follows the attempt that delivered, which stays as it was', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      await bench.endpoint();
      const [head] = await bench.heads('call_1', 'CALLING');
      assert.ok(head);
      await bench.delivered(head);
      const list = async () =>
        (await store.delivery({ projectKey: project, key: head.delivery }))?.attemptList;
      const first = {
        number: 1,
        startedAtMs: START_MS,
        durationMs: 5,
        outcome: 'delivered',
        status: 200,
        error: null,
        excerpt: 'ok',
        manual: false,
      };
      assert.deepEqual(await list(), [first]);
      bench.clock.nowMs += 60_000;
      const reopened = await again(bench, head);
      assert.deepEqual(await list(), [first]);
      const { nowMs: atMs } = bench.clock;
      await bench.land(reopened, 'retryable', { state: 'delivered', atMs, failures: 0 });
      const failed = { outcome: 'retryable', status: 500, manual: true } as const;
      const second = { ...first, number: 2, startedAtMs: START_MS + 60_000, ...failed };
      assert.deepEqual(await list(), [first, second]);
      await bench.delivered(await again(bench, head));
      const third = { ...first, number: 3, startedAtMs: START_MS + 60_000, manual: true };
      assert.deepEqual(await list(), [first, second, third]);
      const timeline = await store.timeline({ projectKey: project, callId: 'call_1' });
      assert.deepEqual(timeline?.deliveries[0]?.attemptList, [first, second, third]);
      await bench.close();
    });

    test('counts as delivered if it delivers for the first time', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      const [head] = await bench.heads('call_1', 'CALLING');
      assert.ok(head);
      await bench.exhausted(head);
      await bench.delivered(await again(bench, head));
      await bench.delivered(await again(bench, head));
      assert.deepEqual(await figures(bench), {
        delivered: 1,
        failed: 1,
        attempts: 3,
        latencies: 1,
      });
      await bench.close();
    });

    test('that is cancelled leaves the delivery as it was', async () => {
      for (const state of ['delivered', 'rejected', 'cancelled'] as const) {
        const bench = await benchOf(open);
        const { key } = await bench.endpoint();
        const [head] = await bench.heads('call_1', 'CALLING');
        const [other] = await bench.heads('call_2', 'CALLING');
        assert.ok(head && other);
        for (const each of [head, other]) {
          await close(bench, each, state);
          await again(bench, each);
        }
        const { store, project, clock } = bench;
        await store.cancelDelivery({
          projectKey: project,
          key: head.delivery,
          nowMs: clock.nowMs,
          audit: bench.audit(),
        });
        await store.cancelOpen({
          endpoint: key,
          scope: { kind: 'all' },
          nowMs: clock.nowMs,
          after: null,
          limit: 10,
        });
        const rows = await bench.all();
        assert.deepEqual(
          rows.map((row) => [row.state, row.manual]),
          [
            [state, false],
            [state, false],
          ],
        );
        assert.equal(await backlog(bench), 0);
        await bench.close();
      }
    });

    test('is still made if an older attempt in flight fails', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const [head] = await bench.heads('call_1', 'COMPLETED');
      assert.ok(head);
      await close(bench, head, 'cancelled');
      await again(bench, head);
      const result = await bench.retrying(head);
      assert.equal(result.kind, 'reopened');
      const [ready] = await bench.ready(key);
      assert.deepEqual(result.kind === 'reopened' && result.promoted, ready);
      assert.deepEqual(
        [ready?.delivery, ready?.state, ready?.manual, ready?.resumeState, ready?.attempts],
        [head.delivery, 'due', true, 'cancelled', 1],
      );
      assert.deepEqual(await bench.faults(), []);
      assert.ok(ready);
      const last = await bench.land(ready, 'retryable', {
        state: 'cancelled',
        atMs: START_MS,
        failures: 0,
      });
      assert.equal(last.kind === 'settled' && last.promoted?.sequence, 2);
      const detail = await bench.store.delivery({ projectKey: bench.project, key: head.delivery });
      assert.deepEqual(
        detail?.attemptList.map(({ number, manual }) => [number, manual]),
        [
          [1, false],
          [2, true],
        ],
      );
      await bench.close();
    });

    test('is not made if an older attempt in flight delivers', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      const [head] = await bench.heads('call_1', 'CALLING');
      assert.ok(head);
      await close(bench, head, 'cancelled');
      await again(bench, head);
      assert.deepEqual(await bench.delivered(head), { kind: 'settled', promoted: null });
      assert.equal((await bench.all())[0]?.state, 'delivered');
      await bench.close();
    });
  });
}

async function close(bench: Bench, head: Head, state: ClosedState): Promise<void> {
  if (state === 'cancelled') {
    const { store, project, clock } = bench;
    await store.cancelDelivery({
      projectKey: project,
      key: head.delivery,
      nowMs: clock.nowMs,
      audit: bench.audit(),
    });
    return;
  }
  const outcome = state === 'delivered' ? 'delivered' : 'rejected';
  await bench.land(head, outcome, { state, atMs: bench.clock.nowMs, failures: 0 });
}

/** Gives a closed delivery a manual attempt and takes it. */
async function again(bench: Bench, { delivery, endpoint }: Head): Promise<Head> {
  const { store, project, clock } = bench;
  await store.retryDelivery({
    projectKey: project,
    key: delivery,
    nowMs: clock.nowMs,
    audit: bench.audit(),
  });
  const head = (await bench.ready(endpoint)).find((each) => each.delivery === delivery);
  assert.ok(head?.manual);
  return head;
}

async function backlog(bench: Bench): Promise<number> {
  return (
    await bench.store.stats({
      projectKey: bench.project,
      endpoint: null,
      fromMs: START_MS,
      toMs: START_MS + 1,
      stepMs: 60_000,
    })
  ).backlog;
}

async function figures(bench: Bench): Promise<Record<string, number>> {
  const { store, project } = bench;
  const [step] = (
    await store.stats({
      projectKey: project,
      endpoint: null,
      fromMs: START_MS,
      toMs: START_MS + 1,
      stepMs: 60_000,
    })
  ).steps;
  assert.ok(step);
  const { delivered, failed, attempts } = step;
  return { delivered, failed, attempts, latencies: step.latency.reduce((sum, n) => sum + n, 0) };
}

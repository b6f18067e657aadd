/**
 * Retention of after-call work in any store: results outlive the deliveries and the call, call logs
 * have a period of their own, runs that may still end stay.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Bench, benchOf, DAY_MS, type OpenStore, START_MS } from '../given.ts';
import {
  analyzer,
  claimOne,
  FAILED,
  launch,
  NO_RUN_FILTER,
  runOf,
  SUCCEEDED,
  waiting,
} from './acw-given.ts';

export function acwRetentionConformance(open: OpenStore): void {
  describe('retention of after-call work', () => {
    test('a result is read by its id and its call for 180 days, the call for 90', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      await analyzer(bench);
      await waiting(bench, 'call_1');
      const { key, claim } = await claimOne(bench);
      const answer = await store.finishRun({ run: key, claim, end: SUCCEEDED, nowMs: START_MS });
      assert.ok(answer.kind === 'finished');
      await sweep(bench, START_MS + 180 * DAY_MS);
      assert.equal(await store.call({ projectKey: project, callId: 'call_1' }), null);
      assert.equal((await bench.all()).length, 0);
      const stored = await store.result({ projectKey: project, key: answer.result });
      assert.deepEqual([stored?.run.callId, stored?.result], ['call_1', SUCCEEDED.result]);
      assert.deepEqual(stored?.run, answer.run);
      assert.equal(
        (await store.results({ projectKey: project, callId: 'call_1', beforeKey: null, limit: 10 }))
          .length,
        1,
      );
      await sweep(bench, START_MS + 181 * DAY_MS);
      assert.equal(await store.result({ projectKey: project, key: answer.result }), null);
      assert.equal(await store.run({ projectKey: project, key }), null);
      assert.deepEqual(
        await store.results({ projectKey: project, callId: 'call_1', beforeKey: null, limit: 10 }),
        [],
      );
      await bench.close();
    });

    test('a run is removed by the time it ended; an open one stays with its call', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      await analyzer(bench);
      const head = await launch(bench, 'held');
      const late = await waiting(bench, 'late');
      const open1 = await waiting(bench, 'open');
      bench.clock.nowMs += 100 * DAY_MS;
      const works = await store.claimRuns({ nowMs: bench.clock.nowMs, claimMs: DAY_MS, limit: 10 });
      const work = works.find(({ key }) => key === late.key);
      assert.ok(work !== undefined);
      await store.finishRun({
        run: late.key,
        claim: work.claim,
        end: SUCCEEDED,
        nowMs: bench.clock.nowMs,
      });
      await sweep(bench, START_MS + 200 * DAY_MS);
      assert.notEqual(await store.run({ projectKey: project, key: late.key }), null);
      assert.notEqual(
        await store.call({ projectKey: project, callId: 'open' }),
        null,
        'it is needed to end the run',
      );
      const again = await store.claimRuns({ nowMs: bench.clock.nowMs, claimMs: DAY_MS, limit: 10 });
      const other = again.find(({ key }) => key === open1.key);
      const ended = await store.finishRun({
        run: open1.key,
        claim: other?.claim ?? 0,
        end: SUCCEEDED,
        nowMs: START_MS,
      });
      assert.equal(ended.kind, 'finished');
      assert.equal((await runOf(bench, head)).launchCancelled, false);
      await sweep(bench, START_MS + 400 * DAY_MS);
      assert.deepEqual(
        (
          await store.runs({
            projectKey: project,
            filter: NO_RUN_FILTER,
            beforeKey: null,
            limit: 10,
          })
        ).map(({ callId }) => callId),
        ['held'],
      );
      await bench.close();
    });

    test('a run whose launch was cancelled keeps its call until it has ended', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      await analyzer(bench);
      const head = await launch(bench, 'call_1');
      await store.cancelDelivery({
        projectKey: project,
        key: head.delivery,
        nowMs: START_MS,
        audit: bench.audit(),
      });
      await sweep(bench, START_MS + 91 * DAY_MS);
      assert.equal((await runOf(bench, head)).launchCancelled, true);
      await sweep(bench, START_MS + 181 * DAY_MS);
      assert.notEqual(
        await store.call({ projectKey: project, callId: 'call_1' }),
        null,
        'it is needed to end the run',
      );
      const { key, claim } = await claimOne(bench);
      const end = { ...FAILED, cancelled: 'told' } as const;
      assert.equal(
        (await store.finishRun({ run: key, claim, end, nowMs: bench.clock.nowMs })).kind,
        'finished',
      );
      await sweep(bench, bench.clock.nowMs + 181 * DAY_MS);
      assert.deepEqual(
        await store.runs({
          projectKey: project,
          filter: NO_RUN_FILTER,
          beforeKey: null,
          limit: 10,
        }),
        [],
      );
      await bench.close();
    });

    test('call logs are removed 90 days after they were last stored or deleted', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const put = (callId: string) =>
        store.putCallLog({
          projectKey: project,
          callId,
          direction: 'OUTBOUND',
          body: '{}',
          bytes: 2,
          turns: 0,
          seen: null,
          nowMs: bench.clock.nowMs,
        });
      for (const callId of ['old', 'replaced', 'deleted']) await put(callId);
      bench.clock.nowMs += 60 * DAY_MS;
      await put('replaced');
      await store.deleteCallLog({
        projectKey: project,
        callId: 'deleted',
        audit: bench.audit(),
        nowMs: bench.clock.nowMs,
      });
      const left = async () => {
        const ids = ['old', 'replaced', 'deleted'];
        const facts = await Promise.all(
          ids.map((callId) => store.callLogFacts({ projectKey: project, callId })),
        );
        return ids.filter((_, index) => facts[index] !== null);
      };
      await sweep(bench, START_MS + 91 * DAY_MS);
      assert.deepEqual(await left(), ['replaced', 'deleted']);
      await sweep(bench, START_MS + 151 * DAY_MS);
      assert.deepEqual(await left(), []);
      await bench.close();
    });
  });
}

async function sweep(bench: Bench, nowMs: number): Promise<void> {
  bench.clock.nowMs = nowMs;
  for (let round = 0; round < 20; round += 1) {
    if (!(await bench.store.removeExpired({ nowMs, limit: 1_000 })).more) return;
  }
  assert.fail('a round of retention has no end');
}

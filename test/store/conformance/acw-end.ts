/** How runs end in any store: once, with result, state and ACW_COMPLETED in the call's lanes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatId } from '../../../src/core/id.ts';
import { benchOf, type OpenStore, START_MS } from '../given.ts';
import {
  analyzer,
  CLAIM_MS,
  claimAll,
  claimOne,
  FAILED,
  launch,
  listener,
  NO_RUN_FILTER,
  SUCCEEDED,
  settled,
  waiting,
  waitingMove,
} from './acw-given.ts';

export function acwEndConformance(open: OpenStore): void {
  describe('runs that end', () => {
    test('an end is one commit: result, state, ACW_COMPLETED in the lanes', async () => {
      const bench = await benchOf(open);
      const agent = await analyzer(bench);
      const other = await bench.endpoint({
        triggers: ['OUTBOUND_CALL_COMPLETED', 'ACW_COMPLETED'],
      });
      const hears = await listener(bench);
      const heads = await bench.heads('call_1', 'COMPLETED');
      const head = heads.find(({ endpoint }) => endpoint === agent.key);
      assert.ok(head !== undefined);
      await settled(bench, head, 'delivered', waitingMove(bench));
      bench.clock.nowMs += 7_000;
      const work = await claimOne(bench);
      const answer = await bench.store.finishRun({
        run: work.key,
        claim: work.claim,
        end: SUCCEEDED,
        nowMs: START_MS + 8_000,
      });
      assert.ok(answer.kind === 'finished');
      assert.deepEqual(answer.made, [other.key, hears.key]);
      assert.deepEqual(
        answer.heads.map(({ endpoint }) => endpoint),
        [hears.key],
        'the other one waits behind what is open in its lane',
      );
      assert.deepEqual(await bench.ready(hears.key), answer.heads);
      const { run } = answer;
      assert.deepEqual([run.state, run.finishedAtMs], ['SUCCEEDED', START_MS + 8_000]);
      assert.deepEqual(run.result, { key: answer.result, createdAtMs: START_MS + 8_000 });
      const acwResultId = formatId('acwr', answer.createdAtMs, answer.result);
      assert.deepEqual(JSON.parse(answer.heads[0]?.data ?? ''), {
        callId: 'call_1',
        acwAgentId: agent.id,
        acwResultId,
        isError: 'false',
      });
      assert.deepEqual([answer.heads[0]?.errors, answer.heads[0]?.sequence], [null, 1]);
      const rows = await bench.all({ endpoint: other.key });
      assert.deepEqual(
        rows.map(({ sequence, trigger, state }) => [sequence, trigger, state]),
        [
          [1, 'OUTBOUND_CALL_COMPLETED', 'due'],
          [2, 'ACW_COMPLETED', 'waiting'],
        ],
      );
      assert.deepEqual(await bench.faults(), []);
      const stored = await bench.store.result({ projectKey: bench.project, key: answer.result });
      assert.deepEqual(stored, {
        key: answer.result,
        createdAtMs: START_MS + 8_000,
        run,
        ...SUCCEEDED,
      });
      assert.equal(await bench.store.nextRunAtMs(), null);
      await bench.close();
    });

    test('sequences go on: a report after a run ended comes behind its end', async () => {
      const bench = await benchOf(open);
      await analyzer(bench);
      const other = await bench.endpoint({ triggers: ['OUTBOUND_CALL_COMPLETED'] });
      const hears = await bench.endpoint({ triggers: ['ACW_COMPLETED', 'OUTBOUND_CALL_ERROR'] });
      const heads = await bench.heads('call_1', 'COMPLETED');
      const head = heads.find(({ trigger }) => trigger === 'CALL_LOG_CREATED');
      await settled(bench, head ?? assert.fail(), 'delivered', waitingMove(bench));
      const work = await claimOne(bench);
      await bench.store.finishRun({
        run: work.key,
        claim: work.claim,
        end: FAILED,
        nowMs: START_MS,
      });
      const errors = [{ code: 'INTERNAL_ERROR', message: null, atMs: null } as const];
      await bench.report('call_1', null, { errors });
      const of = async (endpoint: typeof other) =>
        (await bench.all({ endpoint: endpoint.key })).map(({ sequence, trigger }) => [
          sequence,
          trigger,
        ]);
      assert.deepEqual(await of(hears), [
        [1, 'ACW_COMPLETED'],
        [2, 'OUTBOUND_CALL_ERROR'],
      ]);
      assert.deepEqual(await of(other), [[1, 'OUTBOUND_CALL_COMPLETED']]);
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('a failed run fires a fixed message; its reason is in the result', async () => {
      const bench = await benchOf(open);
      await analyzer(bench);
      await listener(bench);
      await waiting(bench, 'call_1');
      const work = await claimOne(bench);
      const answer = await bench.store.finishRun({
        run: work.key,
        claim: work.claim,
        end: FAILED,
        nowMs: START_MS,
      });
      assert.ok(answer.kind === 'finished');
      assert.deepEqual([answer.run.state, answer.run.reason], ['FAILED', 'CALL_LOG_NOT_FOUND']);
      const [head] = answer.heads;
      assert.deepEqual(JSON.parse(head?.errors ?? ''), [
        {
          code: 'ANALYZER_FAILED',
          message: 'Failed to analyze the call.',
          timestamp: new Date(START_MS).toISOString(),
        },
      ]);
      assert.equal(JSON.parse(head?.data ?? '').isError, 'true');
      const stored = await bench.store.result({ projectKey: bench.project, key: answer.result });
      assert.deepEqual(
        [stored?.isError, stored?.reason, stored?.errors],
        [true, 'CALL_LOG_NOT_FOUND', FAILED.errors],
      );
      await bench.close();
    });

    test('a run ends once: not again, and not by an old claim', async () => {
      const bench = await benchOf(open);
      await analyzer(bench);
      const hears = await listener(bench);
      const run = await waiting(bench, 'call_1');
      const first = await claimOne(bench);
      bench.clock.nowMs += CLAIM_MS;
      const second = await claimOne(bench);
      const end = (claim: number) =>
        bench.store.finishRun({ run: run.key, claim, end: SUCCEEDED, nowMs: bench.clock.nowMs });
      assert.deepEqual(await end(first.claim), { kind: 'closed' });
      const both = await Promise.all([end(second.claim), end(second.claim)]);
      assert.deepEqual(both.map(({ kind }) => kind).sort(), ['closed', 'finished']);
      assert.equal((await bench.all({ endpoint: hears.key })).length, 1);
      const go = { state: 'RUNNING', dueAtMs: START_MS, giveUpAtMs: null } as const;
      const moved = await bench.store.moveRun({
        run: run.key,
        claim: second.claim,
        to: {
          ...go,
          callLogVersion: null,
        },
      });
      assert.equal(moved, false);
      await bench.close();
    });

    test('every way to cancel a launch makes its run due, with the reason', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const scopes = [
        [{ kind: 'unticked' }, 'TRIGGER_UNTICKED'],
        [{ kind: 'all', whileDisabled: true }, 'LAUNCH_DROPPED'],
        [{ kind: 'all' }, 'ENDPOINT_DELETED'],
      ] as const;
      for (const [index, [scope, reason]] of scopes.entries()) {
        const agent = await analyzer(bench);
        await bench.report(`call_${index}`, 'COMPLETED');
        const off = { enabled: false, reason: 'operator' } as const;
        await store.setEnabled({
          projectKey: project,
          key: agent.key,
          state: off,
          audit: bench.audit(),
        });
        const settings = { ...agent, triggers: [] };
        await store.updateEndpoint({
          projectKey: project,
          key: agent.key,
          settings,
          audit: bench.audit(),
        });
        await store.cancelOpen({
          endpoint: agent.key,
          scope,
          nowMs: START_MS,
          after: null,
          limit: 10,
        });
        const work = await claimOne(bench);
        assert.deepEqual([work.state, work.reason, work.endpoint], ['QUEUED', reason, agent.key]);
        await store.finishRun({
          run: work.key,
          claim: work.claim,
          end: { ...FAILED, cancelled: 'told' },
          nowMs: START_MS,
        });
        await store.deleteEndpoint({ projectKey: project, key: agent.key, audit: bench.audit() });
      }
      await bench.close();
    });

    test('a cancelled run ends once, with a result or silently, even if retried', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      await analyzer(bench);
      const hears = await listener(bench);
      const heads = [await launch(bench, 'told'), await launch(bench, 'untold')];
      for (const { delivery } of heads) {
        await store.cancelDelivery({
          projectKey: project,
          key: delivery,
          nowMs: START_MS,
          audit: bench.audit(),
        });
      }
      for (const work of await claimAll(bench)) {
        const cancelled = work.callId === 'told' ? 'told' : 'untold';
        const end = { ...FAILED, reason: 'LAUNCH_CANCELLED', cancelled } as const;
        const answer = await store.finishRun({
          run: work.key,
          claim: work.claim,
          end,
          nowMs: START_MS + 5,
        });
        if (answer.kind === 'closed') assert.fail();
        assert.equal(answer.kind, cancelled === 'told' ? 'finished' : 'untold');
        const { run } = answer;
        assert.deepEqual([run.state, run.reason], ['CANCELLED', 'LAUNCH_CANCELLED']);
        assert.deepEqual([run.finishedAtMs, run.launchCancelled], [START_MS + 5, false]);
        assert.equal(run.result === null, cancelled === 'untold');
        const again = await store.finishRun({
          run: work.key,
          claim: work.claim,
          end,
          nowMs: START_MS + 6,
        });
        assert.equal(again.kind, 'closed');
      }
      const fired = await bench.all({ endpoint: hears.key });
      assert.deepEqual(
        fired.map(({ callId }) => callId),
        ['told'],
      );
      for (const { delivery } of heads) {
        await store.retryDelivery({
          projectKey: project,
          key: delivery,
          nowMs: START_MS,
          audit: bench.audit(),
        });
      }
      assert.deepEqual([await store.nextRunAtMs(), await claimAll(bench)], [null, []]);
      for (const head of heads) {
        const [again] = await bench.ready(head.endpoint);
        if (again !== undefined) await settled(bench, again, 'delivered', waitingMove(bench));
      }
      const all = await store.runs({
        projectKey: project,
        filter: NO_RUN_FILTER,
        beforeKey: null,
        limit: 10,
      });
      assert.deepEqual(
        all.map(({ state }) => state),
        ['CANCELLED', 'CANCELLED'],
      );
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('the delivery of an end counts in the figures and in the backlog', async () => {
      const bench = await benchOf(open);
      await analyzer(bench);
      const hears = await listener(bench);
      await waiting(bench, 'call_1');
      const { key, claim } = await claimOne(bench);
      await bench.store.finishRun({ run: key, claim, end: SUCCEEDED, nowMs: START_MS });
      const end = START_MS + 60_000;
      const stats = await bench.store.stats({
        projectKey: bench.project,
        endpoint: hears.key,
        fromMs: START_MS,
        toMs: end,
        stepMs: 60_000,
      });
      assert.deepEqual([stats.steps[0]?.made, stats.backlog], [1, 1]);
      await bench.close();
    });
  });
}

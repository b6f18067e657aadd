/** Runs launched by hand in any store, and how runs and results are listed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asKey, formatId } from '../../../src/core/id.ts';
import type { Run, RunFilter } from '../../../src/engine/ports/acw-store.ts';
import { benchOf, type OpenStore, START_MS } from '../given.ts';
import {
  analyzer,
  FAILED,
  launch,
  NO_RUN_FILTER,
  ownAgent,
  runningMove,
  runOf,
  settled,
  waiting,
} from './acw-given.ts';
import { postOf } from './acw-result.ts';

export function acwListConformance(open: OpenStore): void {
  describe('runs by hand and in lists', () => {
    byHand(open);
    listed(open);
  });
}

function byHand(open: OpenStore): void {
  test('a run by hand repeats the firing under its own id, last in the lane', async () => {
    const bench = await benchOf(open);
    const agent = await analyzer(bench);
    const head = await launch(bench, 'call_1');
    await settled(bench, head, 'delivered', runningMove(bench));
    bench.clock.nowMs += 60_000;
    const nowMs = bench.clock.nowMs;
    const of = { callId: 'call_1', endpoint: agent.key };
    const { key: run } = await runOf(bench, head);
    const again = await bench.store.launchAgain({
      projectKey: bench.project,
      ...of,
      run,
      audit: bench.audit('run.launched'),
      nowMs,
    });
    assert.ok(again !== null);
    assert.deepEqual([again.run.state, again.run.createdAtMs], ['QUEUED', nowMs]);
    const [sent] = again.heads;
    assert.deepEqual([sent?.sequence, sent?.delivery, sent?.dueAtMs], [2, again.run.key, nowMs]);
    assert.notEqual(sent?.firing, head.firing);
    const bytes = ({ firedAtMs, text, data, errors, trigger }: typeof head) =>
      JSON.stringify([firedAtMs, text, data, errors, trigger]);
    assert.equal(bytes(sent ?? assert.fail()), bytes(head));
    assert.deepEqual(await bench.ready(agent.key), again.heads);
    const third = await bench.store.launchAgain({
      projectKey: bench.project,
      ...of,
      run: null,
      audit: bench.audit(),
      nowMs,
    });
    assert.deepEqual(third?.heads, [], 'it waits behind the one before');
    const [entry] = (
      await bench.store.audit({ projectKey: bench.project, beforeKey: null, limit: 10 })
    ).filter(({ action }) => action === 'run.launched');
    assert.equal(entry?.target, formatId('run', nowMs, again.run.key));
    assert.deepEqual(await bench.faults(), []);
    await bench.close();
  });

  test('without an old run a run by hand uses the last firing with a log, or of any', async () => {
    const bench = await benchOf(open);
    const agent = await analyzer(bench, { triggers: ['OUTBOUND_CALL_BUSY'] });
    const launched = async (callId: string) => {
      const of = { callId, endpoint: agent.key, run: null };
      return (
        await bench.store.launchAgain({
          projectKey: bench.project,
          ...of,
          audit: bench.audit(),
          nowMs: START_MS,
        })
      )?.run;
    };
    await bench.report('call_1', 'CALLING');
    assert.equal((await launched('call_1'))?.trigger, 'OUTBOUND_CALL_CALLING');
    await bench.report('call_1', 'COMPLETED');
    assert.equal((await launched('call_1'))?.trigger, 'CALL_LOG_CREATED');
    await bench.report('call_2', 'SCHEDULED');
    assert.equal(await launched('call_2'), undefined, 'it has not fired');
    await bench.close();
  });

  test('an unknown call, agent or run launches nothing', async () => {
    const bench = await benchOf(open);
    const agent = await analyzer(bench);
    const custom = await bench.endpoint({ triggers: ['OUTBOUND_CALL_BUSY'] });
    const gone = await analyzer(bench);
    const run = (await waiting(bench, 'call_1')).key;
    await bench.store.deleteEndpoint({
      projectKey: bench.project,
      key: gone.key,
      audit: bench.audit(),
    });
    const of = { callId: 'call_1', endpoint: agent.key, run: null };
    const wrong = [
      { ...of, callId: 'call_2' },
      { ...of, endpoint: custom.key },
      { ...of, endpoint: gone.key },
      { ...of, callId: 'call_2', run },
      { ...of, endpoint: gone.key, run },
      { ...of, run: asKey<typeof run>(run + 1_000) },
    ];
    for (const each of wrong) {
      const answer = await bench.store.launchAgain({
        projectKey: bench.project,
        ...each,
        audit: bench.audit(),
        nowMs: START_MS,
      });
      assert.equal(answer, null, JSON.stringify(each));
    }
    await bench.close();
  });
}

function listed(open: OpenStore): void {
  test('runs are listed newest first, page by page, by call, agent, state and time', async () => {
    const bench = await benchOf(open);
    const [one, two] = [await analyzer(bench), await ownAgent(bench)];
    for (const callId of ['call_1', 'call_2', 'call_3']) {
      bench.clock.nowMs += 1_000;
      await bench.report(callId, 'COMPLETED');
    }
    const post = postOf(bench, two, { callId: 'call_2', ...FAILED, reason: 'AGENT_FAILED' });
    await bench.store.postResult(post);
    const list = async (filter: Partial<RunFilter>, size = 100) => {
      const found: Run[] = [];
      for (;;) {
        const before = found.at(-1)?.key ?? null;
        const asked = { ...NO_RUN_FILTER, ...filter };
        const page = await bench.store.runs({
          projectKey: bench.project,
          filter: asked,
          beforeKey: before,
          limit: size,
        });
        found.push(...page);
        if (page.length < size) break;
      }
      return found.map(({ callId, endpoint }) => [callId, endpoint === one.key ? 1 : 2].join('/'));
    };
    const all = ['call_3/2', 'call_3/1', 'call_2/2', 'call_2/1', 'call_1/2', 'call_1/1'];
    const unfinished = all.filter((each) => each !== 'call_2/2');
    assert.deepEqual(await list({}), all);
    assert.deepEqual(await list({}, 2), all);
    assert.deepEqual(await list({ callId: 'call_2' }), ['call_2/2', 'call_2/1']);
    assert.deepEqual(await list({ callId: 'call_2', endpoint: one.key }), ['call_2/1']);
    assert.deepEqual(await list({ callId: 'call_9' }), []);
    assert.deepEqual(await list({ endpoint: two.key }, 2), ['call_3/2', 'call_2/2', 'call_1/2']);
    assert.deepEqual(await list({ states: ['FAILED'] }), ['call_2/2']);
    assert.deepEqual(await list({ states: ['QUEUED', 'RUNNING'] }, 2), unfinished);
    assert.deepEqual(await list({ states: ['QUEUED', 'FAILED'] }), all);
    const [fromMs, toMs] = [START_MS + 2_000, START_MS + 3_000];
    assert.deepEqual(await list({ fromMs, toMs }), ['call_2/2', 'call_2/1']);
    await bench.close();
  });

  test('results of a call are listed newest first, without their texts', async () => {
    const bench = await benchOf(open);
    const agent = await ownAgent(bench);
    await bench.report('call_1', 'COMPLETED');
    const keys: number[] = [];
    for (const fingerprint of ['f1', 'f2', 'f3']) {
      const answer = await bench.store.postResult(postOf(bench, agent, { fingerprint }));
      keys.unshift(answer.kind === 'created' ? answer.result : 0);
      const of = { callId: 'call_1', endpoint: agent.key, run: null };
      await bench.store.launchAgain({
        projectKey: bench.project,
        ...of,
        audit: bench.audit(),
        nowMs: START_MS,
      });
    }
    const first = await bench.store.results({
      projectKey: bench.project,
      callId: 'call_1',
      beforeKey: null,
      limit: 2,
    });
    const rest = await bench.store.results({
      projectKey: bench.project,
      callId: 'call_1',
      beforeKey: first.at(-1)?.key ?? null,
      limit: 2,
    });
    const found = [...first, ...rest];
    assert.deepEqual(
      found.map(({ key }) => key),
      keys,
    );
    assert.ok(found.every(({ result, run }) => result === null && run.callId === 'call_1'));
    assert.deepEqual(
      await bench.store.results({
        projectKey: bench.project,
        callId: 'call_2',
        beforeKey: null,
        limit: 10,
      }),
      [],
    );
    const [newest] = found;
    assert.ok(newest !== undefined);
    const stored = await bench.store.result({ projectKey: bench.project, key: newest.key });
    assert.deepEqual(stored, { ...newest, result: '{"a":1}' });
    assert.equal(
      await bench.store.result({ projectKey: asKey(bench.project + 1), key: newest.key }),
      null,
    );
    await bench.close();
  });
}

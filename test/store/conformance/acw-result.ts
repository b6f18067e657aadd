/**
 * Results that self-provided agents post, in any store: a post finds its run, ends it once, and is
 * idempotent.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asKey, type EndpointKey, formatId } from '../../../src/core/id.ts';
import type { PostedResult, Run } from '../../../src/engine/ports/acw-store.ts';
import { type Bench, benchOf, type OpenStore, START_MS } from '../given.ts';
import {
  analyzer,
  claimOne,
  FAILED,
  launch,
  listener,
  NO_RUN_FILTER,
  ownAgent,
  running,
  runningMove,
  runOf,
  SUCCEEDED,
  settled,
} from './acw-given.ts';

export function acwResultConformance(open: OpenStore): void {
  describe('results', () => {
    posted(open);
    refused(open);
  });
}

export function postOf(
  bench: Bench,
  agent: { readonly key: EndpointKey },
  changes: Partial<PostedResult> = {},
): PostedResult {
  const of = { projectKey: bench.project, callId: 'call_1', endpoint: agent.key, run: null };
  const content = { ...SUCCEEDED, engine: 'own', result: '{"a":1}', fingerprint: 'f1' };
  return { ...of, ...content, nowMs: bench.clock.nowMs, ...changes };
}

function posted(open: OpenStore): void {
  test('a result ends the run and fires; a repeat gets the same answer', async () => {
    const bench = await benchOf(open);
    const agent = await ownAgent(bench);
    const hears = await listener(bench);
    const { key } = await running(bench, 'call_1');
    bench.clock.nowMs += 1_000;
    const answer = await bench.store.postResult(postOf(bench, agent));
    assert.ok(answer.kind === 'created');
    assert.deepEqual([answer.run.key, answer.run.state], [key, 'SUCCEEDED']);
    assert.deepEqual(answer.made, [hears.key]);
    const acwResultId = formatId('acwr', answer.createdAtMs, answer.result);
    assert.match(answer.heads[0]?.data ?? '', new RegExp(`"acwResultId":"${acwResultId}"`));
    const run = { key, createdAtMs: answer.run.createdAtMs };
    const unnamed = postOf(bench, agent, { fingerprint: 'f2', result: '{"a":2}' });
    assert.equal((await bench.store.postResult(unnamed)).kind, 'not-found', 'no run is open');
    for (const named of [null, run]) {
      const again = await bench.store.postResult(postOf(bench, agent, { run: named }));
      assert.ok(again.kind === 'repeated');
      assert.deepEqual([again.stored.key, again.stored.result], [answer.result, '{"a":1}']);
      const changes = { run, fingerprint: 'f2', result: '{"a":2}' };
      const other = await bench.store.postResult(postOf(bench, agent, changes));
      assert.ok(other.kind === 'differs');
      assert.equal(other.stored.result, '{"a":1}');
    }
    assert.equal((await bench.all({ endpoint: hears.key })).length, 1);
    await bench.close();
  });

  test('an agent may answer before its 2xx is settled, which then changes nothing', async () => {
    const bench = await benchOf(open);
    const agent = await ownAgent(bench);
    const head = await launch(bench, 'call_1');
    const end = { ...FAILED, reason: 'AGENT_FAILED' } as const;
    const answer = await bench.store.postResult(postOf(bench, agent, end));
    assert.ok(answer.kind === 'created');
    assert.deepEqual([answer.run.state, answer.run.reason], ['FAILED', 'AGENT_FAILED']);
    assert.equal((await settled(bench, head, 'delivered', runningMove(bench))).kind, 'settled');
    assert.deepEqual(await runOf(bench, head), answer.run);
    assert.equal(await bench.store.nextRunAtMs(), null);
    await bench.close();
  });

  test('a result that names no run ends the oldest open one of agent and call', async () => {
    const bench = await benchOf(open);
    const agent = await ownAgent(bench);
    const other = await ownAgent(bench);
    const heads = await bench.heads('call_1', 'COMPLETED');
    for (const head of heads) await settled(bench, head, 'delivered', runningMove(bench));
    const of = { callId: 'call_1', endpoint: agent.key, run: null };
    const again = await bench.store.launchAgain({
      projectKey: bench.project,
      ...of,
      audit: bench.audit(),
      nowMs: START_MS,
    });
    const post = async (fingerprint: string) => {
      const answer = await bench.store.postResult(postOf(bench, agent, { fingerprint }));
      return answer.kind === 'created' ? answer.run.key : answer.kind;
    };
    const first = heads.find(({ endpoint }) => endpoint === agent.key);
    assert.equal(await post('f1'), first?.delivery);
    assert.equal(await post('f1'), 'repeated', 'of the first, although another run is open');
    assert.equal(await post('f2'), again?.run.key);
    assert.equal(await post('f2'), 'repeated');
    assert.equal(await post('f1'), 'repeated');
    assert.equal(await post('f3'), 'not-found');
    const theirs = await bench.store.runs({
      projectKey: bench.project,
      filter: { ...NO_RUN_FILTER, endpoint: other.key },
      beforeKey: null,
      limit: 10,
    });
    assert.deepEqual(
      theirs.map(({ state }) => state),
      ['RUNNING'],
    );
    await bench.close();
  });

  test('of two posts at once one makes the result, the other gets it', async () => {
    const bench = await benchOf(open);
    const agent = await ownAgent(bench);
    const hears = await listener(bench);
    await running(bench, 'call_1');
    const answers = await Promise.all([
      bench.store.postResult(postOf(bench, agent)),
      bench.store.postResult(postOf(bench, agent)),
      bench.store.postResult(postOf(bench, agent, { fingerprint: 'f2' })),
    ]);
    const kinds = answers.map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === 'created').length, 1, kinds.join());
    assert.ok(kinds.every((kind) => ['created', 'repeated', 'not-found'].includes(kind)));
    assert.equal((await bench.all({ endpoint: hears.key })).length, 1);
    await bench.close();
  });
}

function refused(open: OpenStore): void {
  test('a result that comes after its run failed is refused as too late', async () => {
    const bench = await benchOf(open);
    const agent = await ownAgent(bench);
    const run = await running(bench, 'call_1');
    bench.clock.nowMs += 900_000;
    const { key, claim } = await claimOne(bench);
    const end = { ...FAILED, reason: 'DEADLINE_PASSED' } as const;
    await bench.store.finishRun({ run: key, claim, end, nowMs: bench.clock.nowMs });
    const named = { key: run.key, createdAtMs: run.createdAtMs };
    const answer = await bench.store.postResult(postOf(bench, agent, { run: named }));
    assert.ok(answer.kind === 'closed');
    assert.deepEqual([answer.run.key, answer.run.reason], [run.key, 'DEADLINE_PASSED']);
    const unnamed = await bench.store.postResult(postOf(bench, agent));
    assert.equal(unnamed.kind, 'not-found', 'none is open, and it is no repeat');
    await bench.close();
  });

  test('a run is not found by another call, agent, project, kind or time', async () => {
    const bench = await benchOf(open);
    const agent = await ownAgent(bench);
    const other = await ownAgent(bench, { triggers: ['OUTBOUND_CALL_BUSY'] });
    const builtin = await analyzer(bench);
    const { key, createdAtMs } = await (async (): Promise<Run> => {
      const heads = await bench.heads('call_1', 'COMPLETED');
      for (const head of heads) await settled(bench, head, 'delivered', runningMove(bench));
      const own = heads.find(({ endpoint }) => endpoint === agent.key);
      return runOf(bench, own ?? assert.fail());
    })();
    const run = { key, createdAtMs };
    const elsewhere = await bench.store.ensureProject({
      name: 'elsewhere',
      settings: { ...(await projectOf(bench)), serviceName: 'x' },
      nowMs: START_MS,
    });
    const wrong: readonly Partial<PostedResult>[] = [
      { callId: 'call_2' },
      { callId: 'call_2', run },
      { endpoint: other.key },
      { endpoint: other.key, run },
      { endpoint: builtin.key },
      { projectKey: elsewhere.key },
      { projectKey: elsewhere.key, run },
      { run: { key, createdAtMs: createdAtMs + 1 } },
      { run: { key: asKey(key + 1_000), createdAtMs } },
    ];
    for (const changes of wrong) {
      const answer = await bench.store.postResult(postOf(bench, agent, changes));
      assert.deepEqual(answer, { kind: 'not-found' }, JSON.stringify(changes));
    }
    assert.equal((await bench.store.run({ projectKey: bench.project, key }))?.state, 'RUNNING');
    assert.equal(await bench.store.run({ projectKey: elsewhere.key, key }), null);
    await bench.close();
  });

  test('a result finds the run of a cancelled launch only if it names it', async () => {
    const bench = await benchOf(open);
    const agent = await ownAgent(bench);
    const head = await launch(bench, 'call_1');
    await bench.store.cancelDelivery({
      projectKey: bench.project,
      key: head.delivery,
      nowMs: START_MS,
      audit: bench.audit(),
    });
    const without = await bench.store.postResult(postOf(bench, agent));
    assert.equal(without.kind, 'not-found');
    const { key, createdAtMs } = await runOf(bench, head);
    const named = postOf(bench, agent, { run: { key, createdAtMs } });
    assert.equal((await bench.store.postResult(named)).kind, 'created');
    await bench.close();
  });
}

async function projectOf(bench: Bench) {
  const project = await bench.store.project(bench.project);
  assert.ok(project !== null);
  const { serviceName, stale, retention, maskForViewers, requireSecondFactor, alerts } = project;
  return { serviceName, stale, retention, maskForViewers, requireSecondFactor, alerts };
}

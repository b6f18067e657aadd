/** Runs in any store: made with their launch, changed with its settlement, claimed, moved on. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { benchOf, type OpenStore, START_MS } from '../given.ts';
import {
  analyzer,
  CLAIM_MS,
  claimAll,
  claimOne,
  FAILED,
  failedMove,
  launch,
  NO_RUN_FILTER,
  runningMove,
  runOf,
  settled,
  waiting,
  waitingMove,
} from './acw-given.ts';

export function acwRunConformance(open: OpenStore): void {
  describe('runs', () => {
    made(open);
    launched(open);
    claimed(open);
  });
}

function made(open: OpenStore): void {
  test('a launch makes a run, other deliveries make none', async () => {
    const bench = await benchOf(open);
    const agent = await analyzer(bench);
    await bench.endpoint();
    const receipt = await bench.report('call 1', 'COMPLETED');
    assert.equal(receipt.kind === 'accepted' && receipt.made.length, 3);
    const all = await bench.store.runs({
      projectKey: bench.project,
      filter: NO_RUN_FILTER,
      beforeKey: null,
      limit: 10,
    });
    assert.equal(all.length, 1);
    const [run] = all;
    const [row] = await bench.all({ endpoint: agent.key });
    assert.deepEqual(run, {
      key: row?.key,
      createdAtMs: START_MS,
      projectKey: bench.project,
      endpoint: agent.key,
      endpointId: agent.id,
      agentName: 'Analyzer',
      kind: 'builtin-analyzer',
      callKey: row?.callKey,
      callId: 'call 1',
      trigger: 'CALL_LOG_CREATED',
      state: 'QUEUED',
      launchCancelled: false,
      startedAtMs: null,
      finishedAtMs: null,
      giveUpAtMs: null,
      reason: null,
      result: null,
    });
    assert.equal(await bench.store.nextRunAtMs(), null);
    assert.deepEqual(await claimAll(bench), []);
    await bench.close();
  });

  test('an agent ticked on two triggers of one report runs twice, in lane order', async () => {
    const bench = await benchOf(open);
    const triggers = ['CALL_LOG_CREATED', 'OUTBOUND_CALL_COMPLETED'] as const;
    await analyzer(bench, { triggers });
    const first = await launch(bench, 'call_1');
    const result = await settled(bench, first, 'delivered', waitingMove(bench));
    assert.ok(result.kind === 'settled' && result.promoted !== null);
    await settled(bench, result.promoted, 'delivered', waitingMove(bench));
    const work = await claimAll(bench);
    assert.deepEqual(
      work.map(({ trigger, state }) => [trigger, state]).sort(),
      triggers.map((trigger) => [trigger, 'WAITING_CALL_LOG']),
    );
    await bench.close();
  });
}

function launched(open: OpenStore): void {
  test('a delivered launch moves its run, a fenced one does not', async () => {
    const bench = await benchOf(open);
    await analyzer(bench);
    const head = await launch(bench, 'call_1');
    const old = await settled(bench, head, 'delivered', waitingMove(bench), bench.epoch - 1);
    assert.equal(old.kind, 'fenced');
    assert.equal((await runOf(bench, head)).state, 'QUEUED');
    await settled(bench, head, 'delivered', waitingMove(bench));
    const run = await runOf(bench, head);
    assert.deepEqual([run.state, run.startedAtMs], ['WAITING_CALL_LOG', START_MS]);
    assert.equal(await bench.store.nextRunAtMs(), START_MS);
    await bench.close();
  });

  test('the run of an exhausted launch is due; the launch may be retried by hand', async () => {
    const bench = await benchOf(open);
    await analyzer(bench);
    const head = await launch(bench, 'call_1');
    await settled(bench, head, 'exhausted', failedMove(bench));
    const work = await claimOne(bench);
    assert.deepEqual([work.state, work.reason], ['QUEUED', 'LAUNCH_FAILED']);
    const { nowMs } = bench.clock;
    await bench.store.retryDelivery({
      projectKey: bench.project,
      key: head.delivery,
      nowMs,
      audit: bench.audit(),
    });
    const [again] = await bench.ready(head.endpoint);
    assert.ok(again?.manual);
    await settled(bench, again, 'delivered', runningMove(bench));
    const run = await runOf(bench, head);
    assert.deepEqual([run.state, run.reason], ['RUNNING', null]);
    const answer = await bench.store.finishRun({
      run: run.key,
      claim: work.claim,
      end: FAILED,
      nowMs,
    });
    assert.equal(answer.kind, 'closed', 'its launch is not what failed any more');
    await bench.close();
  });

  test('a launch cancelled in flight has launched if delivered, not if given up', async () => {
    const bench = await benchOf(open);
    await analyzer(bench);
    const [one, other] = [await launch(bench, 'call_1'), await launch(bench, 'call_2')];
    const { nowMs } = bench.clock;
    for (const { delivery } of [one, other]) {
      await bench.store.cancelDelivery({
        projectKey: bench.project,
        key: delivery,
        nowMs,
        audit: bench.audit(),
      });
    }
    const cancelled = await runOf(bench, one);
    assert.deepEqual([cancelled.state, cancelled.launchCancelled], ['QUEUED', true]);
    assert.equal((await settled(bench, one, 'delivered', waitingMove(bench))).kind, 'closed');
    assert.equal((await settled(bench, other, 'exhausted', failedMove(bench))).kind, 'closed');
    const launchedRun = await runOf(bench, one);
    assert.deepEqual([launchedRun.state, launchedRun.launchCancelled], ['WAITING_CALL_LOG', false]);
    const left = await runOf(bench, other);
    const why = 'LAUNCH_CANCELLED';
    assert.deepEqual([left.state, left.launchCancelled, left.reason], ['QUEUED', true, why]);
    const due = (await claimAll(bench)).map(({ key, reason }) => [key, reason]);
    const wanted = [
      [launchedRun.key, null],
      [left.key, why],
    ];
    assert.deepEqual(due.sort(), wanted.sort());
    await bench.store.retryDelivery({
      projectKey: bench.project,
      key: other.delivery,
      nowMs,
      audit: bench.audit(),
    });
    const resumed = await runOf(bench, other);
    assert.deepEqual([resumed.launchCancelled, resumed.reason], [false, null]);
    await bench.close();
  });

  test('a failure after a reopening leaves the run to the manual attempt', async () => {
    const bench = await benchOf(open);
    await analyzer(bench);
    const head = await launch(bench, 'call_1');
    const { nowMs } = bench.clock;
    await bench.store.cancelDelivery({
      projectKey: bench.project,
      key: head.delivery,
      nowMs,
      audit: bench.audit(),
    });
    await bench.store.retryDelivery({
      projectKey: bench.project,
      key: head.delivery,
      nowMs,
      audit: bench.audit(),
    });
    assert.equal((await settled(bench, head, 'exhausted', failedMove(bench))).kind, 'reopened');
    const run = await runOf(bench, head);
    assert.deepEqual([run.state, run.reason, run.launchCancelled], ['QUEUED', null, false]);
    assert.equal(await bench.store.nextRunAtMs(), null);
    await bench.close();
  });
}

function claimed(open: OpenStore): void {
  test('a claim carries the work, expires, gets a higher number, and is given once', async () => {
    const bench = await benchOf(open);
    const agent = await analyzer(bench);
    await bench.report('call_1', null, {
      errors: [{ code: 'INTERNAL_ERROR', message: 'x', atMs: null }],
    });
    const head = await launch(bench, 'call_1');
    await settled(bench, head, 'delivered', waitingMove(bench));
    const run = await runOf(bench, head);
    const work = await claimOne(bench);
    assert.deepEqual(work, {
      ...run,
      claim: work.claim,
      deaths: 0,
      agent,
      call: work.call,
      hadErrors: true,
      callLogVersion: null,
    });
    assert.deepEqual([work.call.callId, work.call.status], ['call_1', 'COMPLETED']);
    assert.deepEqual(await claimAll(bench), []);
    assert.equal(await bench.store.nextRunAtMs(), START_MS + CLAIM_MS);
    bench.clock.nowMs += CLAIM_MS;
    const again = await claimOne(bench);
    assert.ok(again.claim > work.claim);
    assert.equal(again.deaths, 0, 'no worker had begun');
    await bench.close();
  });

  test('errors reported after the end of a call do not count as its errors', async () => {
    const bench = await benchOf(open);
    await analyzer(bench);
    const errors = [{ code: 'CALL_RESULT_PROCESSING_FAILED', message: null, atMs: null }] as const;
    await waiting(bench, 'call_1');
    await bench.report('call_1', null, { errors });
    await bench.report('call_1', 'ERROR', { errors });
    assert.equal((await claimOne(bench)).hadErrors, false);
    await bench.close();
  });

  test('claims take the longest due runs first, up to the limit', async () => {
    const bench = await benchOf(open);
    await analyzer(bench);
    const ids = ['call_1', 'call_2', 'call_3'];
    for (const callId of ids) {
      bench.clock.nowMs += 1_000;
      await waiting(bench, callId);
    }
    const two = await bench.store.claimRuns({
      nowMs: bench.clock.nowMs,
      claimMs: CLAIM_MS,
      limit: 2,
    });
    assert.deepEqual(
      two.map(({ callId }) => callId),
      ids.slice(0, 2),
    );
    assert.equal((await claimOne(bench)).callId, 'call_3');
    await bench.close();
  });

  test('a run waits, goes on, and its old claim moves nothing', async () => {
    const bench = await benchOf(open);
    await analyzer(bench);
    const run = await waiting(bench, 'call_1');
    const first = await claimOne(bench);
    const dueAtMs = START_MS + 600_000;
    const wait = { state: 'WAITING_CALL_LOG', dueAtMs, giveUpAtMs: dueAtMs } as const;
    const move = (claim: number, to: Parameters<typeof bench.store.moveRun>[0]['to']) =>
      bench.store.moveRun({ run: run.key, claim, to });
    assert.ok(await move(first.claim, { ...wait, callLogVersion: null }));
    assert.equal(
      (await bench.store.run({ projectKey: bench.project, key: run.key }))?.giveUpAtMs,
      dueAtMs,
    );
    assert.equal(await bench.store.nextRunAtMs(), dueAtMs);
    bench.clock.nowMs = dueAtMs;
    const second = await claimOne(bench);
    const go = { state: 'RUNNING', dueAtMs: dueAtMs + 60_000, giveUpAtMs: null } as const;
    assert.equal(await move(first.claim, { ...go, callLogVersion: null }), false);
    assert.ok(await move(second.claim, { ...go, callLogVersion: null }));
    assert.equal((await bench.store.openRuns(10)).running, 1);
    for (const deaths of [1, 2]) {
      bench.clock.nowMs += 120_000;
      assert.equal((await claimOne(bench)).deaths, deaths);
    }
    await bench.close();
  });

  test('a due time written by a clock ahead is repaired, a deadline stays', async () => {
    const bench = await benchOf(open);
    await analyzer(bench);
    bench.clock.nowMs += 86_400_000;
    const late = await waiting(bench, 'call_1');
    const future = await launch(bench, 'call_2');
    await settled(bench, future, 'delivered', runningMove(bench));
    bench.clock.nowMs = START_MS;
    const now = await launch(bench, 'call_3');
    await settled(bench, now, 'delivered', runningMove(bench));
    const aheadMs = 60_000;
    const { store } = bench;
    assert.deepEqual(await store.repairRuns({ nowMs: START_MS, aheadMs, limit: 1 }), {
      repaired: 1,
      more: true,
    });
    assert.deepEqual(await store.repairRuns({ nowMs: START_MS, aheadMs, limit: 10 }), {
      repaired: 1,
      more: false,
    });
    assert.deepEqual(await store.repairRuns({ nowMs: START_MS, aheadMs, limit: 10 }), {
      repaired: 0,
      more: false,
    });
    const keys = (await claimAll(bench)).map(({ key }) => key).sort((a, b) => a - b);
    assert.deepEqual(keys, [late.key, (await runOf(bench, future)).key]);
    assert.equal(await store.nextRunAtMs(), START_MS + CLAIM_MS);
    await bench.close();
  });

  test('a run that is due long after its deadline is repaired', async () => {
    const bench = await benchOf(open);
    await analyzer(bench);
    const patient = await launch(bench, 'call_1');
    const dueAtMs = START_MS + 86_400_000;
    await settled(bench, patient, 'delivered', { ...runningMove(bench), dueAtMs });
    const { store } = bench;
    assert.deepEqual(await store.repairRuns({ nowMs: START_MS, aheadMs: 60_000, limit: 10 }), {
      repaired: 1,
      more: false,
    });
    assert.equal(await store.nextRunAtMs(), START_MS);
    await bench.close();
  });

  test('open runs are counted up to the limit', async () => {
    const bench = await benchOf(open);
    await analyzer(bench);
    for (const callId of ['call_1', 'call_2', 'call_3']) await waiting(bench, callId);
    await launch(bench, 'call_4');
    assert.deepEqual(await bench.store.openRuns(10), { waiting: 3, running: 0 });
    assert.deepEqual(await bench.store.openRuns(2), { waiting: 2, running: 0 });
    await bench.close();
  });
}

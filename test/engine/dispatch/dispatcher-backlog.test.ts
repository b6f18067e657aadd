/**
 * Bounded memory (docs/internals/design.md, "The dispatcher"): windows overflow and are refilled,
 * reads race with offers and settlements, and no delivery is lost, doubled or kept in memory. A
 * dead endpoint costs rows and leaves a healthy one as fast as before.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Rig, START_MS, setup } from '../setup.ts';

const calls = (count: number, prefix = 'call'): [string, string][] =>
  Array.from({ length: count }, (_, n) => [`${prefix}-${n}`, 'CALLING']);

function assertOnce(rig: Rig, count: number): void {
  assert.equal(rig.channel.sent.length, count);
  assert.equal(new Set(rig.channel.sent.map(({ request }) => request.deliveryId)).size, count);
}

describe('window', () => {
  test('overflows and is refilled: each delivery goes once, memory stays bounded', async (t) => {
    const rig = await setup(t, { windowMax: 16 });
    await rig.endpoint({ pacing: { ratePerS: null, burst: 1, concurrency: 4 } });
    rig.channel.latencyMs = 10;
    await rig.reportAll(calls(500));
    let most = 0;
    for (let step = 0; step < 130; step += 1) {
      await rig.advance(10);
      most = Math.max(most, rig.dispatcher.gauges().residentHeads);
    }
    assertOnce(rig, 500);
    assert.ok(most <= 16, `${most} heads in memory`);
    assert.ok((await rig.states()).every((state) => state === 'delivered'));
  });

  test('older heads go before heads that came while the window was full', async (t) => {
    const rig = await setup(t, { windowMax: 8 });
    await rig.endpoint({ pacing: { ratePerS: null, burst: 1, concurrency: 1 } });
    rig.channel.latencyMs = 10;
    await rig.reportAll(calls(40, 'old'));
    await rig.advance(100);
    await rig.reportAll(calls(40, 'new'));
    await rig.advance(1_000);
    assertOnce(rig, 80);
    const newest = rig.channel.sent.findIndex(({ request }) => request.callId === 'new-39');
    const lastOld = rig.channel.sent.findLastIndex(({ request }) =>
      request.callId.startsWith('old'),
    );
    assert.ok(lastOld < newest && lastOld < 60, `the last old one went ${lastOld}th`);
  });

  test('all windows together are bounded, and every endpoint gets on', async (t) => {
    const rig = await setup(t, { windowMax: 32, windowMin: 2, residentMax: 50 });
    const pacing = { ratePerS: null, burst: 1, concurrency: 1 };
    for (let n = 0; n < 10; n += 1) await rig.endpoint({ pacing });
    rig.channel.latencyMs = 1;
    await rig.reportAll(calls(60));
    await rig.settled();
    assert.ok(rig.dispatcher.gauges().residentHeads <= 50 + 10 * 2);
    await rig.advance(1_000);
    assertOnce(rig, 600);
  });

  test('a long lane is delivered in order through a window of others', async (t) => {
    const rig = await setup(t, { windowMax: 4, windowMin: 1 });
    await rig.endpoint();
    const statuses = ['CALLING', 'CLOSING', 'COMPLETED'];
    for (const status of statuses) {
      await rig.reportAll(Array.from({ length: 30 }, (_, n) => [`call-${n}`, status]));
    }
    await rig.advance(1_000);
    assertOnce(rig, 90);
    for (let n = 0; n < 30; n += 1) {
      const order = [1, 2, 3].map((sequence) => `call-${n}#${sequence}`);
      assert.deepEqual(rig.channel.order(`call-${n}`), order);
    }
  });
});

describe('races of reads', () => {
  test('a head that landed while a read was under way is not sent again', async (t) => {
    const rig = await setup(t, { windowMax: 4 });
    await rig.endpoint({ pacing: { ratePerS: null, burst: 1, concurrency: 4 } });
    rig.channel.latencyMs = 10;
    const letGo = rig.faulty.holdBack('readyHeads');
    await rig.reportAll(calls(12));
    // The read has its rows; meanwhile the heads in them are delivered.
    await rig.advance(100);
    letGo();
    await rig.advance(1_000);
    assertOnce(rig, 12);
  });

  test('a head offered while a read was under way is neither lost nor doubled', async (t) => {
    const rig = await setup(t, { windowMax: 4 });
    await rig.endpoint({ pacing: { ratePerS: null, burst: 1, concurrency: 2 } });
    rig.channel.latencyMs = 10;
    const letGo = rig.faulty.holdBack('readyHeads');
    await rig.reportAll(calls(12, 'before'));
    await rig.settled();
    await rig.reportAll(calls(12, 'during'));
    await rig.advance(50);
    letGo();
    await rig.reportAll(calls(12, 'after'));
    await rig.advance(1_000);
    assertOnce(rig, 36);
  });

  test('settings read before a change are dropped', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint();
    const letGo = rig.faulty.holdBack('runtime');
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    await rig.change(endpoint, { target: 'https://other.example/hook' });
    letGo();
    await rig.settled();
    const targets = rig.channel.sent.map(({ request }) => request.endpoint.target);
    assert.deepEqual(targets, ['https://other.example/hook']);
  });

  test('heads read before a cancellation are dropped', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint();
    rig.channel.answer = () => 503;
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    const letGo = rig.faulty.holdBack('readyHeads');
    await rig.advance(5_000);
    await rig.store.cancelOpen({
      endpoint: endpoint.key,
      scope: { kind: 'all' },
      nowMs: rig.clock.wallMs(),
      after: null,
      limit: 100,
    });
    rig.dispatcher.invalidate(endpoint.key);
    letGo();
    await rig.advance(60_000);
    assert.equal(rig.channel.sent.length, 1);
    assert.deepEqual(await rig.states(), ['cancelled']);
  });
});

describe('a dead endpoint', () => {
  test('thousands of blocked lanes use one timer and no memory', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = () => 503;
    await rig.reportAll(calls(3_000));
    await rig.reportAll(calls(3_000).map(([callId]) => [callId, 'COMPLETED']));
    await rig.advance(3_600_000);
    assert.equal(rig.clock.timers, 1);
    assert.equal(rig.dispatcher.gauges().residentHeads, 0);
    assert.equal(rig.dispatcher.gauges().inFlight, 0);
    // The twenty in flight at the beginning, one probe per hold, and their retries.
    assert.ok(rig.channel.sent.length < 40 * 7, `${rig.channel.sent.length} attempts`);
  });

  test("thousands of retrying lanes too; a healthy endpoint's latency is unchanged", async (t) => {
    const measure = async (rig: Rig, prefix: string) => {
      const before = rig.channel.sent.length;
      let worstMs = 0;
      let turns = 0;
      for (let n = 0; n < 20; n += 1) {
        const atMs = rig.clock.wallMs();
        await rig.report(`${prefix}-${n}`, 'CALLING');
        const sent = () => rig.channel.sent.findLast((s) => s.request.callId === `${prefix}-${n}`);
        for (turns += 1; sent() === undefined; turns += 1) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        worstMs = Math.max(worstMs, (sent()?.atMs ?? Number.POSITIVE_INFINITY) - atMs);
        await rig.advance(100);
      }
      assert.ok(rig.channel.sent.length >= before + 20);
      return { worstMs, turns };
    };
    const rig = await setup(t, { inFlightMax: 4_000, reserve: 100 });
    const healthy = await rig.endpoint({ triggers: ['OUTBOUND_CALL_CALLING'] });
    const alone = await measure(rig, 'alone');
    const dead = await rig.endpoint({
      triggers: ['OUTBOUND_CALL_CLOSING'],
      retryScheduleMs: [100_000, 100_000, 100_000],
      pacing: { ratePerS: null, burst: 1, concurrency: 3_000 },
    });
    rig.channel.answer = ({ endpoint }) => (endpoint.key === dead.key ? 'hang' : 200);
    await rig.reportAll(Array.from({ length: 2_500 }, (_, n) => [`dead-${n}`, 'CLOSING']));
    await rig.settled();
    rig.channel.release(503);
    await rig.settled();
    assert.equal(rig.dispatcher.gauges().residentHeads, 0);
    assert.equal(rig.clock.timers, 1);
    rig.channel.answer = ({ endpoint }) => (endpoint.key === dead.key ? 503 : 200);
    const beside = await measure(rig, 'beside');
    assert.equal(healthy.enabled, true);
    assert.equal(beside.worstMs, alone.worstMs);
    assert.ok(beside.turns <= alone.turns * 1.2 + 2, `${beside.turns} turns, ${alone.turns} alone`);
  });

  test('a backlog in the store is not loaded at the start', async (t) => {
    const rig = await setup(t, { windowMax: 16 });
    const endpoint = await rig.endpoint();
    await rig.disable(endpoint.key);
    await rig.reportAll(calls(2_000));
    await rig.settled();
    await rig.dispatcher.stop();
    await rig.store.setEnabled({
      projectKey: rig.project,
      key: endpoint.key,
      state: { enabled: true },
      audit: rig.audit(),
    });
    rig.channel.answer = () => 'hang';
    const reads = rig.faulty.countOf('readyHeads');
    await rig.restart();
    await rig.settled();
    assert.ok(rig.dispatcher.gauges().residentHeads <= 16);
    assert.ok(rig.faulty.countOf('readyHeads') - reads <= 4);
    rig.channel.answer = () => 200;
    rig.channel.release(200);
    await rig.advance(1_000);
    assertOnce(rig, 2_000);
    assert.ok(rig.clock.wallMs() > START_MS);
  });

  test('many idle endpoints leave the memory, and come back when they have work', async (t) => {
    const rig = await setup(t, { idleMax: 3 });
    for (let n = 0; n < 10; n += 1) await rig.endpoint();
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    const reads = rig.faulty.countOf('runtime');
    await rig.report('call-1', 'COMPLETED');
    await rig.settled();
    assertOnce(rig, 20);
    assert.ok(rig.faulty.countOf('runtime') - reads >= 7);
  });
});

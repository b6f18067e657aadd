/**
 * A wall clock that was ahead and is set back (step 7): due heads are sent, retries keep their
 * delay, whether a process runs meanwhile or not. Found by the simulator (`sim/seeds.txt`).
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setup, unavailable } from '../setup.ts';

const DAY_MS = 86_400_000;
/** The dispatcher checks the clock at least this often. */
const NOTICE_MS = 30_000;

describe('a clock that is set back', () => {
  test('while an endpoint is disabled: held deliveries go when it is enabled', async (t) => {
    const rig = await setup(t, { idleMax: 0 });
    const endpoint = await rig.endpoint();
    await rig.disable(endpoint.key);
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    rig.clock.jump(-DAY_MS);
    await rig.advance(NOTICE_MS);
    await rig.enable(endpoint.key);
    await rig.settled();
    assert.deepEqual(rig.channel.order(), ['call-1#1', 'call-1#2']);
  });

  test('while no process runs: due deliveries go after the start', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = () => 'hang';
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    rig.channel.answer = () => 200;
    rig.clock.jump(-DAY_MS);
    await rig.crash();
    await rig.settled();
    assert.deepEqual(rig.channel.order(), ['call-1#1', 'call-1#1', 'call-1#2']);
  });

  test('while a retry waits: its delay begins again, and is not a day longer', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = ({ attempt }) => (attempt === 1 ? 503 : 200);
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    assert.equal(rig.channel.sent.length, 1);
    rig.clock.jump(-DAY_MS);
    const noticedMs = rig.clock.monoMs();
    await rig.advance(4_999);
    assert.equal(rig.channel.sent.length, 1);
    await rig.advance(NOTICE_MS + 1);
    assert.equal(rig.channel.sent.length, 2);
    assert.ok(rig.clock.monoMs() - noticedMs <= NOTICE_MS + 5_000);
    assert.deepEqual(await rig.states(), ['delivered']);
  });

  test('before a manual attempt that fails: its retry is not a day away', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = ({ attempt }) => (attempt < 3 ? 503 : 200);
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    rig.clock.jump(-DAY_MS);
    await rig.retry(0);
    await rig.settled();
    assert.equal(rig.channel.sent.length, 2);
    await rig.advance(4_999);
    assert.equal(rig.channel.sent.length, 2);
    await rig.advance(1);
    assert.equal(rig.channel.sent.length, 3);
    assert.deepEqual(await rig.states(), ['delivered']);
  });

  test('while a retry waits behind a reopened delivery: its delay begins again', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = ({ sequence, attempt }) => (sequence === 2 && attempt === 1 ? 503 : 200);
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    assert.deepEqual(await rig.states(), ['delivered', 'retrying']);
    rig.channel.answer = ({ sequence }) => (sequence === 1 ? 'hang' : 200);
    await rig.retry(0);
    await rig.settled();
    assert.deepEqual(await rig.states(), ['due', 'waiting']);
    rig.clock.jump(-DAY_MS);
    await rig.advance(NOTICE_MS);
    rig.channel.release(200);
    await rig.settled();
    assert.equal(rig.channel.order().length, 3);
    await rig.advance(4_999);
    assert.equal(rig.channel.order().length, 3);
    await rig.advance(1);
    assert.deepEqual(rig.channel.order().slice(2), ['call-1#1', 'call-1#2']);
  });

  test('during an attempt: its retry waits its delay, and not a day longer', async (t) => {
    for (const byMs of [-DAY_MS, -3_000, DAY_MS]) {
      const rig = await setup(t);
      await rig.endpoint();
      rig.channel.latencyMs = 1_000;
      rig.channel.answer = ({ attempt }) => (attempt === 1 ? 503 : 200);
      await rig.report('call-1', 'CALLING');
      await rig.advance(500);
      rig.clock.jump(byMs);
      await rig.advance(500);
      if (byMs > 0) rig.clock.jump(-2 * byMs);
      await rig.crash();
      // A repaired retry also waits for as long as the attempt took.
      await rig.advance(byMs > 0 ? 5_999 : 4_999);
      assert.equal(rig.channel.sent.length, 1);
      await rig.advance(1);
      assert.equal(rig.channel.sent.length, 2);
    }
  });

  test('while the timer is set again and again: the jump is still noticed', async (t) => {
    const rig = await setup(t);
    const waits = await rig.endpoint({ retryScheduleMs: [3_600_000] });
    const fails = await rig.endpoint({ triggers: ['OUTBOUND_CALL_COMPLETED'] });
    rig.channel.answer = ({ endpoint, attempt }) =>
      endpoint.key === waits.key || attempt === 1 ? 503 : 200;
    await rig.report('call-1', 'CALLING');
    await rig.report('call-2', 'COMPLETED');
    await rig.advance(8_000);
    rig.clock.jump(-DAY_MS);
    await rig.advance(8_000);
    await rig.report('call-3', 'COMPLETED');
    await rig.advance(5_000);
    const tries = rig.channel.sent.filter(
      ({ request }) => request.endpoint.key === fails.key && request.callId === 'call-3',
    );
    assert.equal(tries.length, 2);
  });

  test('after a jump forward without a timer: deliveries due in between go', async (t) => {
    const rig = await setup(t, { windowMax: 2, windowMin: 1, inFlightMax: 1 });
    await rig.endpoint();
    rig.channel.latencyMs = 1_000;
    const calls = Array.from({ length: 8 }, (_, call) => `call-${call}`);
    await rig.reportAll(calls.flatMap((call) => [[call, 'CALLING'] as const]));
    await rig.reportAll(calls.flatMap((call) => [[call, 'COMPLETED'] as const]));
    await rig.advance(2_500);
    rig.clock.jump(2 * DAY_MS);
    await rig.advance(3_000);
    rig.clock.jump(-DAY_MS);
    await rig.advance(30_000);
    assert.equal(rig.channel.sent.length, 2 * calls.length);
  });

  test('while nothing waits: the next retry comes at its time', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = ({ attempt }) => (attempt === 1 ? 503 : 200);
    await rig.report('call-1', 'CALLING');
    await rig.advance(10_000);
    assert.equal(rig.clock.timers, 0);
    rig.clock.jump(-DAY_MS);
    await rig.report('call-2', 'CALLING');
    await rig.advance(4_999);
    assert.deepEqual(rig.channel.order('call-2').length, 1);
    await rig.advance(1);
    assert.deepEqual(rig.channel.order('call-2').length, 2);
  });

  test('while a commit is under way: the head that it makes still goes', async (t) => {
    const rig = await setup(t, { windowMax: 2, windowMin: 1 });
    await rig.endpoint();
    const letGo = rig.faulty.holdBack('settle');
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    rig.clock.jump(-DAY_MS);
    await rig.advance(2 * NOTICE_MS);
    letGo();
    await rig.settled();
    assert.deepEqual(rig.channel.order(), ['call-1#1', 'call-1#2']);
  });

  test('by a week: all of the many repaired heads go', async (t) => {
    const rig = await setup(t, { windowMax: 64 });
    const endpoint = await rig.endpoint();
    await rig.disable(endpoint.key);
    const calls = Array.from({ length: 1_200 }, (_, call) => `call-${call}`);
    await rig.reportAll(calls.map((call) => [call, 'CALLING'] as const));
    rig.clock.jump(-7 * DAY_MS);
    await rig.enable(endpoint.key);
    await rig.advance(1_000);
    assert.equal(rig.channel.sent.length, calls.length);
  });

  test('while the store fails: the repair is tried again', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint();
    await rig.disable(endpoint.key);
    await rig.report('call-1', 'CALLING');
    rig.clock.jump(-DAY_MS);
    rig.faulty.refuse('repairHeads', unavailable);
    await rig.enable(endpoint.key);
    await rig.advance(1_000);
    assert.deepEqual(rig.channel.order(), []);
    assert.equal(rig.named('store.failed')[0]?.operation, 'repairHeads');
    rig.faulty.repair();
    await rig.advance(5_000);
    assert.deepEqual(rig.channel.order(), ['call-1#1']);
  });
});

test('under a right clock a repair writes nothing', async (t) => {
  const rig = await setup(t);
  const endpoint = await rig.endpoint();
  rig.channel.answer = () => 503;
  await rig.report('call-1', 'CALLING');
  await rig.settled();
  const { repaired, more } = await rig.store.repairHeads({
    endpoint: endpoint.key,
    nowMs: rig.clock.wallMs(),
    limit: 10,
  });
  assert.deepEqual({ repaired, more }, { repaired: 0, more: false });
  await rig.advance(4_999);
  assert.equal(rig.channel.sent.length, 1);
  await rig.advance(1);
  assert.equal(rig.channel.sent.length, 2);
});

/**
 * Hold and recovery (S6.16 to S6.18): after 5 consecutive failures of at least 3 calls the first
 * attempts of other lanes wait, 30 s doubling to 10 min; retries run on their own schedule and are
 * the probes; the first success releases everything, paced, and pulls retries forward.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EndpointSettings } from '../../../src/core/endpoint/endpoint.ts';
import { TIMEOUT } from '../scripted-channel.ts';
import { type Rig, START_MS, setup } from '../setup.ts';

const CALLS = 5;
/** Retries come later than the minutes of a test. */
const LATE: Partial<EndpointSettings> = { retryScheduleMs: [20_000_000, 20_000_000] };

/** Five calls fail, so the endpoint is on hold from START_MS on. */
async function held(rig: Rig, changes: Partial<EndpointSettings> = {}) {
  const endpoint = await rig.endpoint(changes);
  rig.channel.answer = () => 503;
  await rig.reportAll(Array.from({ length: CALLS }, (_, n) => [`first-${n}`, 'CALLING']));
  await rig.settled();
  assert.equal(rig.channel.sent.length, CALLS);
  return endpoint;
}

const timesOf = (rig: Rig, prefix: string) =>
  rig.channel.sent
    .filter(({ request }) => request.callId.startsWith(prefix))
    .map(({ atMs }) => atMs - START_MS);

describe('hold', () => {
  test('begins after 5 failures of 3 calls; first attempts wait, none is lost', async (t) => {
    const rig = await setup(t);
    const endpoint = await held(rig, LATE);
    const [event] = rig.named('endpoint.held');
    assert.deepEqual(event, {
      name: 'endpoint.held',
      endpointId: endpoint.id,
      untilMs: START_MS + 30_000,
    });
    await rig.reportAll(Array.from({ length: 20 }, (_, n) => [`later-${n}`, 'CALLING']));
    await rig.advance(29_999);
    assert.deepEqual(timesOf(rig, 'later'), []);
    assert.equal(rig.dispatcher.gauges().residentHeads, 0);
  });

  test('five failures of two calls begin no hold', async (t) => {
    const rig = await setup(t);
    await rig.endpoint({ retryScheduleMs: [1_000, 1_000, 1_000] });
    rig.channel.answer = () => 503;
    await rig.report('one', 'CALLING');
    await rig.report('two', 'CALLING');
    await rig.advance(3_000);
    assert.ok(rig.channel.sent.length >= 5);
    assert.equal(rig.named('endpoint.held').length, 0);
  });

  test('probes with one first attempt after 30 s, then after 60 s, 120 s and so on', async (t) => {
    const rig = await setup(t);
    await held(rig, LATE);
    await rig.reportAll(Array.from({ length: 20 }, (_, n) => [`later-${n}`, 'CALLING']));
    await rig.advance(40 * 60_000);
    const seconds = timesOf(rig, 'later').map((ms) => ms / 1_000);
    assert.deepEqual(seconds, [30, 90, 210, 450, 930, 1_530, 2_130]);
  });

  test('retries keep their own schedule, however many first attempts wait', async (t) => {
    const rig = await setup(t, { windowMax: 8, windowMin: 2 });
    await held(rig, { retryScheduleMs: [7_000, 8_000, 20_000_000] });
    await rig.reportAll(Array.from({ length: 100 }, (_, n) => [`later-${n}`, 'CALLING']));
    await rig.advance(20_000);
    const expected = [0, 7_000, 15_000].flatMap((ms) => Array.from({ length: CALLS }, () => ms));
    assert.deepEqual(timesOf(rig, 'first'), expected);
    assert.deepEqual(timesOf(rig, 'later'), []);
  });

  test('a retry that succeeds is the probe: everything is released at once', async (t) => {
    const rig = await setup(t);
    await held(rig);
    await rig.reportAll(Array.from({ length: 50 }, (_, n) => [`later-${n}`, 'CALLING']));
    rig.channel.answer = () => 200;
    await rig.advance(5_000);
    assert.equal(timesOf(rig, 'later').length, 50);
    assert.ok(timesOf(rig, 'later').every((ms) => ms === 5_000));
    assert.equal(rig.named('endpoint.released').length, 1);
    assert.ok((await rig.states()).every((state) => state === 'delivered'));
  });

  test('the release is paced', async (t) => {
    const rig = await setup(t);
    await held(rig, { ...LATE, pacing: { ratePerS: 10, burst: 5, concurrency: 5 } });
    await rig.reportAll(Array.from({ length: 20 }, (_, n) => [`later-${n}`, 'CALLING']));
    rig.channel.answer = () => 200;
    await rig.advance(30_000);
    // The bucket holds five at 30 s: the probe takes one, four follow, then ten a second.
    assert.equal(timesOf(rig, 'later').length + timesOf(rig, 'first').length, 5 + 5);
    await rig.advance(1_000);
    assert.equal(rig.channel.sent.length, 20);
    await rig.advance(1_000);
    assert.equal(rig.channel.sent.length, 30);
  });

  test('deliveries made during a hold go after the release, in order per call', async (t) => {
    const rig = await setup(t);
    await held(rig, LATE);
    await rig.report('call', 'CALLING', 'CLOSING', 'COMPLETED');
    rig.channel.answer = () => 200;
    await rig.advance(30_000);
    assert.deepEqual(rig.channel.order('call'), ['call#1', 'call#2', 'call#3']);
  });

  test('survives a restart: no attempt until it ends, then one probe', async (t) => {
    const rig = await setup(t);
    await held(rig, LATE);
    await rig.report('later-1', 'CALLING');
    await rig.report('later-2', 'CALLING');
    await rig.dispatcher.stop();
    await rig.restart();
    await rig.advance(29_000);
    assert.deepEqual(timesOf(rig, 'later'), []);
    await rig.advance(1_000);
    assert.deepEqual(timesOf(rig, 'later'), [30_000]);
  });

  test('an attempt that the guard blocks is no answer: the next probe goes', async (t) => {
    const rig = await setup(t);
    await held(rig, LATE);
    await rig.reportAll(Array.from({ length: 3 }, (_, n) => [`later-${n}`, 'CALLING']));
    rig.channel.answer = () => ({ kind: 'blocked', detail: '', durationMs: 0 });
    await rig.advance(30_100);
    assert.equal(timesOf(rig, 'later').length, 3);
  });
});

describe('wake on recovery', () => {
  test('the first success pulls waiting retries forward', async (t) => {
    const rig = await setup(t);
    await held(rig, LATE);
    await rig.report('probe', 'CALLING');
    rig.channel.answer = () => 200;
    await rig.advance(30_000);
    const retried = timesOf(rig, 'first').slice(CALLS);
    assert.deepEqual(
      retried,
      Array.from({ length: CALLS }, () => 30_000),
    );
    assert.ok((await rig.states()).every((state) => state === 'delivered'));
  });

  test('pulls thousands of retries forward through a small window, each once', async (t) => {
    const rig = await setup(t, { windowMax: 16, windowMin: 2, inFlightMax: 2_000 });
    const calls = 1_000;
    await rig.endpoint({ ...LATE, pacing: { ratePerS: null, burst: 1, concurrency: 1_500 } });
    rig.channel.answer = () => 'hang';
    await rig.reportAll(Array.from({ length: calls }, (_, n) => [`first-${n}`, 'CALLING']));
    await rig.settled();
    assert.equal(rig.dispatcher.gauges().inFlight, calls);
    rig.channel.release(503);
    await rig.settled();
    rig.channel.answer = () => 200;
    await rig.report('probe', 'CALLING');
    await rig.advance(30_000);
    assert.equal(rig.channel.sent.length, 2 * calls + 1);
    assert.ok((await rig.states()).every((state) => state === 'delivered'));
  });

  test('goes on if an attempt from before the recovery fails after it', async (t) => {
    const rig = await setup(t);
    await held(rig, LATE);
    rig.channel.answer = ({ callId, attempt }) => {
      if (callId === 'first-0' && attempt === 2) return TIMEOUT;
      return 200;
    };
    await rig.report('probe', 'CALLING');
    await rig.advance(31_000);
    // The delivery that failed again after it was pulled forward waits for its schedule.
    const states = await rig.states();
    assert.equal(states.filter((state) => state === 'delivered').length, CALLS);
    assert.equal(states.filter((state) => state === 'retrying').length, 1);
    assert.equal(rig.channel.order('first-0').length, 2);
  });

  for (const aheadMs of [540_000, 86_400_000]) {
    for (const how of ['a restart', 'no restart'] as const) {
      const name = `a hold set by a clock ${aheadMs / 60_000} min ahead lets a probe go, by ${how}`;
      test(name, async (t) => {
        const rig = await setup(t);
        await held(rig, LATE);
        rig.clock.jump(-aheadMs);
        if (how === 'a restart') await rig.restart();
        rig.channel.answer = () => 200;
        await rig.report('probe', 'CALLING');
        await rig.advance(36_000);
        assert.equal(rig.channel.order('probe').length, 1);
      });
    }
  }

  test('a recovery in the future, after a clock went back, pulls no retry forward', async (t) => {
    const rig = await setup(t);
    await held(rig, { retryScheduleMs: [100_000] });
    await rig.report('probe', 'CALLING');
    rig.channel.answer = () => 200;
    await rig.advance(30_000);
    rig.clock.jump(-3_600_000);
    rig.channel.answer = () => 503;
    await rig.report('after', 'CALLING');
    await rig.advance(90_000);
    assert.equal(rig.channel.order('after').length, 1);
    await rig.advance(10_000);
    assert.equal(rig.channel.order('after').length, 2);
  });

  test('an endpoint without an outage pulls no retry forward', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = ({ callId }) => (callId === 'poison' ? 500 : 200);
    await rig.report('poison', 'CALLING');
    for (let n = 0; n < 20; n += 1) await rig.report(`good-${n}`, 'CALLING');
    await rig.advance(4_999);
    assert.deepEqual(rig.times('poison'), [0]);
  });
});

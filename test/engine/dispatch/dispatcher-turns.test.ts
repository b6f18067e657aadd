/**
 * Which head may be sent when (S6.20, S6.21, pacing; docs/internals/design.md, the slot rule):
 * exact concurrency and rate per endpoint, round robin, the reserve, suspects.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TIMEOUT } from '../scripted-channel.ts';
import { START_MS, setup } from '../setup.ts';

describe('turns', () => {
  test('the concurrency of an endpoint is exact', async (t) => {
    const rig = await setup(t);
    const pacing = { ratePerS: null, burst: 1, concurrency: 3 };
    const endpoint = await rig.endpoint({ pacing });
    rig.channel.latencyMs = 100;
    await rig.reportAll(Array.from({ length: 10 }, (_, n) => [`call-${n}`, 'CALLING']));
    await rig.advance(400);
    assert.equal(rig.channel.mostOf.get(endpoint.id), 3);
    const times = rig.channel.sent.map(({ atMs }) => atMs - START_MS);
    assert.deepEqual(times, [0, 0, 0, 100, 100, 100, 200, 200, 200, 300]);
  });

  test('the pacing of an endpoint is exact: its burst, then its rate', async (t) => {
    const rig = await setup(t);
    await rig.endpoint({ pacing: { ratePerS: 2, burst: 3, concurrency: 5 } });
    await rig.reportAll(Array.from({ length: 7 }, (_, n) => [`call-${n}`, 'CALLING']));
    await rig.advance(3_000);
    const times = rig.channel.sent.map(({ atMs }) => atMs - START_MS);
    assert.deepEqual(times, [0, 0, 0, 500, 1_000, 1_500, 2_000]);
  });

  test('endpoints take turns for slots', async (t) => {
    const rig = await setup(t, { inFlightMax: 2, reserve: 0 });
    const endpoints = [await rig.endpoint(), await rig.endpoint()];
    await rig.report('warm-up', 'CALLING');
    await rig.settled();
    rig.channel.sent.length = 0;
    rig.channel.latencyMs = 10;
    await rig.reportAll(Array.from({ length: 6 }, (_, n) => [`call-${n}`, 'CALLING']));
    await rig.advance(60);
    const order = rig.channel.sent.map(({ request }) => request.endpoint.key);
    const [one, other] = endpoints.map(({ key }) => key);
    for (let turn = 0; turn < 6; turn += 1) {
      assert.deepEqual(new Set(order.slice(2 * turn, 2 * turn + 2)), new Set([one, other]));
    }
    assert.equal(rig.channel.mostAtOnce, 2);
  });

  test('an endpoint that hangs leaves the reserve to the others', async (t) => {
    const rig = await setup(t, { inFlightMax: 8, reserve: 3 });
    const hanging = await rig.endpoint();
    rig.channel.answer = ({ endpoint }) => (endpoint.key === hanging.key ? 'hang' : 200);
    await rig.reportAll(Array.from({ length: 50 }, (_, n) => [`call-${n}`, 'CALLING']));
    await rig.settled();
    assert.equal(rig.dispatcher.gauges().inFlight, 5);
    const healthy = await rig.endpoint();
    await rig.reportAll(Array.from({ length: 50 }, (_, n) => [`later-${n}`, 'CALLING']));
    await rig.settled();
    const to = rig.channel.sent.filter(({ request }) => request.endpoint.key === healthy.key);
    assert.equal(to.length, 50);
  });

  test('an endpoint that keeps timing out has one slot until it answers in time', async (t) => {
    const rig = await setup(t, { inFlightMax: 100, reserve: 0 });
    const endpoint = await rig.endpoint();
    rig.channel.answer = () => TIMEOUT;
    await rig.report('call-1', 'CALLING');
    await rig.advance(5_000 + 15_000);
    rig.channel.answer = () => 'hang';
    await rig.reportAll(Array.from({ length: 20 }, (_, n) => [`later-${n}`, 'CALLING']));
    await rig.settled();
    assert.equal(rig.dispatcher.gauges().inFlight, 1);
    rig.channel.release(200);
    await rig.settled();
    assert.equal(rig.dispatcher.gauges().inFlight, endpoint.pacing.concurrency - 1);
  });

  test('an endpoint that kept timing out still has one slot after a restart', async (t) => {
    const rig = await setup(t, { inFlightMax: 100, reserve: 0 });
    await rig.endpoint();
    rig.channel.answer = () => TIMEOUT;
    await rig.report('call-1', 'CALLING');
    await rig.advance(5_000 + 15_000);
    await rig.crash();
    rig.channel.answer = () => 'hang';
    await rig.reportAll(Array.from({ length: 20 }, (_, n) => [`later-${n}`, 'CALLING']));
    await rig.settled();
    assert.equal(rig.dispatcher.gauges().inFlight, 1);
  });

  test('all endpoints that keep timing out have half of the slots together', async (t) => {
    const rig = await setup(t, { inFlightMax: 4, reserve: 1 });
    const suspects = [];
    for (let n = 0; n < 4; n += 1) suspects.push(await rig.endpoint());
    rig.channel.answer = () => TIMEOUT;
    // Three timeouts of one call make it suspect, but not held, which takes three calls.
    await rig.report('call-1', 'CALLING');
    await rig.advance(5_000 + 15_000);
    rig.channel.answer = () => 'hang';
    await rig.reportAll(Array.from({ length: 20 }, (_, n) => [`later-${n}`, 'CALLING']));
    await rig.settled();
    assert.equal(rig.dispatcher.gauges().inFlight, 2);
    assert.equal(new Set(rig.channel.sent.slice(-2).map((s) => s.request.endpoint.key)).size, 2);
    assert.equal(suspects.length, 4);
    rig.channel.answer = () => 200;
    rig.channel.release(200);
    await rig.settled();
    assert.equal((await rig.states()).filter((state) => state === 'delivered').length, 80);
  });
});

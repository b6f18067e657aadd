/**
 * Changes by operators and receivers while deliveries wait (S6.22 to S6.26): disabling by hand and
 * by 410, enabling, edits, unticked triggers, deleted endpoints, manual retries.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FAILING_DELIVERIES } from '../../../src/core/delivery/health.ts';
import { reopenedBy } from '../../store/bulk-given.ts';
import { type Rig, START_MS, setup } from '../setup.ts';

describe('disabled', () => {
  test('a 410 disables the endpoint; later deliveries are held, enabling sends them', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint();
    rig.channel.answer = ({ callId }) => (callId === 'gone' ? 410 : 200);
    await rig.report('gone', 'CALLING', 'CLOSING', 'COMPLETED');
    await rig.settled();
    assert.deepEqual(rig.named('endpoint.disabled'), [
      { name: 'endpoint.disabled', endpointId: endpoint.id, reason: 'gone' },
    ]);
    await rig.report('later', 'CALLING', 'COMPLETED');
    await rig.advance(3_600_000);
    assert.deepEqual(rig.channel.order(), ['gone#1']);
    assert.deepEqual(await rig.states(), ['rejected', 'due', 'waiting', 'due', 'waiting']);
    assert.equal(rig.dispatcher.gauges().residentHeads, 0);
    assert.equal(rig.dispatcher.gauges().endpointsWithWork, 0);
    rig.channel.answer = () => 200;
    await rig.enable(endpoint.key);
    await rig.settled();
    assert.deepEqual(rig.channel.order('gone'), ['gone#1', 'gone#2', 'gone#3']);
    assert.deepEqual(rig.channel.order('later'), ['later#1', 'later#2']);
  });

  test('several 410 at once disable the endpoint once', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = () => 410;
    rig.channel.latencyMs = 10;
    await rig.reportAll(Array.from({ length: 5 }, (_, n) => [`call-${n}`, 'CALLING']));
    await rig.advance(10);
    assert.equal(rig.channel.sent.length, 5);
    assert.equal(rig.named('endpoint.disabled').length, 1);
  });

  test('a 410 of an attempt from before the enabling has no effect', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint();
    rig.channel.latencyMs = 100;
    rig.channel.answer = ({ callId }) => (callId === 'gone' ? 410 : 200);
    await rig.report('gone', 'CALLING');
    await rig.settled();
    await rig.disable(endpoint.key);
    await rig.enable(endpoint.key);
    await rig.advance(100);
    assert.equal(rig.named('endpoint.disabled').length, 0);
    await rig.report('later', 'CALLING');
    await rig.advance(100);
    assert.deepEqual(await rig.states(), ['rejected', 'delivered']);
    assert.equal((await rig.store.runtime(endpoint.key))?.endpoint.enabled, true);
  });

  test('after a 410 no attempt begins, not even while it is being stored', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = ({ callId }) => (callId === 'gone' ? 410 : 200);
    const letGo = rig.faulty.holdBack('settle');
    await rig.report('gone', 'CALLING');
    await rig.settled();
    await rig.report('later', 'CALLING');
    await rig.advance(1_000);
    letGo();
    await rig.advance(1_000);
    assert.deepEqual(rig.channel.order(), ['gone#1']);
  });

  test('disabled by hand: no attempt begins, rows stay, attempts in flight end', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint();
    rig.channel.latencyMs = 100;
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    await rig.disable(endpoint.key);
    await rig.report('call-2', 'CALLING');
    await rig.advance(3_600_000);
    assert.deepEqual(rig.channel.order(), ['call-1#1']);
    assert.deepEqual(await rig.states(), ['delivered', 'due', 'due']);
    await rig.enable(endpoint.key);
    await rig.advance(200);
    assert.deepEqual(await rig.states(), ['delivered', 'delivered', 'delivered']);
  });

  test('a retry that falls due while disabled goes out after enabling', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint();
    rig.channel.answer = ({ attempt }) => (attempt === 1 ? 503 : 200);
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    await rig.disable(endpoint.key);
    await rig.advance(60_000);
    assert.equal(rig.channel.sent.length, 1);
    await rig.enable(endpoint.key);
    await rig.settled();
    assert.deepEqual(rig.times('call-1'), [0, 60_000]);
  });

  test('no success for 72 h with 20 failures disables the endpoint as failing', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint({ retryScheduleMs: [] });
    rig.channel.answer = () => 404;
    for (let n = 0; n < FAILING_DELIVERIES; n += 1) await rig.report(`call-${n}`, 'CALLING');
    await rig.advance(71 * 3_600_000);
    assert.equal(rig.named('endpoint.disabled').length, 0);
    await rig.advance(3_600_000);
    for (let n = 0; n < FAILING_DELIVERIES; n += 1) await rig.report(`later-${n}`, 'CALLING');
    await rig.advance(24 * 3_600_000);
    assert.deepEqual(rig.named('endpoint.disabled'), [
      { name: 'endpoint.disabled', endpointId: endpoint.id, reason: 'failing' },
    ]);
  });
});

describe('edited', () => {
  test('the next attempt uses the new settings', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint();
    rig.channel.answer = ({ attempt }) => (attempt === 1 ? 503 : 200);
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    await rig.change(endpoint, { target: 'https://other.example/hook' });
    await rig.advance(5_000);
    const targets = rig.channel.sent.map(({ request }) => request.endpoint.target);
    assert.deepEqual(targets, ['https://receiver.example/hook', 'https://other.example/hook']);
  });

  test('deliveries of an unticked trigger are cancelled; the lane goes on', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint();
    rig.channel.answer = ({ sequence, attempt }) => (sequence + attempt === 2 ? 503 : 200);
    await rig.report('call-1', 'CALLING', 'CLOSING', 'COMPLETED');
    await rig.settled();
    await rig.change(endpoint, { triggers: ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'] });
    await rig.advance(5_000);
    assert.deepEqual(rig.channel.order(), ['call-1#1', 'call-1#1', 'call-1#3']);
    assert.deepEqual(await rig.states(), ['delivered', 'cancelled', 'delivered']);
  });

  test('deliveries of a deleted endpoint are cancelled without an attempt', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint();
    rig.channel.answer = () => 503;
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.report('call-2', 'CALLING');
    await rig.settled();
    await rig.store.deleteEndpoint({
      projectKey: rig.project,
      key: endpoint.key,
      audit: rig.audit(),
    });
    rig.dispatcher.invalidate(endpoint.key);
    await rig.advance(5_000);
    assert.equal(rig.channel.sent.length, 2);
    assert.deepEqual(await rig.states(), ['cancelled', 'cancelled', 'cancelled']);
  });

  test('a cancelled head frees its lane at once', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint();
    rig.channel.answer = ({ sequence }) => (sequence === 1 ? 503 : 200);
    const [head] = await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    assert.ok(head !== undefined);
    await rig.store.cancelDelivery({
      projectKey: rig.project,
      key: head.delivery,
      nowMs: START_MS,
      audit: rig.audit(),
    });
    rig.dispatcher.invalidate(endpoint.key);
    await rig.settled();
    assert.deepEqual(await rig.states(), ['cancelled', 'delivered']);
  });

  test('a delivery cancelled in flight stays cancelled; the lane goes on', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint();
    rig.channel.latencyMs = 100;
    const [head] = await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    assert.ok(head !== undefined);
    await rig.store.cancelDelivery({
      projectKey: rig.project,
      key: head.delivery,
      nowMs: START_MS,
      audit: rig.audit(),
    });
    rig.dispatcher.invalidate(endpoint.key);
    await rig.advance(200);
    assert.deepEqual(rig.channel.order(), ['call-1#1', 'call-1#2']);
    assert.deepEqual(rig.times('call-1'), [0, 100]);
    assert.deepEqual(await rig.states(), ['cancelled', 'delivered']);
  });
});

describe('by hand', () => {
  const retryNow = async (rig: Rig, n = 0) => {
    const delivery = (await rig.deliveries())[n];
    assert.ok(delivery !== undefined);
    const nowMs = rig.clock.wallMs();
    await rig.store.retryDelivery({
      projectKey: rig.project,
      key: delivery.key,
      nowMs,
      audit: rig.audit(),
    });
    rig.dispatcher.invalidate(delivery.endpoint);
    await rig.settled();
    return delivery;
  };

  test('a manual attempt of an exhausted delivery: same ids, counted in its number', async (t) => {
    const rig = await setup(t);
    await rig.endpoint({ retryScheduleMs: [1_000] });
    rig.channel.answer = () => 503;
    await rig.report('call-1', 'CALLING');
    await rig.advance(60_000);
    assert.deepEqual(await rig.states(), ['exhausted']);
    await retryNow(rig);
    assert.deepEqual(await rig.states(), ['exhausted']);
    rig.channel.answer = () => 200;
    await retryNow(rig);
    assert.deepEqual(await rig.states(), ['delivered']);
    const attempts = rig.channel.sent.map(({ request }) => request.attempt);
    assert.deepEqual(attempts, [1, 2, 3, 4]);
    assert.equal(new Set(rig.channel.sent.map(({ request }) => request.webhookId)).size, 1);
    assert.equal(new Set(rig.channel.sent.map(({ request }) => request.body)).size, 1);
  });

  test('a manual attempt of a retrying head does not count and keeps the schedule', async (t) => {
    const rig = await setup(t);
    await rig.endpoint({ retryScheduleMs: [10_000, 20_000] });
    rig.channel.answer = () => 503;
    await rig.report('call-1', 'CALLING');
    await rig.advance(4_000);
    await retryNow(rig);
    await rig.advance(60_000);
    assert.deepEqual(rig.times('call-1'), [0, 4_000, 10_000, 30_000]);
    assert.deepEqual(await rig.states(), ['exhausted']);
  });

  test('a manual attempt goes out although its trigger was unticked', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint();
    rig.channel.answer = () => 404;
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    await rig.change(endpoint, { triggers: ['OUTBOUND_CALL_COMPLETED'] });
    rig.channel.answer = () => 200;
    await retryNow(rig);
    assert.equal(rig.channel.sent.length, 2);
    assert.deepEqual(await rig.states(), ['delivered']);
  });

  test('a manual attempt goes out although the endpoint is on hold', async (t) => {
    const rig = await setup(t);
    await rig.endpoint({ retryScheduleMs: [20_000_000] });
    rig.channel.answer = () => 503;
    await rig.reportAll(Array.from({ length: 5 }, (_, n) => [`call-${n}`, 'CALLING']));
    await rig.advance(1_000);
    assert.equal(rig.named('endpoint.held').length, 1);
    await retryNow(rig);
    assert.deepEqual(rig.times('call-0'), [0, 1_000]);
  });

  test('a reopened delivery waits for the attempt of its lane in flight', async (t) => {
    const rig = await setup(t);
    await rig.endpoint({ retryScheduleMs: [] });
    rig.channel.answer = ({ sequence }) => (sequence === 1 ? 500 : 200);
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    rig.channel.latencyMs = 1_000;
    await rig.report('call-1', 'CLOSING', 'COMPLETED');
    await rig.settled();
    rig.channel.answer = () => 200;
    await retryNow(rig);
    await rig.advance(5_000);
    // The first goes again after the second has ended, and before the third.
    assert.deepEqual(rig.channel.order(), ['call-1#1', 'call-1#2', 'call-1#1', 'call-1#3']);
    assert.deepEqual(rig.times('call-1'), [0, 0, 1_000, 2_000]);
  });

  test('recovering all failed deliveries sends them in order', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint();
    rig.channel.answer = () => 404;
    await rig.report('call-1', 'CALLING', 'CLOSING', 'COMPLETED');
    await rig.report('call-2', 'CALLING', 'COMPLETED');
    await rig.settled();
    rig.channel.sent.length = 0;
    rig.channel.answer = () => 200;
    await reopenedBy(rig.store, rig.project, {
      action: 'recover',
      filter: { endpoints: [endpoint.key] },
      nowMs: START_MS,
      limit: 100,
    });
    rig.dispatcher.invalidate(endpoint.key);
    await rig.advance(60_000);
    assert.deepEqual(rig.channel.order('call-1'), ['call-1#1', 'call-1#2', 'call-1#3']);
    assert.deepEqual(rig.channel.order('call-2'), ['call-2#1', 'call-2#2']);
    assert.ok((await rig.states()).every((state) => state === 'delivered'));
  });
});

describe('reopened by hand', () => {
  /** The requests after the first `count`: sequence, and whether they say that it was reopened. */
  const flags = (rig: Rig, count: number) =>
    rig.channel.sent
      .slice(count)
      .map(({ request: { sequence, reopened } }) => [sequence, reopened === true]);

  for (const how of ['retry', 'recover'] as const) {
    test(`S6.33: ${how} after later deliveries says so at each attempt`, async (t) => {
      const rig = await setup(t);
      const endpoint = await rig.endpoint({ retryScheduleMs: [10_000, 20_000] });
      rig.channel.answer = ({ sequence }) => (sequence === 1 ? 400 : 200);
      await rig.report('call', 'CALLING', 'CLOSING', 'COMPLETED');
      await rig.settled();
      assert.deepEqual(await rig.states(), ['rejected', 'delivered', 'delivered']);
      assert.ok(flags(rig, 0).every(([, reopened]) => reopened === false));
      const count = rig.channel.sent.length;
      const statuses = how === 'retry' ? [200] : [503, 503, 200];
      rig.channel.answer = () => statuses.shift() ?? 500;
      if (how === 'retry') await rig.retry(0);
      else {
        const nowMs = rig.clock.wallMs();
        const asked = { action: how, nowMs, limit: 10 };
        assert.equal(await reopenedBy(rig.store, rig.project, asked), 1);
        rig.dispatcher.invalidate(endpoint.key);
      }
      await rig.advance(60_000);
      const tries = how === 'retry' ? 1 : 3;
      assert.deepEqual(
        flags(rig, count),
        Array.from({ length: tries }, () => [1, true]),
      );
      await rig.report('another', 'CALLING');
      await rig.settled();
      assert.deepEqual(flags(rig, count + tries), [[1, false]]);
    });
  }

  test('scheduled retries do not say so', async (t) => {
    const rig = await setup(t);
    await rig.endpoint({ retryScheduleMs: [10_000, 20_000] });
    const statuses = [503, 503, 200];
    rig.channel.answer = () => statuses.shift() ?? 500;
    await rig.report('call', 'CALLING');
    await rig.advance(60_000);
    assert.deepEqual(
      flags(rig, 0),
      Array.from({ length: 3 }, () => [1, false]),
    );
  });
});

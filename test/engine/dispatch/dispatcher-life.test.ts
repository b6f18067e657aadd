/**
 * The life of a dispatcher: idle, draining, restarted, fenced, stuck (S14.5: `/readyz` fails if the
 * dispatcher is not alive).
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setup } from '../setup.ts';

describe('life', () => {
  test('an idle dispatcher has no timer, no head and no work', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    const gauges = { inFlight: 0, residentHeads: 0, endpointsWithWork: 0, ownedShards: 64 };
    assert.deepEqual(rig.dispatcher.gauges(), gauges);
    assert.equal(rig.clock.timers, 0);
  });

  test('the dispatcher says which deliveries are in flight', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = () => 'hang';
    const [head] = await rig.report('call-1', 'CALLING');
    await rig.settled();
    assert.ok(head !== undefined);
    assert.ok(rig.dispatcher.isSending(head.delivery));
    assert.deepEqual(rig.dispatcher.sendingKeys(), [head.delivery]);
    rig.channel.release(200);
    await rig.settled();
    assert.ok(!rig.dispatcher.isSending(head.delivery));
    assert.deepEqual(rig.dispatcher.sendingKeys(), []);
  });

  test('a stop waits for attempts in flight and begins none', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.latencyMs = 1_000;
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    let stopped = false;
    const stopping = rig.dispatcher.stop().then(() => {
      stopped = true;
    });
    await rig.advance(999);
    assert.equal(stopped, false);
    await rig.report('call-2', 'CALLING');
    await rig.advance(1);
    await stopping;
    assert.deepEqual(rig.channel.order(), ['call-1#1']);
    assert.deepEqual(await rig.states(), ['delivered', 'due', 'due']);
    assert.equal(rig.dispatcher.alive(), false);
  });

  test('a stop gives up after its time; the next start repeats what hung', async (t) => {
    const rig = await setup(t, { drainMs: 2_000 });
    await rig.endpoint();
    rig.channel.answer = ({ callId }) => (callId === 'hangs' ? 'hang' : 200);
    await rig.report('hangs', 'CALLING');
    await rig.report('other', 'CALLING');
    await rig.settled();
    const stopping = rig.dispatcher.stop();
    await rig.advance(2_000);
    await stopping;
    rig.channel.release(200);
    await rig.settled();
    assert.deepEqual(await rig.states(), ['due', 'delivered']);
    rig.channel.answer = () => 200;
    await rig.restart();
    await rig.settled();
    assert.deepEqual(rig.channel.order(), ['hangs#1', 'other#1', 'hangs#1']);
  });

  test('a restart goes on with due, retrying and waiting deliveries of the store', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = () => 503;
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    await rig.dispatcher.stop();
    await rig.report('call-2', 'CALLING');
    rig.channel.answer = () => 200;
    await rig.restart();
    await rig.settled();
    assert.deepEqual(rig.channel.order(), ['call-1#1', 'call-2#1']);
    await rig.advance(5_000);
    const expected = ['call-1#1', 'call-2#1', 'call-1#1', 'call-1#2'];
    assert.deepEqual(rig.channel.order(), expected);
    assert.deepEqual(rig.times('call-1'), [0, 5_000, 5_000]);
  });

  test('a fenced settlement stops the dispatcher for good', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = () => 'hang';
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    const old = rig.dispatcher;
    assert.ok(old.alive());
    rig.channel.answer = () => 200;
    // Another process takes the shards while the old one has an attempt in flight.
    await rig.store.own({ surrender: [], leaves: false });
    rig.channel.release(200);
    await rig.settled();
    assert.equal(old.alive(), false);
    assert.deepEqual(await rig.states(), ['due', 'waiting']);
    await rig.report('call-2', 'CALLING');
    await rig.settled();
    assert.deepEqual(rig.channel.order(), ['call-1#1']);
    await rig.restart();
    await rig.settled();
    assert.ok(rig.dispatcher.alive());
    assert.deepEqual(await rig.states(), ['delivered', 'delivered', 'delivered']);
    await old.stop();
  });

  test('a dispatcher is not alive while an attempt does not end', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = () => 'hang';
    await rig.report('call-1', 'CALLING');
    await rig.advance(59_000);
    assert.ok(rig.dispatcher.alive());
    await rig.advance(1_000);
    assert.equal(rig.dispatcher.alive(), false);
    rig.channel.release(200);
    await rig.settled();
    assert.ok(rig.dispatcher.alive());
  });

  test('a wall clock that goes back delays no pacing and burns no retries', async (t) => {
    const rig = await setup(t);
    await rig.endpoint({ pacing: { ratePerS: 1, burst: 1, concurrency: 1 } });
    await rig.reportAll(Array.from({ length: 3 }, (_, n) => [`call-${n}`, 'CALLING']));
    await rig.settled();
    rig.clock.jump(-3_600_000);
    await rig.advance(40_000);
    assert.equal(rig.channel.sent.length, 3);
  });
});

/**
 * The dispatcher as one of several workers: it sends for its own shards while its lease lasts, and
 * neither sends nor settles for shards that it loses (docs/internals/postgres.md, "Shards").
 */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { SHARDS } from '../../../src/core/endpoint/endpoint.ts';
import { setup, unavailable } from '../setup.ts';
import { SharedOwner } from './shared-owner.ts';

async function shared(t: TestContext, begin: (owner: SharedOwner) => void = () => {}) {
  const owner = new SharedOwner();
  begin(owner);
  const rig = await setup(t, {}, owner.wrap);
  return { owner, rig };
}

const shardOf = ({ key }: Endpoint) => key % SHARDS;

describe('shards', () => {
  test('of another worker are left to it', async (t) => {
    const { owner, rig } = await shared(t);
    const [ours, others] = [await rig.endpoint(), await rig.endpoint()];
    owner.takenOver(shardOf(others));
    await rig.advance(5_000);
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    assert.deepEqual(
      rig.channel.sent.map(({ request }) => request.endpoint.key),
      [ours.key],
    );
    assert.equal(rig.dispatcher.gauges().ownedShards, SHARDS - 1);
    await rig.advance(60_000);
    assert.equal(rig.channel.sent.length, 1);
  });

  test('that are gained bring their waiting deliveries', async (t) => {
    const { owner, rig } = await shared(t);
    const endpoint = await rig.endpoint();
    owner.takenOver(shardOf(endpoint));
    await rig.advance(5_000);
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.advance(1_000);
    assert.deepEqual(rig.channel.order(), []);
    owner.given(shardOf(endpoint));
    owner.tell({ shards: true });
    await rig.settled();
    assert.deepEqual(rig.channel.order(), ['call-1#1', 'call-1#2']);
    const owned = rig.named('shards.changed').map((event) => event.owned);
    assert.deepEqual(owned, [SHARDS, SHARDS - 1, SHARDS]);
  });

  test('that are taken over end attempts in flight, which do not count', async (t) => {
    const { owner, rig } = await shared(t);
    const endpoint = await rig.endpoint();
    rig.channel.answer = () => 'hang';
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    owner.takenOver(shardOf(endpoint));
    await rig.advance(5_000);
    assert.equal(rig.dispatcher.gauges().inFlight, 0);
    assert.equal(rig.named('attempt.ended').length, 0);
    assert.deepEqual(await rig.states(), ['due']);
    rig.channel.answer = () => 200;
    owner.given(shardOf(endpoint));
    await rig.advance(5_000);
    assert.deepEqual(await rig.states(), ['delivered']);
    assert.deepEqual(rig.channel.order(), ['call-1#1', 'call-1#1']);
    assert.deepEqual(
      rig.channel.sent.map(({ request }) => request.attempt),
      [1, 1],
    );
  });

  test('that were taken over unnoticed refuse the outcome; other shards go on', async (t) => {
    const { owner, rig } = await shared(t);
    const [taken, kept] = [await rig.endpoint(), await rig.endpoint()];
    rig.channel.answer = () => 'hang';
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    owner.takenOver(shardOf(taken));
    rig.channel.answer = () => 200;
    rig.channel.release(200);
    await rig.settled();
    assert.ok(rig.dispatcher.alive());
    await rig.report('call-2', 'CALLING');
    await rig.settled();
    const sent = rig.channel.sent.filter(({ request }) => request.callId === 'call-2');
    assert.deepEqual(
      sent.map(({ request }) => request.endpoint.key),
      [kept.key],
    );
    assert.deepEqual([...(await rig.states())].sort(), ['delivered', 'delivered', 'due', 'due']);
  });

  test('that are surplus are given back once they have no attempt in flight', async (t) => {
    const { owner, rig } = await shared(t);
    const endpoint = await rig.endpoint();
    const [shard, empty] = [shardOf(endpoint), shardOf(endpoint) + 1];
    rig.channel.answer = () => 'hang';
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    owner.surplus = [shard, empty];
    owner.tell({ shards: true });
    await rig.settled();
    assert.deepEqual(owner.wishes.at(-1)?.surrender, [empty]);
    assert.ok(owner.owned.has(shard));
    rig.channel.answer = () => 200;
    rig.channel.release(200);
    await rig.settled();
    assert.deepEqual(owner.wishes.at(-1)?.surrender, [shard]);
    // Its attempt ended and counts; the new owner sends the next delivery of the lane.
    assert.deepEqual(await rig.states(), ['delivered', 'due']);
    await rig.advance(60_000);
    assert.deepEqual(rig.channel.order(), ['call-1#1']);
  });
});

describe('the lease', () => {
  test('ends if the store does not answer: no attempt begins until it does', async (t) => {
    const { rig } = await shared(t);
    await rig.endpoint();
    rig.channel.answer = () => 'hang';
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    rig.faulty.refuse('own', unavailable);
    await rig.report('call-2', 'CALLING');
    await rig.settled();
    assert.equal(rig.channel.sent.length, 2);
    await rig.advance(13_499);
    assert.equal(rig.dispatcher.gauges().inFlight, 2);
    await rig.advance(1);
    assert.equal(rig.dispatcher.gauges().inFlight, 0);
    assert.equal(rig.named('lease.lapsed').length, 1);
    rig.channel.answer = () => 200;
    await rig.report('call-3', 'CALLING');
    await rig.advance(30_000);
    assert.equal(rig.channel.sent.length, 2);
    assert.ok(rig.dispatcher.alive());
    await rig.advance(31_000);
    assert.equal(rig.dispatcher.alive(), false);
    rig.faulty.repair();
    await rig.advance(6_000);
    assert.ok(rig.dispatcher.alive());
    assert.deepEqual(await rig.states(), ['delivered', 'delivered', 'delivered']);
    assert.equal(rig.channel.sent.length, 5);
  });

  test('ends by the wall clock too, as after the machine has slept', async (t) => {
    const { rig } = await shared(t);
    await rig.endpoint();
    const release = rig.faulty.holdBack('own');
    rig.clock.jump(20_000);
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    assert.deepEqual(rig.channel.order(), []);
    assert.equal(rig.dispatcher.gauges().ownedShards, 0);
    release();
    await rig.advance(6_000);
    assert.deepEqual(rig.channel.order(), ['call-1#1']);
  });

  test('counts from before the request, not from its answer', async (t) => {
    const { rig } = await shared(t);
    await rig.endpoint();
    const answer = rig.faulty.holdBack('own');
    // Requested at 5 s, answered at 12 s, never renewed.
    await rig.advance(12_000);
    answer();
    rig.faulty.refuse('own', unavailable);
    await rig.advance(6_499);
    assert.equal(rig.dispatcher.gauges().ownedShards, SHARDS);
    await rig.advance(1);
    assert.equal(rig.dispatcher.gauges().ownedShards, 0);
  });

  test('is renewed three times while it lasts', async (t) => {
    const { owner, rig } = await shared(t);
    await rig.advance(60_000);
    assert.equal(owner.wishes.length, 13);
    assert.equal(rig.named('lease.lapsed').length, 0);
  });
});

describe('leaving', () => {
  test('gives back idle shards at once, the others when their attempts have ended', async (t) => {
    const { owner, rig } = await shared(t);
    const endpoint = await rig.endpoint();
    rig.channel.answer = () => 'hang';
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    const stopped = rig.dispatcher.stop();
    await rig.settled();
    assert.deepEqual(owner.wishes.at(-1)?.leaves, true);
    assert.deepEqual([...owner.owned], [shardOf(endpoint)]);
    await rig.advance(20_000);
    assert.deepEqual([...owner.owned], [shardOf(endpoint)]);
    rig.channel.release(200);
    await stopped;
    assert.equal(owner.released, 1);
    assert.deepEqual(rig.channel.order(), ['call-1#1']);
    assert.deepEqual(await rig.states(), ['delivered', 'due']);
  });

  test('waits for a pending answer, which may bring shards', async (t) => {
    const { owner, rig } = await shared(t);
    const answer = rig.faulty.holdBack('own');
    owner.tell({ shards: true });
    const stopped = rig.dispatcher.stop();
    await rig.settled();
    assert.equal(owner.released, 0);
    answer();
    await stopped;
    assert.equal(owner.released, 1);
  });
});

test('an endpoint that is taken over begins with an empty bucket', async (t) => {
  const { owner, rig } = await shared(t);
  const pacing = { ratePerS: 1, burst: 2, concurrency: 10 };
  const endpoint = await rig.endpoint({ pacing });
  owner.takenOver(shardOf(endpoint));
  await rig.advance(5_000);
  const calls = ['a', 'b', 'c', 'd'].map((call) => [call, 'CALLING'] as const);
  await rig.reportAll(calls);
  owner.given(shardOf(endpoint));
  await rig.advance(10_000);
  const times = rig.channel.sent.map(({ atMs }) => atMs - (rig.channel.sent[0]?.atMs ?? 0));
  assert.deepEqual(times, [0, 1_000, 2_000, 3_000]);
  assert.ok((rig.times('a')[0] ?? 0) >= 11_000, 'a whole second after the take-over');
});

test('an endpoint that was nearly given back gets no new burst', async (t) => {
  const { owner, rig } = await shared(t);
  const pacing = { ratePerS: 1, burst: 3, concurrency: 10 };
  const endpoint = await rig.endpoint({ pacing });
  await rig.advance(60_000);
  rig.channel.answer = () => 'hang';
  const calls = ['a', 'b', 'c', 'd', 'e', 'f'].map((call) => [call, 'CALLING'] as const);
  await rig.reportAll(calls);
  await rig.settled();
  assert.equal(rig.channel.sent.length, 3);
  for (const surplus of [[shardOf(endpoint)], []]) {
    owner.surplus = surplus;
    owner.tell({ shards: true });
    await rig.settled();
  }
  await rig.advance(3_000);
  const times = rig.channel.sent.map(({ atMs }) => atMs - (rig.channel.sent[0]?.atMs ?? 0));
  assert.deepEqual(times, [0, 0, 0, 1_000, 2_000, 3_000]);
});

test('of several processes one leads: the owner of the first shard', async (t) => {
  const { owner, rig } = await shared(t);
  assert.ok(rig.dispatcher.leads());
  owner.takenOver(0);
  await rig.advance(5_000);
  assert.equal(rig.dispatcher.leads(), false);
});

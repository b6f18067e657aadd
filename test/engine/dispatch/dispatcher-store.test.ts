/**
 * A store that fails (S6.2): an outcome that cannot be stored keeps its lane and slot until it is
 * durable; reads are tried again; no delivery is lost.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setup, unavailable } from '../setup.ts';

describe('a settlement that the store rejects', () => {
  test('is tried again until it is durable; nothing overtakes it', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    let failures = 0;
    rig.faulty.refuse('settle', () => {
      failures += 1;
      return failures <= 5 ? unavailable() : null;
    });
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.advance(1_400);
    // The back-off of 100 + 200 + 400 + 800 ms has not passed yet.
    assert.deepEqual(rig.channel.order(), ['call-1#1']);
    assert.equal(rig.dispatcher.sendingKeys().length, 1);
    await rig.advance(10_000);
    assert.deepEqual(rig.channel.order(), ['call-1#1', 'call-1#2']);
    assert.deepEqual(await rig.states(), ['delivered', 'delivered']);
    const failed = rig.named('store.failed');
    assert.equal(failed.length, 5);
    assert.equal(failed[0]?.operation, 'settle');
    assert.equal(failed[0]?.error, 'The disk does not answer.');
  });

  test('keeps its slot; once too many wait, no attempt begins', async (t) => {
    const rig = await setup(t, { inFlightMax: 3, reserve: 0, settlingMax: 4 });
    await rig.endpoint();
    await rig.endpoint();
    rig.faulty.refuse('settle', unavailable);
    await rig.reportAll(Array.from({ length: 20 }, (_, n) => [`call-${n}`, 'CALLING']));
    await rig.advance(30_000);
    assert.equal(rig.channel.sent.length, 7);
    assert.ok(rig.dispatcher.alive());
    await rig.advance(31_000);
    assert.equal(rig.dispatcher.alive(), false);
    rig.faulty.repair();
    await rig.advance(10_000);
    assert.ok(rig.dispatcher.alive());
    assert.equal(rig.channel.sent.length, 40);
    assert.ok((await rig.states()).every((state) => state === 'delivered'));
  });

  test('is given up by a stop that has waited its time', async (t) => {
    const rig = await setup(t, { drainMs: 3_000 });
    await rig.endpoint();
    rig.faulty.refuse('settle', unavailable);
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    const stopping = rig.dispatcher.stop();
    await rig.advance(3_000);
    await stopping;
    rig.faulty.repair();
    await rig.advance(60_000);
    assert.deepEqual(await rig.states(), ['due']);
  });
});

describe('a read that fails', () => {
  test('of settings or heads is tried again with back-off, and nothing is lost', async (t) => {
    const rig = await setup(t, { windowMax: 4 });
    await rig.endpoint();
    let failures = 0;
    const sometimes = () => {
      failures += 1;
      return failures % 3 === 0 ? null : unavailable();
    };
    rig.faulty.refuse('runtime', sometimes);
    rig.faulty.refuse('readyHeads', sometimes);
    rig.channel.answer = ({ attempt }) => (attempt === 1 ? 503 : 200);
    await rig.reportAll(Array.from({ length: 40 }, (_, n) => [`call-${n}`, 'CALLING']));
    await rig.advance(10 * 60_000);
    assert.ok((await rig.states()).every((state) => state === 'delivered'));
    assert.equal(rig.channel.sent.length, 80);
    const operations = new Set(rig.named('store.failed').map(({ operation }) => operation));
    assert.deepEqual(operations, new Set(['runtime', 'readyHeads']));
  });

  test('for a minute makes the dispatcher not alive until reads work again', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.faulty.refuse('runtime', unavailable);
    await rig.report('call-1', 'CALLING');
    await rig.advance(59_000);
    assert.ok(rig.dispatcher.alive());
    await rig.advance(2_000);
    assert.equal(rig.dispatcher.alive(), false);
    rig.faulty.repair();
    await rig.advance(10_000);
    assert.ok(rig.dispatcher.alive());
    assert.deepEqual(await rig.states(), ['delivered']);
  });

  test('at the start rejects the start', async (t) => {
    const rig = await setup(t);
    await rig.dispatcher.stop();
    rig.faulty.refuse('own', unavailable);
    await assert.rejects(rig.restart(), { code: 'STORAGE_UNAVAILABLE' });
    assert.equal(rig.dispatcher.alive(), false);
  });
});

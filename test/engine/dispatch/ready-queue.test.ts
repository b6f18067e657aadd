/**
 * One head per lane in memory, and what a read may not bring back.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DISPATCHER_LIMITS } from '../../../src/engine/dispatch/limits.ts';
import { ReadyQueue } from '../../../src/engine/dispatch/ready-queue.ts';
import { ResidentHeads } from '../../../src/engine/dispatch/resident-heads.ts';
import { headOf } from '../sample.ts';

function windowOf(...heads: readonly ReturnType<typeof headOf>[]) {
  const limits = { ...DISPATCHER_LIMITS, windowMax: 10, windowMin: 2, residentMax: 4 };
  const resident = new ResidentHeads(limits);
  const window = new ReadyQueue(resident);
  for (const head of heads) window.enter(head);
  return { window, resident };
}

test('a lane has one head here, ready or in flight', () => {
  const first = headOf(1);
  const { window } = windowOf(first);
  const successor = headOf(2, { call: first.call });
  assert.ok(window.holds(first));
  assert.ok(window.holds(successor));
  window.takeOff();
  assert.ok(window.holds(successor));
  assert.deepEqual([window.busy, window.size, window.lanes], [1, 0, 1]);
  window.busy -= 1;
  assert.ok(window.holds(successor), 'its slot is free, its outcome is not durable');
  assert.equal(window.land(first), false);
  assert.ok(!window.holds(successor));
  assert.deepEqual([window.busy, window.size, window.lanes], [0, 0, 0]);
});

test('what landed during a read is held off until the read has ended', () => {
  const head = headOf(1);
  const { window } = windowOf(head);
  window.beginRead();
  window.takeOff();
  window.land(head);
  assert.ok(window.holds(head));
  window.endRead();
  assert.ok(!window.holds(head));
});

test('heads leave in the order in which they came', () => {
  const heads = [headOf(1), headOf(2), headOf(3)];
  const { window } = windowOf(...heads);
  for (const head of heads) {
    assert.equal(window.next(), head);
    window.takeOff();
  }
  assert.equal(window.next(), null);
  window.takeOff();
  assert.equal(window.busy, 3);
});

test('a hold drops first attempts and keeps retries and what an operator asked for', () => {
  const retrying = headOf(2, { state: 'retrying', attempts: 1 });
  const manual = headOf(3, { manual: true });
  const { window, resident } = windowOf(headOf(1), retrying, manual);
  assert.equal(window.dropFirstAttempts(), true);
  assert.equal(window.dropFirstAttempts(), false);
  assert.equal(window.size, 2);
  assert.equal(resident.count, 2);
  assert.ok(!window.holds(headOf(1)));
  assert.ok(window.holds(retrying));
  window.dropReady();
  assert.equal(resident.count, 0);
});

test('dropping what is ready leaves alone what is in flight', () => {
  const { window } = windowOf(headOf(1), headOf(2));
  window.takeOff();
  window.dropReady();
  assert.ok(window.holds(headOf(1)));
  assert.ok(!window.holds(headOf(2)));
});

test('when very many heads are resident a window is small', () => {
  const { window } = windowOf(headOf(1), headOf(2), headOf(3));
  assert.equal(window.sizeMax(), 10);
  window.enter(headOf(4));
  assert.equal(window.sizeMax(), 2);
});

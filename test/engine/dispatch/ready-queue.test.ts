/** One head per lane in memory, and heads that a read must not bring back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DISPATCHER_LIMITS } from '../../../src/engine/dispatch/limits.ts';
import { ReadyQueue, ResidentHeads } from '../../../src/engine/dispatch/ready-queue.ts';
import { headOf } from '../sample.ts';

function queueOf(...heads: readonly ReturnType<typeof headOf>[]) {
  const limits = { ...DISPATCHER_LIMITS, windowMax: 10, windowMin: 2, residentMax: 4 };
  const resident = new ResidentHeads(limits);
  const queue = new ReadyQueue(resident);
  for (const head of heads) queue.enter(head);
  return { queue, resident };
}

test('a lane has one head in the queue, ready or in flight', () => {
  const first = headOf(1);
  const { queue } = queueOf(first);
  const successor = headOf(2, { call: first.call });
  assert.ok(queue.holds(first));
  assert.ok(queue.holds(successor));
  queue.startNext();
  assert.ok(queue.holds(successor));
  assert.deepEqual([queue.busy, queue.size, queue.lanes], [1, 0, 1]);
  queue.freeSlot();
  assert.ok(queue.holds(successor), 'its slot is free, its outcome is not durable');
  assert.equal(queue.freeLane(first), false);
  assert.ok(!queue.holds(successor));
  assert.deepEqual([queue.busy, queue.size, queue.lanes], [0, 0, 0]);
});

test('a head settled during a read stays out until the read has ended', () => {
  const head = headOf(1);
  const { queue } = queueOf(head);
  queue.beginRead();
  queue.startNext();
  queue.freeLane(head);
  assert.ok(queue.holds(head));
  queue.endRead();
  assert.ok(!queue.holds(head));
});

test('heads leave in the order in which they came', () => {
  const heads = [headOf(1), headOf(2), headOf(3)];
  const { queue } = queueOf(...heads);
  for (const head of heads) {
    assert.equal(queue.next(), head);
    queue.startNext();
  }
  assert.equal(queue.next(), null);
  queue.startNext();
  assert.equal(queue.busy, 3);
});

test('a hold drops first attempts and keeps retries and manual attempts', () => {
  const retrying = headOf(2, { state: 'retrying', attempts: 1 });
  const manual = headOf(3, { manual: true });
  const { queue, resident } = queueOf(headOf(1), retrying, manual);
  assert.equal(queue.dropFirstAttempts(), true);
  assert.equal(queue.dropFirstAttempts(), false);
  assert.equal(queue.size, 2);
  assert.equal(resident.count, 2);
  assert.ok(!queue.holds(headOf(1)));
  assert.ok(queue.holds(retrying));
  queue.dropReady();
  assert.equal(resident.count, 0);
});

test('dropping ready heads keeps those in flight', () => {
  const { queue } = queueOf(headOf(1), headOf(2));
  queue.startNext();
  queue.dropReady();
  assert.ok(queue.holds(headOf(1)));
  assert.ok(!queue.holds(headOf(2)));
});

test('a queue may take half of the room that all queues leave', () => {
  const limits = { ...DISPATCHER_LIMITS, windowMax: 40, windowMin: 2, residentMax: 100 };
  const resident = new ResidentHeads(limits);
  const queue = new ReadyQueue(resident);
  const other = new ReadyQueue(resident);
  assert.equal(queue.sizeMax(), 40, 'its limit');
  for (let n = 1; n <= 40; n += 1) other.enter(headOf(n));
  assert.equal(queue.sizeMax(), 30);
  for (let n = 41; n <= 100; n += 1) other.enter(headOf(n));
  assert.equal(queue.sizeMax(), 2, 'always a few');
});

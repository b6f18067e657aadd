/**
 * The slot rule of docs/internals/design.md: reserve and suspects.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HEALTHY } from '../../../src/core/delivery/health.ts';
import { asKey } from '../../../src/core/id.ts';
import { EndpointQueue } from '../../../src/engine/dispatch/endpoint-queue.ts';
import { FairSlots } from '../../../src/engine/dispatch/fair-slots.ts';
import { DISPATCHER_LIMITS, SUSPECT_TIMEOUTS } from '../../../src/engine/dispatch/limits.ts';
import { ResidentHeads } from '../../../src/engine/dispatch/ready-queue.ts';
import { headOf } from '../sample.ts';
import { START_MS } from '../setup.ts';

/** An endpoint with so many attempts in flight, which its slots do not count yet. */
function endpointOf(busy: number): EndpointQueue {
  const queue = new EndpointQueue(asKey(1), new ResidentHeads(DISPATCHER_LIMITS));
  for (let n = 1; n <= busy; n += 1) {
    queue.offer(headOf(n), START_MS);
    queue.startNext();
  }
  assert.equal(queue.busy, busy);
  return queue;
}

function notice(slots: FairSlots, queue: EndpointQueue, consecutiveTimeouts: number): void {
  queue.health.load({ ...HEALTHY, consecutiveTimeouts });
  slots.noticeSuspicion(queue);
}

function suspectOf(slots: FairSlots): EndpointQueue {
  const queue = endpointOf(0);
  notice(slots, queue, SUSPECT_TIMEOUTS);
  assert.ok(queue.suspect);
  return queue;
}

function taken(slots: FairSlots, count: number, queue = endpointOf(0)): void {
  for (let n = 0; n < count; n += 1) slots.take(queue);
}

test('an endpoint with an attempt in flight leaves the reserve alone', () => {
  const slots = new FairSlots(10, 4);
  taken(slots, 5);
  assert.ok(slots.admits(endpointOf(5)));
  taken(slots, 1);
  const held = endpointOf(6);
  assert.equal(slots.admits(held), false);
  assert.ok(slots.admits(endpointOf(0)));
  assert.equal(slots.takeNext(), null);
  slots.release(endpointOf(0));
  assert.equal(slots.takeNext(), held);
});

test('without a free slot no endpoint gets one', () => {
  const slots = new FairSlots(2, 1);
  taken(slots, 2);
  assert.equal(slots.admits(endpointOf(0)), false);
  assert.equal(slots.takeNext(), null);
  slots.release(endpointOf(0));
  assert.ok(slots.admits(endpointOf(0)));
  assert.equal(slots.inFlight, 1);
});

test('suspects have half of the slots together', () => {
  const slots = new FairSlots(4, 0);
  taken(slots, 2, suspectOf(slots));
  const held = suspectOf(slots);
  assert.equal(slots.admits(held), false);
  assert.ok(slots.admits(endpointOf(0)));
  assert.equal(slots.takeNext(), null);
  slots.release(suspectOf(slots));
  assert.equal(slots.takeNext(), held);
  assert.ok(slots.admits(held));
});

test('the attempts in flight count from the moment an endpoint becomes suspect', () => {
  const slots = new FairSlots(8, 0);
  const slow = endpointOf(4);
  taken(slots, 4, slow);
  notice(slots, slow, SUSPECT_TIMEOUTS);
  const other = suspectOf(slots);
  assert.equal(slots.admits(other), false);
  notice(slots, slow, 0);
  assert.ok(slots.admits(other));
});

test('a single slot is enough for a suspect', () => {
  const slots = new FairSlots(1, 0);
  assert.ok(slots.admits(suspectOf(slots)));
});

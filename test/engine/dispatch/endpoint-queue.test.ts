/**
 * The facts by which a queue remembers what it forgets, one by one; the dispatcher's own tests see
 * them together on a real store.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type EndpointHealth, HEALTHY } from '../../../src/core/delivery/health.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { asKey } from '../../../src/core/id.ts';
import { EndpointQueue } from '../../../src/engine/dispatch/endpoint-queue.ts';
import { DISPATCHER_LIMITS, IDLE_READ_GAP_MS } from '../../../src/engine/dispatch/limits.ts';
import { Fifo, ResidentHeads } from '../../../src/engine/dispatch/ready-queue.ts';
import { ENDPOINT, headOf } from '../sample.ts';
import { START_MS } from '../setup.ts';

function known(health: EndpointHealth = HEALTHY, changes: Partial<Endpoint> = {}): EndpointQueue {
  const limits = { ...DISPATCHER_LIMITS, windowMax: 4 };
  const queue = new EndpointQueue(asKey(1), new ResidentHeads(limits));
  queue.learn({ endpoint: { ...ENDPOINT, ...changes }, health });
  return queue;
}

const HELD: EndpointHealth = {
  ...HEALTHY,
  consecutiveFailures: 5,
  failedCalls: [1, 2, 3],
  holdMs: 30_000,
  holdUntilMs: START_MS + 30_000,
};

describe('forgotten heads', () => {
  test('a head that is due later sets the time of the next read', () => {
    const queue = known();
    queue.offer(headOf(1, { state: 'retrying', dueAtMs: START_MS + 500 }), START_MS);
    queue.noteDueAt(START_MS + 700);
    assert.equal(queue.next(), null);
    assert.equal(queue.nextWakeMs(START_MS), START_MS + 500);
    queue.elapse(START_MS + 499);
    assert.equal(queue.wantedHeads(START_MS + 499), null);
    queue.elapse(START_MS + 500);
    assert.equal(queue.wantedHeads(START_MS + 500), 'all');
  });

  test('a full window makes the store be asked when a quarter is left', () => {
    const queue = known();
    for (let n = 1; n <= 5; n += 1) queue.offer(headOf(n), START_MS);
    for (let left = 3; left > 1; left -= 1) {
      queue.startNext();
      assert.equal(queue.wantedHeads(START_MS), null);
    }
    queue.startNext();
    assert.equal(queue.wantedHeads(START_MS), 'all');
    assert.equal(queue.beginHeads('all', START_MS).limit, 4 + 4);
  });

  test('on hold only retries are asked for, and after it one probe', () => {
    const queue = known(HELD);
    queue.offer(headOf(1), START_MS);
    assert.equal(queue.next(), null);
    assert.equal(queue.wantedHeads(START_MS), null);
    queue.noteDueAt(START_MS + 100);
    queue.elapse(START_MS + 100);
    assert.equal(queue.wantedHeads(START_MS + 100), 'retries');
    const asked = queue.beginHeads('retries', START_MS + 100);
    queue.absorb({ heads: [], nextDueAtMs: null }, asked, START_MS + 100);
    assert.equal(queue.nextWakeMs(START_MS + 100), START_MS + 30_000);
    assert.equal(queue.wantedHeads(START_MS + 30_000), 'probe');
    const probe = queue.beginHeads('probe', START_MS + 30_000);
    const heads = [headOf(1), headOf(2)];
    queue.absorb({ heads, nextDueAtMs: null }, probe, START_MS + 30_000);
    assert.equal(queue.next(), heads[0]);
    queue.startNext();
    assert.equal(queue.next(), null);
    assert.equal(queue.wantedHeads(START_MS + 30_000), null);
  });

  test('a full read that brings nothing new is not repeated at once', () => {
    const queue = known();
    queue.offer(headOf(1), START_MS);
    queue.startNext();
    queue.offer(headOf(2), START_MS);
    queue.startNext();
    queue.noteDueAt(START_MS);
    queue.elapse(START_MS);
    const asked = queue.beginHeads('all', START_MS);
    const heads = Array.from({ length: asked.limit }, () => headOf(1));
    queue.absorb({ heads, nextDueAtMs: null }, asked, START_MS);
    assert.equal(queue.wantsRead(START_MS), false);
    assert.equal(queue.nextWakeMs(START_MS), START_MS + IDLE_READ_GAP_MS);
    queue.elapse(START_MS + IDLE_READ_GAP_MS);
    assert.equal(queue.wantsRead(START_MS + IDLE_READ_GAP_MS), true);
  });

  test('a recovery is asked for until a whole read has brought its retries', () => {
    const queue = known({ ...HEALTHY, recoveredAtMs: START_MS });
    assert.equal(queue.wantedHeads(START_MS), 'all');
    const asked = queue.beginHeads('all', START_MS);
    assert.equal(asked.recoveredAtMs, START_MS);
    const heads = Array.from({ length: asked.limit }, (_, n) => headOf(n + 1));
    queue.absorb({ heads, nextDueAtMs: null }, asked, START_MS);
    for (let n = 0; n < 4; n += 1) queue.startNext();
    const again = queue.beginHeads('all', START_MS);
    assert.equal(again.recoveredAtMs, START_MS);
    queue.absorb({ heads: [], nextDueAtMs: null }, again, START_MS);
    assert.equal(queue.beginHeads('all', START_MS).recoveredAtMs, null);
  });
});

describe('idle', () => {
  test('only without heads, facts, attempts and reads', () => {
    const queue = known();
    assert.ok(queue.isIdle());
    const waiting = new Fifo<EndpointQueue>();
    waiting.add(queue.readNode);
    assert.ok(!queue.isIdle());
    waiting.remove(queue.readNode);
    queue.reading = true;
    assert.ok(!queue.isIdle());
    queue.endRead();
    queue.offer(headOf(1), START_MS);
    assert.ok(!queue.isIdle());
    queue.startNext();
    assert.ok(!queue.isIdle());
    queue.freeLane(headOf(1));
    assert.ok(queue.isIdle());
    queue.noteDueAt(START_MS + 1);
    assert.ok(!queue.isIdle());
  });

  test('a disabled endpoint is idle whatever waits in the store, and asks for nothing', () => {
    const queue = known(HEALTHY, { enabled: false });
    queue.offer(headOf(1), START_MS);
    queue.noteDueAt(START_MS + 1);
    assert.ok(queue.isIdle());
    assert.ok(queue.isDisabled());
    assert.equal(queue.wantsRead(START_MS), false);
    assert.equal(queue.nextWakeMs(START_MS), null);
  });

  test('an endpoint that does not exist any more is gone, not disabled', () => {
    const queue = known();
    queue.learn(null);
    assert.ok(queue.isGone());
    assert.ok(!queue.isDisabled());
    queue.learn({ endpoint: { ...ENDPOINT, enabled: false, deletedAtMs: 1 }, health: HEALTHY });
    assert.ok(queue.isGone());
    assert.ok(!queue.isDisabled());
  });
});

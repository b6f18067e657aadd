/**
 * The facts by which a queue remembers heads that left its memory, one by one; the dispatcher's own
 * tests see them together on a real store.
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

describe('heads that are only in the store', () => {
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

  test('a full window causes a read when a quarter is left', () => {
    const queue = known();
    for (let n = 1; n <= 5; n += 1) queue.offer(headOf(n), START_MS);
    for (let left = 3; left > 1; left -= 1) {
      queue.startNext();
      assert.equal(queue.wantedHeads(START_MS), null);
    }
    queue.startNext();
    assert.equal(queue.wantedHeads(START_MS), 'all');
    const free = 4 - 1;
    const lanes = 4;
    assert.equal(queue.beginHeads('all', START_MS).limit, free + lanes);
  });

  test('on hold only retries are read, and after it one probe', () => {
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

  test('a full read without a new head is not repeated at once', () => {
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

  test('retries of a recovery are read until a read has brought them all', () => {
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

describe('a chain of reads', () => {
  const dueAt = (n: number, atMs: number) => headOf(n, { dueAtMs: START_MS + atMs });

  /** Four of more heads were read, the last two due at the same time, and are in flight. */
  function afterFirst(): EndpointQueue {
    const queue = known();
    queue.noteFound(START_MS);
    queue.elapse(START_MS);
    const asked = queue.beginHeads('all', START_MS + 9);
    assert.equal(asked.from, null);
    const heads = [dueAt(1, 1), dueAt(2, 2), dueAt(3, 3), dueAt(4, 3)];
    queue.absorb({ heads, nextDueAtMs: null }, asked, START_MS + 9);
    for (let n = 1; n <= 4; n += 1) queue.startNext();
    return queue;
  }

  test('goes on where the last read ended, with room for heads that it reads again', () => {
    const queue = afterFirst();
    assert.equal(queue.wantedHeads(START_MS + 9), 'all');
    const asked = queue.beginHeads('all', START_MS + 9);
    assert.deepEqual(asked.from, { dueAtMs: START_MS + 3, heads: 2 });
    assert.equal(asked.limit, 4 + 2);
    const heads = [dueAt(3, 3), dueAt(4, 3), dueAt(5, 3), dueAt(6, 4)];
    queue.absorb({ heads, nextDueAtMs: null }, asked, START_MS + 9);
    assert.equal(queue.next()?.delivery, 5);
    assert.equal(queue.wantedHeads(START_MS + 9), null, 'the store has no more');
  });

  test('begins anew if a head that is due earlier left the memory', () => {
    const isAnew = (forget: (queue: EndpointQueue) => void) => {
      const queue = afterFirst();
      forget(queue);
      return queue.beginHeads('all', START_MS + 9).from === null;
    };
    const offer = (atMs: number) => (queue: EndpointQueue) =>
      queue.offer(dueAt(9, atMs), START_MS + 9);
    assert.ok(isAnew(offer(2)));
    assert.ok(!isAnew(offer(3)));
    assert.ok(isAnew((queue) => queue.noteFound(START_MS + 9)));
    assert.ok(isAnew((queue) => queue.invalidate()));
    assert.ok(isAnew((queue) => queue.forgetWaits()));
    assert.ok(isAnew((queue) => queue.failRead('all', START_MS + 9)));
    assert.ok(
      isAnew((queue) => {
        queue.offer(headOf(9, { call: headOf(1).call }), START_MS + 9);
        queue.freeLane(headOf(1));
      }),
      'its lane was taken when it was offered',
    );
  });

  test('begins anew if such a head left the memory during the last read', () => {
    const queue = afterFirst();
    const asked = queue.beginHeads('all', START_MS + 9);
    queue.reading = true;
    for (const n of [11, 12, 13]) queue.offer(dueAt(n, 4), START_MS + 9);
    const heads = [5, 6, 7, 8, 9, 10].map((n) => dueAt(n, 6));
    queue.absorb({ heads, nextDueAtMs: null }, asked, START_MS + 9);
    queue.endRead();
    assert.equal(queue.beginHeads('all', START_MS + 9).from, null);
  });

  test('goes on at once if every head of the read is in memory already', () => {
    const queue = afterFirst();
    const asked = queue.beginHeads('all', START_MS + 9);
    queue.reading = true;
    for (const n of [5, 6]) queue.offer(dueAt(n, 4), START_MS + 9);
    for (const _ of [5, 6]) queue.startNext();
    const heads = [3, 3, 4, 4, 4, 4].map((atMs, index) => dueAt(index < 2 ? index + 3 : 5, atMs));
    queue.absorb({ heads, nextDueAtMs: null }, asked, START_MS + 9);
    queue.endRead();
    assert.ok(queue.wantsRead(START_MS + 9));
    assert.equal(queue.beginHeads('all', START_MS + 9).from?.dueAtMs, START_MS + 4);
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

  test('a disabled endpoint is idle whatever waits in the store, and reads nothing', () => {
    const queue = known(HEALTHY, { enabled: false });
    queue.offer(headOf(1), START_MS);
    queue.noteDueAt(START_MS + 1);
    assert.ok(queue.isIdle());
    assert.ok(queue.isDisabled());
    assert.equal(queue.wantsRead(START_MS), false);
    assert.equal(queue.nextWakeMs(START_MS), null);
  });

  test('an endpoint that no longer exists is gone, not disabled', () => {
    const queue = known();
    queue.learn(null);
    assert.ok(queue.isGone());
    assert.ok(!queue.isDisabled());
    queue.learn({ endpoint: { ...ENDPOINT, enabled: false, deletedAtMs: 1 }, health: HEALTHY });
    assert.ok(queue.isGone());
    assert.ok(!queue.isDisabled());
  });
});

/**
 * The permit to send for a shard ends once, its users are told, and it never comes back. It depends
 * on a lease, which counts from before its request, by both clocks, and ends early.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lease, momentOf, ShardPermit } from '../../../src/engine/dispatch/shard-ownership.ts';
import { ManualClock } from '../manual-clock.ts';
import { START_MS } from '../setup.ts';

function permit(leaseMs: number | null = 10_000) {
  const clock = new ManualClock(START_MS);
  const lease = new Lease(clock);
  lease.renew(leaseMs, momentOf(clock));
  return { clock, lease, permit: new ShardPermit(3, 7, lease, null) };
}

test('a permit holds as long as its lease, and longer if that is renewed in time', async () => {
  const { clock, lease, permit: right } = permit();
  assert.ok(right.holds());
  await clock.advance(9_000, async () => {});
  assert.equal(right.holds(), false);
  lease.renew(10_000, momentOf(clock));
  assert.ok(right.holds());
});

test('an ended permit never holds again, whatever the lease does', () => {
  const { clock, lease, permit: right } = permit(null);
  right.end();
  lease.renew(10_000, momentOf(clock));
  assert.equal(right.holds(), false);
  assert.ok(right.ended);
});

test('users of a permit are told of its end once, unless they finished before', () => {
  const { permit: right } = permit();
  const told: string[] = [];
  right.onEnd(() => told.push('first'));
  const forget = right.onEnd(() => told.push('second'));
  forget();
  right.end();
  right.end();
  assert.deepEqual(told, ['first']);
  right.onEnd(() => told.push('late'));
  assert.deepEqual(told, ['first', 'late']);
});

const still = async () => {};

test('a lease that was never granted is over and not shared', () => {
  const lease = new Lease(new ManualClock(START_MS));
  assert.ok(lease.isOver());
  assert.equal(lease.isShared, false);
});

test('a lease without an end is never over, whatever the clocks do', async () => {
  const clock = new ManualClock(START_MS);
  const lease = new Lease(clock);
  lease.renew(null, momentOf(clock));
  clock.jump(1e12);
  await clock.advance(1e9, still);
  assert.equal(lease.isOver(), false);
  assert.equal(lease.isShared, false);
  assert.equal(lease.leftMs(), Number.POSITIVE_INFINITY);
});

test('a lease ends a tenth before the store gives its shards to others', async () => {
  const clock = new ManualClock(START_MS);
  const lease = new Lease(clock);
  const asked = momentOf(clock);
  await clock.advance(4_000, still);
  lease.renew(10_000, asked);
  assert.deepEqual([lease.isShared, lease.leftMs()], [true, 5_000]);
  await clock.advance(4_999, still);
  assert.equal(lease.isOver(), false);
  await clock.advance(1, still);
  assert.ok(lease.isOver());
});

test('a wall clock that jumps forward ends a lease, a jump back prolongs none', async () => {
  const clock = new ManualClock(START_MS);
  const lease = new Lease(clock);
  lease.renew(10_000, momentOf(clock));
  clock.jump(8_999);
  assert.equal(lease.isOver(), false);
  clock.jump(1);
  assert.ok(lease.isOver());
  lease.renew(10_000, momentOf(clock));
  clock.jump(-60_000);
  assert.equal(lease.leftMs(), 9_000);
  await clock.advance(9_000, still);
  assert.ok(lease.isOver());
});

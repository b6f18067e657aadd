/** Until when a process may act: by both clocks, from before it asked, and short of the lease. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lease, momentOf } from '../../../src/engine/dispatch/lease.ts';
import { ManualClock } from '../manual-clock.ts';
import { START_MS } from '../setup.ts';

const still = async () => {};

test('one that was never given is over, and nobody shares by it', () => {
  const lease = new Lease(new ManualClock(START_MS));
  assert.ok(lease.isOver());
  assert.equal(lease.isShared, false);
});

test('one without an end is never over, whatever the clocks do', async () => {
  const clock = new ManualClock(START_MS);
  const lease = new Lease(clock);
  lease.renew(null, momentOf(clock));
  clock.jump(1e12);
  await clock.advance(1e9, still);
  assert.equal(lease.isOver(), false);
  assert.equal(lease.isShared, false);
  assert.equal(lease.leftMs(), Number.POSITIVE_INFINITY);
});

test('it is over a tenth before the store gives it to others', async () => {
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

test('a wall clock that jumps forward ends it, one that goes back prolongs nothing', async () => {
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

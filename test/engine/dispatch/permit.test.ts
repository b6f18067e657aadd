/** The right to send for a shard ends once, is told to whoever uses it, and never comes back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lease, momentOf } from '../../../src/engine/dispatch/lease.ts';
import { ShardPermit } from '../../../src/engine/dispatch/permit.ts';
import { ManualClock } from '../manual-clock.ts';
import { START_MS } from '../setup.ts';

function permit(leaseMs: number | null = 10_000) {
  const clock = new ManualClock(START_MS);
  const lease = new Lease(clock);
  lease.renew(leaseMs, momentOf(clock));
  return { clock, lease, permit: new ShardPermit(3, 7, lease, null) };
}

test('it holds as long as the lease, and again when the lease is renewed in time', async () => {
  const { clock, lease, permit: right } = permit();
  assert.ok(right.holds());
  await clock.advance(9_000, async () => {});
  assert.equal(right.holds(), false);
  lease.renew(10_000, momentOf(clock));
  assert.ok(right.holds());
});

test('once ended it never holds, whatever the lease does', () => {
  const { clock, lease, permit: right } = permit(null);
  right.end();
  lease.renew(10_000, momentOf(clock));
  assert.equal(right.holds(), false);
  assert.ok(right.ended);
});

test('whoever uses it is told of the end once, unless it has finished before', () => {
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

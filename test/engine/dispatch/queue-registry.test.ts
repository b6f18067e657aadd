/** Queues at rest are dropped when they are too many, and do not get a burst by coming back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type EndpointKey } from '../../../src/core/id.ts';
import { FairSlots } from '../../../src/engine/dispatch/fair-slots.ts';
import { withDefaults } from '../../../src/engine/dispatch/limits.ts';
import { QueueRegistry } from '../../../src/engine/dispatch/queue-registry.ts';
import { ManualClock } from '../manual-clock.ts';
import { START_MS } from '../setup.ts';

const [ONE, TWO] = [asKey<EndpointKey>(1), asKey<EndpointKey>(2)];
const PACING = { ratePerS: 1, burst: 3, concurrency: 1 };

test('the one at rest for longest is dropped, and comes back with an empty bucket', async () => {
  const clock = new ManualClock(START_MS);
  const line = new FairSlots(8, 2);
  const roster = new QueueRegistry(withDefaults({ idleMax: 1 }), line, clock);
  const take = (endpoint: EndpointKey) =>
    roster.of(endpoint).pacer.take(PACING, clock.wallMs(), clock.monoMs(), null);
  assert.ok(take(ONE));
  const first = roster.of(ONE);
  roster.rest(first);
  assert.equal(roster.of(ONE), first);
  roster.rest(roster.of(TWO));
  assert.notEqual(roster.of(ONE), first);
  assert.equal(take(ONE), false);
  await clock.advance(1_000, async () => {});
  assert.ok(take(ONE));
  assert.equal(take(ONE), false);
  assert.ok(take(TWO));
});

test('only those of the named shards are found by them, and set aside when nothing is left', () => {
  const clock = new ManualClock(START_MS);
  const roster = new QueueRegistry(withDefaults({}), new FairSlots(8, 2), clock);
  const queue = roster.of(ONE);
  roster.of(TWO);
  assert.deepEqual([...roster.ofShards([1, 5])], [queue]);
  assert.equal(roster.busy, 2);
  roster.setAside(queue);
  assert.deepEqual([...roster.ofShards([1])], []);
  assert.equal(roster.busy, 1);
});

/** If idle queues are too many, some are dropped; a queue that comes back has no burst. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type EndpointKey } from '../../../src/core/id.ts';
import { withDefaults } from '../../../src/engine/dispatch/limits.ts';
import { QueueRegistry } from '../../../src/engine/dispatch/queue-registry.ts';
import { ManualClock } from '../manual-clock.ts';
import { START_MS } from '../setup.ts';

const [ONE, TWO] = [asKey<EndpointKey>(1), asKey<EndpointKey>(2)];
const PACING = { ratePerS: 1, burst: 3, concurrency: 1 };

test('the queue idle for longest is dropped, and comes back with an empty bucket', async () => {
  const clock = new ManualClock(START_MS);
  const registry = new QueueRegistry(withDefaults({ idleMax: 1 }), clock);
  const take = (endpoint: EndpointKey) =>
    registry.of(endpoint).pacer.take(PACING, clock.wallMs(), clock.monoMs(), null);
  assert.ok(take(ONE));
  const first = registry.of(ONE);
  registry.markIdle(first);
  assert.equal(registry.of(ONE), first);
  registry.markIdle(registry.of(TWO));
  assert.notEqual(registry.of(ONE), first);
  assert.equal(take(ONE), false);
  await clock.advance(1_000, async () => {});
  assert.ok(take(ONE));
  assert.equal(take(ONE), false);
  assert.ok(take(TWO));
});

test('queues are found by shard, until they are set aside', () => {
  const clock = new ManualClock(START_MS);
  const registry = new QueueRegistry(withDefaults({}), clock);
  const queue = registry.of(ONE);
  registry.of(TWO);
  assert.deepEqual([...registry.ofShards([1, 5])], [queue]);
  assert.equal(registry.busy, 2);
  registry.setAside(queue);
  assert.deepEqual([...registry.ofShards([1])], []);
  assert.equal(registry.busy, 1);
});

/**
 * Which shards a process owns, by a scripted store: what shows only between two turns of the event
 * loop. The rest is tested through the dispatcher (`dispatcher-shared.test.ts`).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShardOwnership } from '../../../src/engine/dispatch/shard-ownership.ts';
import type { EngineEvent } from '../../../src/engine/ports/emit.ts';
import { ManualClock } from '../manual-clock.ts';
import { START_MS } from '../setup.ts';

const LEASE_MS = 10_000;

test('a lease that ended before its timer fired begins anew when it is renewed', async (t) => {
  const clock = new ManualClock(START_MS);
  const events: EngineEvent[] = [];
  const told: string[] = [];
  const own = async () => ({ shards: new Map([[3, 7]]), leaseMs: LEASE_MS, surplus: [] });
  const ownership = new ShardOwnership(
    {
      store: { own, release: async () => {} },
      clock,
      random: { fraction: () => 0 },
      emit: (event) => events.push(event),
    },
    {
      onLost: (shards) => told.push(`lost ${shards}`),
      onGained: (shards) => told.push(`gained ${shards}`),
    },
  );
  await ownership.start();
  t.after(() => ownership.release());
  const first = ownership.permitOf(3);
  assert.ok(first);
  // As if the process stood still and the answer came before its timers.
  clock.jump(LEASE_MS);
  assert.equal(ownership.permitOf(3), null);
  ownership.ask();
  await new Promise(setImmediate);
  const second = ownership.permitOf(3);
  assert.deepEqual(told, ['gained 3', 'lost 3', 'gained 3']);
  assert.deepEqual([first.holds(), first.ended, second?.holds()], [false, true, true]);
  assert.deepEqual(
    events.map(({ name }) => name),
    ['shards.changed', 'lease.lapsed', 'shards.changed'],
  );
});

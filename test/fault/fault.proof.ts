/**
 * Several processes on one PostgreSQL: a worker is killed, another paused beyond its lease, the
 * server crashes. No delivery is lost, reordered, settled twice, above its rate or repeated without
 * a reason. A second run, with a pause only, exposes a worker that goes on without its lease.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyWithLease, copyWithoutFence } from './planted.ts';
import { BRIEF, LONG_PAUSE } from './play.ts';
import { runFault } from './run.ts';

/** A third of the real lease; `npm run crash -- --store postgres` has the real one. */
const LEASE_MS = 5_000;
/** A pause of a worker without requests in flight shows nothing; then another one is paused. */
const CONTROL_SEEDS = [1, 2, 3, 4];

test('a killed worker, a paused one and a crashed server lose and reorder nothing', async (t) => {
  const copy = await copyWithLease(LEASE_MS);
  t.after(() => copy.remove());
  const options = { fault: BRIEF, seed: 20_261_121, main: copy.main, leaseMs: LEASE_MS };
  const { faults, seen, ...figures } = await runFault(options);
  if (faults.length > 0) t.diagnostic(seen.join('\n'));
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(faults, []);
  assert.ok(figures.acknowledged > 100, 'there was load');
  assert.ok(figures.arrivals > 5 * figures.acknowledged, 'there were deliveries');
  assert.ok(figures.recoveryMs > 0, 'something was done');
});

test('a worker that goes on without its lease is detected', async (t) => {
  const copy = await copyWithoutFence(LEASE_MS);
  t.after(() => copy.remove());
  const options = { fault: LONG_PAUSE, main: copy.main, leaseMs: LEASE_MS, apis: 1, workers: 2 };
  const rules = new Set<string>();
  for (const seed of CONTROL_SEEDS) {
    const { faults } = await runFault({ ...options, seed });
    for (const fault of faults) rules.add(fault.slice(0, fault.indexOf(':')));
    t.diagnostic(`seed ${seed}: ${faults.length} faults: ${[...rules].join(', ')}`);
    if (rules.has('repeat') || rules.has('settled')) return;
  }
  assert.fail('nothing was found');
});

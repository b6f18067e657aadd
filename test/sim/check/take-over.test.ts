/** A shard must be taken over soon, unless every process had trouble. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeOver } from '../../../sim/check/take-over.ts';
import { LEASE_MS, twoProcesses } from './fleet-given.ts';
import { saysOf } from './given.ts';

/** Life 1 dies or gives its shard back long after the start; life 2 takes it `ms` later. */
function changedAfter(ms: number, how: 'crashed' | 'freed', isDisturbed = false) {
  const { given, shard, own } = twoProcesses();
  given.after(4 * LEASE_MS);
  if (how === 'crashed') given.note({ what: 'crashed', life: 1 });
  else given.note({ what: 'freed', life: 1, shards: [shard] });
  if (isDisturbed) given.note({ what: 'paused', life: 2, asleep: false });
  given.after(ms);
  own(2, how === 'crashed' ? 1 : null);
  return saysOf(takeOver, given);
}

test('a take-over within a lease and some polls after a death passes, a later one not', () => {
  assert.deepEqual(changedAfter(LEASE_MS + 5_000, 'crashed'), []);
  assert.match(changedAfter(2 * LEASE_MS, 'crashed').join(), /had no owner for 30000 ms/);
});

test('a shard given back must be taken without waiting for a lease', () => {
  assert.deepEqual(changedAfter(5_000, 'freed'), []);
  assert.match(changedAfter(LEASE_MS, 'freed').join(), /had no owner for 15000 ms/);
});

test('while the only other process is suspended no process can take over', () => {
  assert.deepEqual(changedAfter(2 * LEASE_MS, 'crashed', true), []);
});

test('a shard that no process takes is caught', () => {
  const { given } = twoProcesses();
  given.after(4 * LEASE_MS).note({ what: 'crashed', life: 1 });
  given.after(3 * LEASE_MS).note({ what: 'healed' });
  assert.match(saysOf(takeOver, given).join(), /shard 1 had no owner/);
});

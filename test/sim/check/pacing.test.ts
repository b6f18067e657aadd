/** All processes together must keep an endpoint's rate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pacing } from '../../../sim/check/pacing.ts';
import { LEASE_MS, twoProcesses } from './fleet-given.ts';
import { saysOf } from './given.ts';

const PACED = { pacing: { ratePerS: 1, burst: 2, concurrency: 5 } };

/** Life 1 makes `count` sends at once, and after a while life 2 as many. */
function sends(count: number, afterMs: number) {
  const { given, row, own } = twoProcesses(PACED);
  given.after(60_000);
  for (let left = count; left > 0; left -= 1) given.send(row);
  given.note({ what: 'crashed', life: 1 });
  given.after(afterMs);
  own(2, 1);
  given.life = 2;
  for (let left = count; left > 0; left -= 1) given.send(row);
  return saysOf(pacing, given);
}

test('a burst, and after a take-over the tokens that the rate has filled, pass', () => {
  assert.deepEqual(sends(2, LEASE_MS), []);
});

test('a burst of the old owner and one of the new one at once are caught', () => {
  assert.match(sends(2, 100).join(), /one too many: 1\/s and 2 at once/);
});

test('more than a burst at once is caught', () => {
  assert.match(sends(4, LEASE_MS).join(), /send 4 is one too many/);
});

test('an endpoint without a rate is not judged', () => {
  const { given, row } = twoProcesses();
  for (let left = 50; left > 0; left -= 1) given.send(row);
  assert.deepEqual(saysOf(pacing, given), []);
});

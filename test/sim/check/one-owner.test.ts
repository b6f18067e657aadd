/** At most one process may send for a shard, and attempts of a former owner do not count. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneOwner } from '../../../sim/check/one-owner.ts';
import { LEASE_MS, rest, twoProcesses } from './fleet-given.ts';
import { saysOf } from './given.ts';

test('sends and settlements of the owner pass, and so does an ordinary end of a lease', () => {
  const { given, row, own } = twoProcesses();
  given.send(row);
  given.note({ what: 'paused', life: 1, asleep: false });
  given.after(LEASE_MS + 1);
  own(2, 1);
  given.life = 2;
  given.attempt(row);
  assert.deepEqual(saysOf(oneOwner, given), []);
});

test('a send for a shard that another process owns, or none, is caught', () => {
  const { given, row, shard } = twoProcesses();
  given.life = 2;
  given.send(row);
  assert.match(saysOf(oneOwner, given).join(), /life 2 made send 1 .* which life 1 owned/);
  const freed = twoProcesses();
  freed.given.note({ what: 'freed', life: 1, shards: [shard] });
  freed.given.send(freed.row);
  assert.match(saysOf(oneOwner, freed.given).join(), /which no process owned/);
});

test('two lives that might both send are caught', () => {
  const { given, shard } = twoProcesses();
  given.note({ what: 'clash', shard, lives: [1, 2] });
  assert.match(saysOf(oneOwner, given).join(), /lives 1 and 2 may both send/);
});

test('an outcome written after a take-over is caught, a fenced one passes', () => {
  for (const isFenced of [false, true]) {
    const { given, row, own } = twoProcesses();
    const send = given.send(row);
    given.process(send);
    given.answer(send, 200);
    given.note({ what: 'cut', member: 0, cut: 'silent' });
    given.after(LEASE_MS);
    own(2, 1);
    if (isFenced) given.commit('settle', { delivery: row.key }, { kind: 'fenced' });
    else given.settle(row, 'delivered', 'delivered');
    const says = saysOf(oneOwner, given).filter((each) => /settled after life 2/.test(each));
    assert.equal(says.length, isFenced ? 0 : 1);
  }
});

test('a withdrawn request that counts is caught', () => {
  const { given, row } = twoProcesses();
  given.note({ what: 'paused', life: 1, asleep: true });
  const send = given.send(row);
  given.note({ what: 'withdrawn', send });
  given.settle(row, 'retryable', 'retrying');
  assert.match(saysOf(oneOwner, given).join(), /was withdrawn, and counts all the same/);
});

test('a lease that runs out without a reason is caught, and so is a withdrawal for it', () => {
  const { given, row, own } = twoProcesses();
  const send = given.send(row);
  given.after(LEASE_MS).note({ what: 'withdrawn', send });
  own(2, 1);
  const says = saysOf(oneOwner, given).join();
  assert.match(says, /the lease of life 1 .* ran out, and nothing disturbed it/);
  assert.match(says, /was withdrawn, and nothing disturbed it/);
});

test('a sweep by a process that does not lead is caught', () => {
  for (const life of [1, 2]) {
    const { given } = twoProcesses();
    given.note({ what: 'owned', life: 2, shards: [{ shard: 0, epoch: 1, from: null }] });
    given.life = life;
    given.after(5).commit('removeExpired', {}, { removed: 0, more: false });
    assert.equal(saysOf(oneOwner, given).length, life === 2 ? 0 : 1);
  }
});

test('at rest every shard has a living owner, and none has too many', () => {
  const { given } = twoProcesses();
  given.rest = rest([1, 2], [1, 2]);
  assert.deepEqual(saysOf(oneOwner, given), []);
  given.rest = rest([1, 3, 2, null], [1, 2]);
  assert.match(saysOf(oneOwner, given).join(), /32 shards have no living owner/);
  given.rest = rest([1, 2, 2], [1, 2]);
  assert.match(saysOf(oneOwner, given).join(), /life 2 owns 42 shards at the end, 32 are its part/);
});

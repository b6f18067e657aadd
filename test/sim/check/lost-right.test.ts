/** Which stretch of which life excuses a repeated request, if there are several processes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attempts } from '../../../sim/check/attempts.ts';
import { duplicates } from '../../../sim/check/duplicates.ts';
import { ledgerOf } from '../../../sim/check/ledger.ts';
import { excuseFor } from '../../../sim/check/lost-right.ts';
import type { Event } from '../../../sim/history.ts';
import { LEASE_MS, twoProcesses } from './fleet-given.ts';
import { type Given, saysOf } from './given.ts';

/** Sent and processed by life 1, disturbed, taken over, and sent again by life 2. */
function sentAgain(disturbance: Event | null, from: number | null = 1): Given {
  const { given, row, own, shard } = twoProcesses();
  given.process(given.send(row));
  if (disturbance !== null) given.note(disturbance);
  given.after(LEASE_MS);
  if (from === null) given.note({ what: 'freed', life: 1, shards: [shard] });
  own(2, from);
  given.life = 2;
  given.process(given.send(row));
  return given;
}

function excuse(given: Given): string | null {
  const [first, again] = ledgerOf(given.history()).sends;
  assert.ok(first && again);
  return excuseFor(ledgerOf(given.history()), first, again);
}

test('the death of the sending process excuses a repeat, with its time', () => {
  const given = sentAgain({ what: 'crashed', life: 1 });
  assert.equal(excuse(given), 'D1: life 1 died at 5 ms');
  assert.deepEqual(saysOf(duplicates, given), []);
});

test('a lease that ran out while the process stood still or was cut off excuses a repeat', () => {
  const paused = sentAgain({ what: 'paused', life: 1, asleep: false });
  assert.match(excuse(paused) ?? '', /^D2, D4: life 1 was paused from 5/);
  assert.deepEqual(saysOf(duplicates, paused), []);
  const away = sentAgain({ what: 'disk', fault: 'unavailable' });
  assert.match(excuse(away) ?? '', /the database did not work from 5 ms/);
});

test('a shard that was given back with a request in flight excuses nothing', () => {
  const given = sentAgain(null, null);
  assert.equal(excuse(given), null);
  assert.match(saysOf(duplicates, given).join(), /came again/);
});

test('trouble of another life, or with the outcome on disk, excuses nothing', () => {
  assert.equal(excuse(sentAgain({ what: 'paused', life: 2, asleep: false })), null);
  const { given, row, own } = twoProcesses();
  given.attempt(row);
  given.note({ what: 'crashed', life: 1 });
  own(2, 1);
  given.life = 2;
  given.process(given.send(row));
  assert.equal(excuse(given), null);
});

test('an attempt may be repeated by the same process only if its withdrawal had a reason', () => {
  for (const isPaused of [true, false]) {
    const { given, row } = twoProcesses();
    const send = given.send(row);
    if (isPaused) given.note({ what: 'paused', life: 1, asleep: false });
    given.after(LEASE_MS).note({ what: 'withdrawn', send });
    given.send(row);
    const says = saysOf(attempts, given).filter((each) => /sent twice/.test(each));
    assert.equal(says.length, isPaused ? 0 : 1);
  }
});

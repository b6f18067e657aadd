/** A delivery must be tried as often as its schedule says, and counted by one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attempts } from '../../../sim/check/attempts.ts';
import { SCHEDULE_MS, saysOf } from './given.ts';
import { oneDelivery } from './situation.ts';

test('the whole schedule passes', () => {
  const { given, row } = oneDelivery();
  for (let n = 0; n <= SCHEDULE_MS.length; n += 1) given.after(60_000).attempt(row, 503);
  assert.deepEqual(saysOf(attempts, given), []);
});

test('one attempt more than the schedule is caught', () => {
  const { given, row } = oneDelivery();
  for (let n = 0; n <= SCHEDULE_MS.length; n += 1) given.after(60_000).attempt(row, 503);
  row.state = 'retrying';
  given.attempt(row, 503);
  assert.match(saysOf(attempts, given).join(), /failed 4 times, 3 count/);
});

test('a number that is left out is caught', () => {
  const { given, row } = oneDelivery();
  given.send(row, { attempt: 2 });
  assert.match(saysOf(attempts, given).join(), /comes after 0 that are on disk/);
});

test('an attempt sent twice passes after a crash, and is caught without one', () => {
  for (const crashes of [true, false]) {
    const { given, row } = oneDelivery();
    given.send(row);
    if (crashes) given.crash();
    given.attempt(row);
    assert.equal(saysOf(attempts, given).length > 0, !crashes);
  }
});

test('failures that are forgotten, and one by hand that counts, are caught', () => {
  const forgotten = oneDelivery();
  forgotten.given.attempt(forgotten.row, 503);
  forgotten.given.settle(forgotten.row, 'retryable', 'retrying', { failures: 1 });
  assert.match(saysOf(attempts, forgotten.given).join(), /counts 1 failures after 1/);
  const { given, row } = oneDelivery();
  given.attempt(row, 503);
  given.settle(row, 'retryable', 'retrying', { failures: 2, manual: true });
  assert.match(saysOf(attempts, given).join(), /manual attempt/);
});

test('an attempt that is not on record is caught', () => {
  const { given, row } = oneDelivery();
  given.attempt(row);
  row.attempts.pop();
  assert.match(saysOf(attempts, given).join(), /on record/);
});

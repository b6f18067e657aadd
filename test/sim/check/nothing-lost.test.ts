/** Every owed delivery must come to an end that something explains. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nothingLost } from '../../../sim/check/nothing-lost.ts';
import { SCHEDULE_MS, saysOf } from './given.ts';
import { calmRun, oneDelivery } from './situation.ts';

test('a run in which everything was delivered passes', () => {
  assert.deepEqual(saysOf(nothingLost, calmRun()), []);
});

test('a delivery that is not on disk is caught', () => {
  const given = calmRun();
  given.rows.pop();
  assert.match(saysOf(nothingLost, given).join(), /is not on disk/);
});

test('a delivery that is open at the end is caught', () => {
  const { given } = oneDelivery();
  assert.match(saysOf(nothingLost, given).join(), /still due/);
});

test('a delivery that counts as delivered and was never answered 2xx is caught', () => {
  const { given, row } = oneDelivery();
  given.settle(row, 'delivered', 'delivered');
  assert.match(saysOf(nothingLost, given).join(), /no receiver answered 2xx/);
});

test('a delivery given up after its whole schedule passes, one attempt earlier is caught', () => {
  const { given, row } = oneDelivery();
  for (let n = 0; n <= SCHEDULE_MS.length; n += 1) given.after(60_000).attempt(row, 503);
  assert.equal(row.state, 'exhausted');
  assert.deepEqual(saysOf(nothingLost, given), []);
  row.failures -= 1;
  assert.match(saysOf(nothingLost, given).join(), /was given up after 2 failures of a schedule/);
});

test('a manual attempt that was counted is caught', () => {
  const { given, row } = oneDelivery();
  for (let n = 0; n < SCHEDULE_MS.length; n += 1) given.after(60_000).attempt(row, 503);
  given.reopen(row);
  given.settle(row, 'retryable', 'exhausted', { manual: true });
  assert.match(saysOf(nothingLost, given).join(), /3 failures, but 2 attempts are on record/);
});

test('a rejection without a rejected attempt is caught', () => {
  const { given, row } = oneDelivery();
  given.settle(row, 'retryable', 'rejected');
  assert.match(saysOf(nothingLost, given).join(), /no receiver rejected it/);
});

test('a cancellation by an operator passes, one without a request of theirs is caught', () => {
  const { given, row } = oneDelivery();
  row.state = 'cancelled';
  assert.match(saysOf(nothingLost, given).join(), /cancelled without a request/);
  given.cancel(row);
  assert.deepEqual(saysOf(nothingLost, given), []);
});

/** A receiver must not get a delivery again if its sender knows that it has it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { duplicates } from '../../../sim/check/duplicates.ts';
import { saysOf } from './given.ts';
import { oneDelivery } from './situation.ts';

test('a delivery that is processed once passes', () => {
  const { given, row } = oneDelivery();
  given.attempt(row);
  assert.deepEqual(saysOf(duplicates, given), []);
});

test('a second send after a success on disk is caught, unless by hand', () => {
  for (const byHand of [false, true]) {
    const { given, row } = oneDelivery();
    given.attempt(row);
    if (byHand) given.reopen(row);
    given.process(given.send(row));
    assert.equal(saysOf(duplicates, given).length > 0, !byHand);
  }
});

test('a second send after a lost answer, or after a crash before the commit, passes', () => {
  const lost = oneDelivery();
  const send = lost.given.send(lost.row);
  lost.given.process(send);
  lost.given.fail(send);
  lost.given.settle(lost.row, 'retryable', 'retrying');
  lost.given.after(5_000).attempt(lost.row);
  assert.deepEqual(saysOf(duplicates, lost.given), []);
  const { given, row } = oneDelivery();
  const before = given.send(row);
  given.process(before);
  given.answer(before, 200);
  given.crash();
  given.attempt(row);
  assert.deepEqual(saysOf(duplicates, given), []);
});

test('a second send after a crash that came after the commit is caught', () => {
  const { given, row } = oneDelivery();
  given.attempt(row);
  given.crash();
  given.process(given.send(row));
  assert.match(saysOf(duplicates, given).join(), /came again/);
});

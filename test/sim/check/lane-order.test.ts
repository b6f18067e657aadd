/** The deliveries of a lane must be sent one after the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laneOrder } from '../../../sim/check/lane-order.ts';
import { saysOf } from './given.ts';
import { twoDeliveries } from './situation.ts';

test('a lane in order passes', () => {
  const { given, first, second } = twoDeliveries();
  given.attempt(first);
  given.attempt(second);
  assert.deepEqual(saysOf(laneOrder, given), []);
});

test('a delivery sent before the one before it is closed on disk is caught', () => {
  const { given, first, second } = twoDeliveries();
  given.send(first);
  given.send(second);
  assert.match(saysOf(laneOrder, given).join(), /before sequence 1 had come to an end/);
});

test('a delivery sent while the disk says that an older one is open is caught', () => {
  const { given, first, second } = twoDeliveries();
  given.attempt(first);
  given.send(second, { olderOpen: 1 });
  assert.match(saysOf(laneOrder, given).join(), /1 older of its lane were open/);
});

test('an older delivery after a newer one is caught, unless it was reopened by hand', () => {
  for (const byHand of [false, true]) {
    const { given, first, second } = twoDeliveries();
    given.attempt(first, 400);
    given.attempt(second);
    if (byHand) given.after(5_000).reopen(first);
    given.process(given.send(first));
    assert.equal(saysOf(laneOrder, given).length > 0, !byHand);
  }
});

test('a copy that arrives late passes unless its sender still waited for it', () => {
  for (const late of [true, false]) {
    const { given, first, second } = twoDeliveries();
    const slow = given.send(first);
    given.attempt(first);
    given.attempt(second);
    given.process(slow, 200, late);
    assert.equal(saysOf(laneOrder, given).length > 0, !late);
  }
});

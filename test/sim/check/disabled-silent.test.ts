/** A disabled or deleted endpoint must get nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disabledSilent } from '../../../sim/check/disabled-silent.ts';
import { saysOf } from './given.ts';
import { oneDelivery } from './situation.ts';

test('a request that crosses the change passes, one long after it is caught', () => {
  for (const afterMs of [500, 5_000]) {
    const { given, endpoint, row } = oneDelivery();
    given.enable(endpoint, false);
    given.after(afterMs).send(row);
    assert.equal(saysOf(disabledSilent, given).length > 0, afterMs === 5_000);
  }
});

test('a request after it was enabled again passes', () => {
  const { given, endpoint, row } = oneDelivery();
  given.enable(endpoint, false);
  given.after(5_000).enable(endpoint, true);
  given.send(row);
  assert.deepEqual(saysOf(disabledSilent, given), []);
});

test('a request to a deleted endpoint is caught', () => {
  const { given, endpoint, row } = oneDelivery();
  given.commit('deleteEndpoint', { key: endpoint }, true);
  given.after(5_000).send(row);
  assert.match(saysOf(disabledSilent, given).join(), /deleted/);
});

test('a request after a 410 that disabled it is caught', () => {
  const { given, row } = oneDelivery();
  given.settle(row, 'gone', 'rejected', { disable: 'gone' });
  given.after(5_000).send(row);
  assert.match(saysOf(disabledSilent, given).join(), /disabled/);
});

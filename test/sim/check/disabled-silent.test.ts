/** A disabled or deleted endpoint must get nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disabledSilent } from '../../../sim/check/disabled-silent.ts';
import { CALLING, Given, saysOf } from './given.ts';

test('a request that crosses the change passes, one long after it is caught', () => {
  for (const afterMs of [500, 5_000]) {
    const { given, endpoint, row } = one();
    given.enable(endpoint, false);
    given.after(afterMs).send(row);
    assert.equal(saysOf(disabledSilent, given).length > 0, afterMs === 5_000);
  }
});

test('a request after it was enabled again passes', () => {
  const { given, endpoint, row } = one();
  given.enable(endpoint, false);
  given.after(5_000).enable(endpoint, true);
  given.send(row);
  assert.deepEqual(saysOf(disabledSilent, given), []);
});

test('a request to a deleted endpoint is caught', () => {
  const { given, endpoint, row } = one();
  given.commit('deleteEndpoint', { key: endpoint }, true);
  given.after(5_000).send(row);
  assert.match(saysOf(disabledSilent, given).join(), /deleted/);
});

test('a request after a 410 that disabled it is caught', () => {
  const { given, row } = one();
  given.settle(row, 'gone', 'rejected', { disable: 'gone' });
  given.after(5_000).send(row);
  assert.match(saysOf(disabledSilent, given).join(), /disabled/);
});

function one(status = 'CALLING') {
  const given = new Given();
  const endpoint = given.endpoint();
  const [row] = given.report('call-1', status, [CALLING]);
  assert.ok(row);
  given.after(5);
  return { given, endpoint, row };
}

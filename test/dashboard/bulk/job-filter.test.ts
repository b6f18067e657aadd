/** The filter of a list as a bulk job gets it: never more than the list shows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobFilter } from '../../../dashboard/src/page/bulk/job-filter.ts';
import { readDeliverySearch } from '../../../dashboard/src/page/delivery/delivery-search.ts';

const RANGE = { from: '2026-11-22T00:00:00.000Z' };

test('every filter is passed on, negations too', () => {
  const search = readDeliverySearch({
    endpoint: 'ep_1',
    notEndpoint: 'ep_2',
    notTrigger: 'ACW_COMPLETED',
    class: '5xx',
    notState: 'cancelled',
    call: 'c 1',
    attempts: '3',
    peek: 'dlv_1',
    cursor: 'x',
  });
  assert.deepEqual(jobFilter('retry', search, RANGE), {
    endpointId: ['ep_1'],
    notEndpointId: ['ep_2'],
    notTrigger: ['ACW_COMPLETED'],
    class: ['5xx'],
    notState: ['cancelled'],
    callId: 'c 1',
    attemptsMin: 3,
    from: RANGE.from,
  });
});

test('of the shown states, those that the action applies to are passed on', () => {
  const shown = readDeliverySearch({ state: ['held', 'exhausted', 'retrying', 'sending'] });
  assert.deepEqual(jobFilter('cancel', shown, {})?.state, ['retrying', 'held']);
  assert.deepEqual(jobFilter('retry', shown, {})?.state, ['retrying', 'exhausted']);
  const less = readDeliverySearch({ state: ['held', 'retrying'], notState: ['held'] });
  assert.deepEqual(jobFilter('cancel', less, {}), { state: ['retrying'] });
});

test('if no state is left there is no job: no filter would mean all', () => {
  assert.equal(jobFilter('cancel', readDeliverySearch({ state: 'delivered' }), {}), null);
  assert.equal(jobFilter('retry', readDeliverySearch({ state: 'waiting' }), {}), null);
  assert.equal(jobFilter('cancel', readDeliverySearch({ state: 'sending' }), {}), null);
  assert.equal(
    jobFilter('cancel', readDeliverySearch({ state: 'due', notState: 'due' }), {}),
    null,
  );
  assert.deepEqual(jobFilter('retry', {}, {}), {});
});

/** The parameters in the address of the deliveries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  listFilter,
  readDeliverySearch,
} from '../../../dashboard/src/page/delivery/delivery-search.ts';

test('unknown parameters are left out', () => {
  const search = { state: ['held', 'lost'], notTrigger: 'X', notEndpoint: ['ep_1', '7'], x: '1' };
  assert.deepEqual(readDeliverySearch(search), { state: ['held'], notEndpoint: ['ep_1'] });
  for (const attempts of ['0', '-1', '1.5', '10001', 'x']) {
    assert.deepEqual(readDeliverySearch({ attempts }), {}, attempts);
  }
});

test('a filter by attempts excludes delivered ones, visibly, unless a call is named', () => {
  assert.deepEqual(readDeliverySearch({ attempts: '3' }), {
    attempts: '3',
    notState: ['delivered'],
  });
  assert.deepEqual(readDeliverySearch({ attempts: '3', call: 'c' }), { attempts: '3', call: 'c' });
  const held = { attempts: '3', state: ['held'] };
  assert.deepEqual(readDeliverySearch(held), held);
  assert.deepEqual(readDeliverySearch({ attempts: '3', notState: 'held' }).notState, [
    'held',
    'delivered',
  ]);
});

test('several endpoints, triggers and results are OR, under the names of the API', () => {
  const search = readDeliverySearch({
    endpoint: ['ep_1', 'ep_2'],
    trigger: ['CALL_LOG_CREATED', 'X'],
    class: ['5xx', '9xx'],
  });
  assert.deepEqual(listFilter(search).endpointId, ['ep_1', 'ep_2']);
  assert.deepEqual(listFilter(search).trigger, ['CALL_LOG_CREATED']);
  assert.deepEqual(listFilter(search).class, ['5xx']);
  assert.deepEqual(readDeliverySearch({ endpoint: 'ep_1' }), { endpoint: ['ep_1'] });
});

/** The state contract: an error is never shown as "nothing here". */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveriesPath, failureOf } from '../../dashboard/src/api.ts';
import { failureTitle, isSignedOut, regionState } from '../../dashboard/src/region.ts';

const READY = { error: null, count: 2, fetching: false, filtered: false };

test('a region is loading only before its first answer', () => {
  assert.equal(regionState({ ...READY, count: null, fetching: true }), 'loading');
  assert.equal(regionState({ ...READY, fetching: true }), 'refreshing');
  assert.equal(regionState(READY), 'ready');
});

test('no rows are "empty" without a filter and "no-match" with one', () => {
  assert.equal(regionState({ ...READY, count: 0 }), 'empty');
  assert.equal(regionState({ ...READY, count: 0, filtered: true }), 'no-match');
});

test('a failure wins over no rows, and says which kind it is', () => {
  const state = (status: number): string =>
    regionState({ ...READY, count: 0, error: failureOf(status, null) });
  assert.deepEqual([0, 403, 404, 500].map(state), ['offline', 'forbidden', 'not-found', 'error']);
  assert.equal(regionState({ ...READY, error: new Error('broken') }), 'error');
});

test('a problem speaks for itself; anything else gets a sentence', () => {
  const problem = {
    title: 'No',
    detail: 'The disk is full.',
    code: 'STORAGE_FULL',
    requestId: 'r1',
  };
  const failure = failureOf(503, problem);
  assert.deepEqual(
    [failure.message, failure.code, failure.requestId],
    ['The disk is full.', 'STORAGE_FULL', 'r1'],
  );
  assert.equal(failureOf(502, '<html>').message, 'The service answered 502.');
  assert.match(failureTitle(failureOf(403, null)), /may not/);
});

test('only a refused key signs out', () => {
  assert.equal(isSignedOut(failureOf(401, null)), true);
  assert.equal(isSignedOut(failureOf(403, null)), false);
  assert.equal(isSignedOut(null), false);
});

test('data of which a part is missing says so', () => {
  assert.equal(regionState({ ...READY, partial: true, fetching: true }), 'partial');
});

test('the filters become query parameters, escaped; what else is open does not', () => {
  assert.equal(deliveriesPath({}), 'v1/deliveries?limit=50');
  const view = { callId: 'a&b', endpointId: 'ep_1', delivery: 'dlv_1' };
  assert.equal(deliveriesPath(view), 'v1/deliveries?limit=50&endpointId=ep_1&callId=a%26b');
});

/** The state contract: an error is never shown as "nothing here". */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf } from '../../../dashboard/src/api/failure.ts';
import { regionOf, regionState, showsData } from '../../../dashboard/src/kit/region/region.ts';

const READY = { error: null, count: 2, fetching: false };

test('a region is loading only before its first answer', () => {
  assert.equal(regionState({ ...READY, count: null, fetching: true }), 'loading');
  assert.equal(regionState({ ...READY, fetching: true }), 'refreshing');
  assert.equal(regionState(READY), 'ready');
});

test('no rows are "empty" without a filter and "no-match" with one', () => {
  assert.equal(regionState({ ...READY, count: 0 }), 'empty');
  assert.equal(regionState({ ...READY, count: 0, filtered: true }), 'no-match');
});

test('partial data is still named as partial during a reload', () => {
  assert.equal(regionState({ ...READY, partial: true, fetching: true }), 'partial');
});

test('a failure wins over no rows, and its kind is named', () => {
  const state = (status: number): string =>
    regionState({ ...READY, count: 0, error: failureOf(status, null) });
  assert.deepEqual([0, 403, 404, 410, 500].map(state), [
    'offline',
    'forbidden',
    'not-found',
    'expired',
    'error',
  ]);
  assert.equal(regionState({ ...READY, error: new Error('broken') }), 'error');
});

test('an error or no network keeps earlier data; forbidden, not found and expired do not', () => {
  const error = failureOf(500, null);
  const shown = (['forbidden', 'not-found', 'expired', 'error', 'offline'] as const).map((state) =>
    showsData({ state, error, updatedAtMs: 5 }),
  );
  assert.deepEqual(shown, [false, false, false, true, true]);
});

test('a failure before the first answer shows no table without rows', () => {
  const error = failureOf(500, null);
  assert.equal(showsData({ state: 'error', error, updatedAtMs: 0 }), false);
  assert.equal(showsData({ state: 'ready', error: null, updatedAtMs: 0 }), true);
  const nothing = (['loading', 'empty', 'no-match'] as const).map((state) =>
    showsData({ state, error: null, updatedAtMs: 5 }),
  );
  assert.deepEqual(nothing, [false, false, false]);
});

test('no rows under the previous filter do not make the new one empty', () => {
  const query = {
    data: [],
    error: null,
    isFetching: true,
    dataUpdatedAt: 5,
    refetch: () => undefined,
  };
  assert.equal(regionOf({ ...query, isPlaceholderData: true }, { count: 0 }).state, 'loading');
  assert.equal(regionOf({ ...query, isPlaceholderData: false }, { count: 0 }).state, 'empty');
});

/** The rules of a whole lane. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredState } from '../../../src/core/delivery/state.ts';
import { laneFault, successor } from '../../../src/core/lane/invariant.ts';

function lane(...states: readonly StoredState[]) {
  return states.map((state, index) => ({ sequence: index + 1, state }));
}

test('the successor is the lowest that waits', () => {
  assert.equal(successor(lane('delivered', 'exhausted', 'waiting', 'waiting')), 3);
  assert.equal(successor(lane('delivered')), null);
});

test('a lane that breaks its invariant is found', () => {
  assert.equal(laneFault([]), null);
  assert.equal(laneFault(lane('delivered', 'retrying', 'cancelled', 'waiting')), null);
  assert.match(laneFault(lane('waiting')) ?? '', /1 is waiting, not due or retrying/);
  assert.match(laneFault(lane('due', 'retrying')) ?? '', /2 is retrying, not waiting/);
  const twice = [...lane('due'), ...lane('waiting')];
  assert.match(laneFault(twice) ?? '', /same sequence/);
});

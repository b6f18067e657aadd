/** The states of a delivery. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CLOSED_STATES,
  FAILED_STATES,
  isOpen,
  OPEN_STATES,
  SHOWN_STATES,
} from '../../../src/core/delivery/state.ts';

test('a stored state is open or closed', () => {
  for (const state of OPEN_STATES) assert.ok(isOpen(state), state);
  for (const state of CLOSED_STATES) assert.ok(!isOpen(state), state);
});

test('ten states are shown, each once; failed states are closed', () => {
  assert.equal(new Set(SHOWN_STATES).size, 10);
  for (const state of FAILED_STATES) assert.ok(!isOpen(state), state);
});

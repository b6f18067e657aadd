/** The statuses and their ranks (S1.2). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  INTERNAL_STATUSES,
  isInternal,
  isTerminal,
  rankOf,
  STATUS_PATTERN,
  TERMINAL_STATUSES,
} from '../../../src/core/call/status.ts';

test('ranks: internal 0, CALLING 1, CLOSING 2, terminal 3', () => {
  assert.deepEqual(['QUEUED', 'CALLING', 'CLOSING', 'BUSY'].map(rankOf), [0, 1, 2, 3]);
});

test('every status is internal, in progress or terminal', () => {
  for (const status of INTERNAL_STATUSES) assert.ok(isInternal(status) && !isTerminal(status));
  for (const status of ['CALLING', 'CLOSING']) {
    assert.ok(!isInternal(status) && !isTerminal(status));
  }
  for (const status of TERMINAL_STATUSES) assert.ok(isTerminal(status) && !isInternal(status));
});

test('a status is 1 to 64 of A-Z, 0-9 and _, a letter first', () => {
  for (const status of ['A', 'OUR_2ND_STEP', 'A'.repeat(64)]) assert.match(status, STATUS_PATTERN);
  for (const status of ['', '2ND', '_A', 'calling', 'A B', 'A\n', 'A'.repeat(65)]) {
    assert.doesNotMatch(status, STATUS_PATTERN);
  }
});

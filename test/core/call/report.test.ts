/** Step 4: whose clock a transition is dated by. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CLOCK_AHEAD_MS_MAX,
  eventTimeMs,
  REPORT_AGE_MS_MAX,
} from '../../../src/core/call/report.ts';
import { NOW_MS, reportOf } from '../given.ts';

function timeOf(occurredAtMs: number | null): number {
  return eventTimeMs(reportOf({ occurredAtMs }), NOW_MS);
}

test('a report without a time happened when it was received', () => {
  assert.equal(timeOf(null), NOW_MS);
});

test('a time from seven days ago to five minutes ahead is believed', () => {
  for (const atMs of [NOW_MS - REPORT_AGE_MS_MAX, NOW_MS - 1, NOW_MS + CLOCK_AHEAD_MS_MAX]) {
    assert.equal(timeOf(atMs), atMs);
  }
});

test('a time beyond that is a wrong clock and not believed', () => {
  for (const atMs of [0, NOW_MS - REPORT_AGE_MS_MAX - 1, NOW_MS + CLOCK_AHEAD_MS_MAX + 1]) {
    assert.equal(timeOf(atMs), NOW_MS);
  }
});

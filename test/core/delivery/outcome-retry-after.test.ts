/** Step 9: `Retry-After` as seconds, as a date, and as anything else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterMs } from '../../../src/core/delivery/outcome.ts';
import { NOW_MS } from '../given.ts';

test('seconds and dates are milliseconds from now', () => {
  assert.equal(retryAfterMs('0', NOW_MS), 0);
  assert.equal(retryAfterMs(' 120 ', NOW_MS), 120_000);
  assert.equal(retryAfterMs('Fri, 20 Nov 2026 11:20:00 GMT', NOW_MS), 59_875);
});

test('a date that has passed is no wait', () => {
  assert.equal(retryAfterMs('Sun, 06 Nov 1994 08:49:37 GMT', NOW_MS), 0);
});

test('any other value is ignored', () => {
  const garbage = ['', '-1', '1.5', '1e3', '0x10', 'soon', '9'.repeat(400), '2026-11-20', '1, 2'];
  for (const header of garbage) assert.equal(retryAfterMs(header, NOW_MS), null, header);
});

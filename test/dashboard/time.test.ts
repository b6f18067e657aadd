/** Times and durations in words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ahead, clockTime, duration, relative } from '../../dashboard/src/time.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);

function at(deltaMs: number): string {
  return new Date(NOW_MS + deltaMs).toISOString();
}

test('times are told in one unit, past and future', () => {
  assert.equal(relative(at(0), NOW_MS), 'now');
  assert.equal(relative(at(-999), NOW_MS), 'now');
  assert.equal(relative(at(-61_000), NOW_MS), '1 min ago');
  assert.equal(relative(at(7_200_000), NOW_MS), 'in 2 h');
  assert.equal(relative('never', NOW_MS), 'never');
});

test('what is to come is never told as past', () => {
  assert.deepEqual([ahead(at(-61_000), NOW_MS), ahead(at(61_000), NOW_MS)], ['now', 'in 1 min']);
});

test('a time of day has its day only when that is not today', () => {
  const told = (deltaMs: number, seconds = false) =>
    clockTime(at(deltaMs), NOW_MS, { seconds, timeZone: 'Europe/Berlin' });
  assert.equal(told(600_000), '13:10');
  assert.equal(told(-61_000, true), '12:58:59');
  assert.equal(told(12 * 3_600_000), '21 Nov 01:00');
  assert.equal(told(-13 * 3_600_000), '00:00');
  assert.equal(clockTime('never', NOW_MS), 'never');
});

test('durations keep their unit readable', () => {
  assert.deepEqual([4.4, 1_500, 135_000].map(duration), ['4 ms', '1.5 s', '2 min 15 s']);
});

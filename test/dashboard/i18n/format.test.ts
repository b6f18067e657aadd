/** Times, sizes and counts as each language writes them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFor } from '../../../dashboard/src/i18n/format.ts';
import { preferred } from '../../../dashboard/src/i18n/language.ts';
import { enCount } from '../../../dashboard/src/words/en/count.ts';
import { jaCount } from '../../../dashboard/src/words/ja/count.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const en = formatFor('en');
const ja = formatFor('ja');

function at(deltaMs: number): string {
  return new Date(NOW_MS + deltaMs).toISOString();
}

test('times are given in one unit, past and future', () => {
  assert.equal(en.relative(at(-999), NOW_MS), 'now');
  assert.equal(en.relative(at(-61_000), NOW_MS), '1m ago');
  assert.equal(en.relative(at(7_200_000), NOW_MS), 'in 2h');
  assert.equal(ja.relative(at(-61_000), NOW_MS), '1分前');
  assert.equal(en.relative('never', NOW_MS), 'never');
});

test('a time of day has its day unless that is today', () => {
  const told = (deltaMs: number, seconds = false) =>
    en.clock(at(deltaMs), NOW_MS, { seconds, timeZone: 'Europe/Berlin' });
  assert.equal(told(600_000), '13:10');
  assert.equal(told(-61_000, true), '12:58:59');
  assert.equal(told(12 * 3_600_000), 'Nov 21 01:00');
  assert.equal(en.clock('never', NOW_MS), 'never');
});

test('durations have two units at most, sizes are in thousands', () => {
  assert.deepEqual([12, 4_700, 65_000, 3_720_000, 90_000_000].map(en.duration), [
    '12ms',
    '4.7s',
    '1m 5s',
    '1h 2m',
    '1d 1h',
  ]);
  assert.deepEqual([12, 4_700, 65_000, 3_600_000].map(ja.duration), [
    '12ms',
    '4.7秒',
    '1分5秒',
    '1時間',
  ]);
  assert.deepEqual([33, 1_500, 2_000_000].map(en.bytes), ['33 bytes', '1.5 kB', '2.0 MB']);
});

test('an axis of times names the day at midnight, and if its steps are days', () => {
  const midnight = new Date(2026, 10, 21).getTime();
  assert.equal(en.tick(midnight, 3_600_000), 'Nov 21');
  assert.equal(en.tick(midnight + 16 * 3_600_000, 3_600_000), '16:00');
  assert.equal(ja.tick(midnight + 3_600_000, 86_400_000), '11月21日');
});

test('one and many have their forms, and numbers their marks', () => {
  const forms = { one: '# delivery', other: '# deliveries' };
  assert.deepEqual(
    [0, 1, 2_314].map((count) => enCount(count, forms)),
    ['0 deliveries', '1 delivery', '2,314 deliveries'],
  );
  assert.equal(jaCount(2_314, '# 件の配信'), '2,314 件の配信');
});

test('the first language with a catalogue is used, else English', () => {
  assert.equal(preferred(['de-DE', 'ja-JP', 'en']), 'ja');
  assert.equal(preferred(['de']), 'en');
  assert.equal(preferred([]), 'en');
});

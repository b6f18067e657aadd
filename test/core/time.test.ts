/** Times as text: ISO 8601 both ways, and the three forms of an HTTP date. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isoTime, parseHttpDate, parseIsoTime, TIME_MS_MAX } from '../../src/core/time.ts';
import { NOW_MS, NOW_TEXT } from './given.ts';

test('S4.9: a time is ISO 8601, UTC, with milliseconds and a trailing Z', () => {
  assert.equal(isoTime(NOW_MS), NOW_TEXT);
  assert.equal(isoTime(0), '1970-01-01T00:00:00.000Z');
});

test('a time is written as Date writes it, whatever time was written before', () => {
  const times = fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: TIME_MS_MAX - 4_000 }), times, (fromMs, laterMs) => {
      for (const atMs of laterMs.map((more) => fromMs + more)) {
        assert.equal(isoTime(atMs), new Date(atMs).toISOString());
      }
    }),
  );
  assert.equal(isoTime(TIME_MS_MAX), '9999-12-31T23:59:59.999Z');
  assert.throws(() => isoTime(Number.NaN), RangeError);
});

test('a time is read with its zone and cut to milliseconds', () => {
  const same = [
    NOW_TEXT,
    '2026-11-20T11:19:00.1259Z',
    '2026-11-20T11:19:00.125000000Z',
    '2026-11-20T20:19:00.125+09:00',
    '2026-11-20T05:49:00.125-05:30',
  ];
  for (const text of same) assert.equal(parseIsoTime(text), NOW_MS, text);
  assert.equal(parseIsoTime('2026-11-20T11:19:00.1Z'), NOW_MS - 25);
  assert.equal(parseIsoTime('2026-11-20T11:19:00Z'), NOW_MS - 125);
  assert.equal(parseIsoTime('2016-12-31T23:59:60Z'), Date.UTC(2017, 0, 1));
  assert.equal(parseIsoTime('2024-02-29T00:00:00Z'), Date.UTC(2024, 1, 29));
  assert.equal(parseIsoTime('1970-01-01T00:00:00Z'), 0);
  assert.equal(parseIsoTime('9999-12-31T23:59:59.999Z'), TIME_MS_MAX);
  assert.equal(parseIsoTime('2026-01-01T23:59:00+23:59'), Date.UTC(2026, 0, 1));
});

test('any other text gives null', () => {
  const wrong = [
    '',
    '2026-11-20',
    '2026-11-20 11:19:00Z',
    '2026-11-20T11:19Z',
    '2026-11-20T11:19:00',
    '2026-11-20T11:19:00.Z',
    '2026-11-20T11:19:00.1234567890Z',
    '2026-11-20T11:19:00z',
    '2026-11-20T11:19:00+0900',
    '2026-11-20T11:19:00+24:00',
    '2026-11-20T11:19:00+09:60',
    '2026-11-20T24:00:00Z',
    '2026-11-20T11:60:00Z',
    '2026-11-20T11:19:61Z',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '0099-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '+12026-11-20T11:19:00Z',
  ];
  for (const text of wrong) assert.equal(parseIsoTime(text), null, text);
});

test('a written time is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: TIME_MS_MAX }), (atMs) => {
      assert.equal(parseIsoTime(isoTime(atMs)), atMs);
    }),
  );
});

test('an HTTP date is read in all its three forms', () => {
  const atMs = Date.UTC(1994, 10, 6, 8, 49, 37);
  assert.equal(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT', NOW_MS), atMs);
  assert.equal(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT', NOW_MS), atMs);
  assert.equal(parseHttpDate('Sun Nov  6 08:49:37 1994', NOW_MS), atMs);
});

test('a two-digit year is the one within the next fifty years', () => {
  const soon = parseHttpDate('Friday, 20-Nov-26 11:20:00 GMT', NOW_MS);
  assert.equal(soon, Date.UTC(2026, 10, 20, 11, 20));
  assert.equal(parseHttpDate('Sunday, 31-Feb-27 11:20:00 GMT', NOW_MS), null);
});

test('a text that is no HTTP date gives null', () => {
  const wrong = [
    '',
    'soon',
    'foo 1',
    '2026-11-20T11:19:00Z',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 CET',
    'Sun, 06 Foo 1994 08:49:37 GMT',
    'Sun, 31 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:49:37 GMT',
    'Sunday, 06-Foo-94 08:49:37 GMT',
    'Sun Foo  6 08:49:37 1994',
  ];
  for (const text of wrong) assert.equal(parseHttpDate(text, NOW_MS), null, text);
});

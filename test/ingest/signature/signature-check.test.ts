/** What the presets share: comparing, times and their window, and faults without secrets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fitsAny,
  isSame,
  isSameSecret,
  signedTimeMs,
  windowFault,
} from '../../../src/ingest/signature/signature-check.ts';

test('texts are compared whatever their length', () => {
  for (const same of [isSame, isSameSecret]) {
    assert.equal(same('abc', 'abc'), true);
    for (const other of ['', 'ab', 'abd', 'abcd', 'äbc']) assert.equal(same(other, 'abc'), false);
  }
});

test('every value is compared, so that the duration reveals nothing', () => {
  const seen: number[] = [];
  const isOne = (value: number) => {
    seen.push(value);
    return value === 1;
  };
  assert.equal(fitsAny([1, 2, 3], isOne), true);
  assert.deepEqual(seen, [1, 2, 3]);
  assert.equal(fitsAny([], isOne), false);
});

test('a signed time is a whole number of its unit', () => {
  assert.equal(signedTimeMs('1700000000', 1_000), 1_700_000_000_000);
  assert.equal(signedTimeMs('1700000000123', 1), 1_700_000_000_123);
  for (const odd of ['', '-1', '1.5', '1e9', ' 1', '0x1', '9'.repeat(16)]) {
    assert.equal(signedTimeMs(odd, 1), null, odd);
  }
});

test('the window has the same length on both sides, and includes its ends', () => {
  const fault = (atMs: number | null) =>
    windowFault('x-time', atMs, { nowMs: 1_000_000, windowMs: 10_000 });
  assert.equal(fault(990_000), null);
  assert.equal(fault(1_010_000), null);
  assert.match(fault(989_000) ?? '', /x-time is 11 s old; at most 10 s are allowed/);
  assert.match(fault(1_011_000) ?? '', /x-time is 11 s ahead of this service's clock/);
  assert.equal(fault(null), 'The time of x-time is no time.');
});

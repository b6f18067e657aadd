/** The server's time, from the dates of its answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { narrowed, offsetOf } from '../../../dashboard/src/kit/time/server-clock.ts';

const ANY = { minMs: Number.NEGATIVE_INFINITY, maxMs: Number.POSITIVE_INFINITY };
const AT = Date.UTC(2026, 10, 20, 12);
const DATE = new Date(AT).toUTCString();

test('clocks that agree within the second of a Date header have no offset', () => {
  assert.equal(offsetOf(narrowed(ANY, DATE, AT + 300, AT + 400)), 0);
  assert.equal(offsetOf(ANY), 0);
});

test('a clock that is wrong by minutes is noticed, and answers narrow the offset', () => {
  const first = narrowed(ANY, DATE, AT - 120_000, AT - 119_900);
  assert.ok(Math.abs(offsetOf(first) - 120_000) < 600);
  const second = narrowed(first, DATE, AT - 119_100, AT - 119_050);
  assert.ok(second.maxMs - second.minMs < first.maxMs - first.minMs);
});

test('a clock that was set voids earlier offsets', () => {
  const before = narrowed(ANY, DATE, AT, AT);
  const after = narrowed(before, DATE, AT + 3_600_000, AT + 3_600_000);
  assert.ok(Math.abs(offsetOf(after) + 3_600_000) < 1_001);
});

test('an answer without a date says nothing', () => {
  assert.deepEqual(narrowed(ANY, null, AT, AT), ANY);
  assert.deepEqual(narrowed(ANY, 'soon', AT, AT), ANY);
});

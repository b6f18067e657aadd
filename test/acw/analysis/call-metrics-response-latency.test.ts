/** Response latencies and their nearest-rank percentiles, computed by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  percentiles,
  responseLatencies,
  stretchesOf,
} from '../../../src/acw/analysis/call-metrics.ts';
import { spoken } from '../spoken.ts';

function latencies(...lines: readonly string[]) {
  const turns = spoken(...lines);
  return responseLatencies(stretchesOf(turns.filter(({ speaker }) => speaker !== 'SYSTEM')), turns);
}

test("an answer takes from the end of one turn to the beginning of the other party's", () => {
  const lines = ['A 0-1000', 'C 1700-2500', 'A 2600-4000', 'A 5000-6000', 'C 6400-7000'];
  assert.deepEqual(latencies(...lines), { AGENT: [100], CUSTOMER: [700, 400] });
});

test('an answer that begins before the other ended is negative', () => {
  const long = 'no that is not what I said';
  assert.deepEqual(latencies('A 0-5000', `C 4000-6000 ${long}`).CUSTOMER, [-1_000]);
});

test('no answer: the same party goes on, both begin together, or after an announcement', () => {
  const long = 'no that is not what I said';
  const goesOn = latencies('A 0-9000', `C 3000-5000 ${long}`, 'A 9600-9900');
  assert.deepEqual(goesOn, { AGENT: [], CUSTOMER: [-6_000] });
  assert.deepEqual(latencies('A 0-1000', 'C 0-1500'), { AGENT: [], CUSTOMER: [] });
  assert.deepEqual(latencies('A 0-1000', 'S 2000-3000', 'C 3500-4000').CUSTOMER, []);
});

test('a back-channel neither answers nor is answered', () => {
  const lines = ['A 0-9000', 'C 3000-3500 yes', 'C 9800-11000', 'A 11500-12000'];
  assert.deepEqual(latencies(...lines), { AGENT: [500], CUSTOMER: [800] });
});

test('a turn without a known end is not answered', () => {
  const [first, second] = spoken('A 0-1000', 'C 1700-2500');
  assert.ok(first !== undefined && second !== undefined);
  const turns = [{ ...first, measured: false }, second];
  assert.deepEqual(responseLatencies(stretchesOf(turns), turns).CUSTOMER, []);
});

test('a percentile is the value at rank ceil(p / 100 * n)', () => {
  assert.deepEqual(percentiles([]), { p50: null, p95: null });
  assert.deepEqual(percentiles([7]), { p50: 7, p95: 7 });
  assert.deepEqual(percentiles([40, 10, 30, 20]), { p50: 20, p95: 40 });
  const hundred = Array.from({ length: 100 }, (_, place) => 100 - place);
  assert.deepEqual(percentiles(hundred), { p50: 50, p95: 95 });
});

test('a percentile is a value that occurred, and p50 is at most p95', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
      const { p50, p95 } = percentiles(values);
      assert.ok(p50 !== null && p95 !== null && p50 <= p95);
      assert.ok(values.includes(p50) && values.includes(p95));
      assert.deepEqual(percentiles(values.toReversed()), { p50, p95 });
    }),
  );
});

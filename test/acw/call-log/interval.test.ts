/** Union, overlap and gaps, by hand and against a bitmap of milliseconds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  gaps,
  type Interval,
  lengthMs,
  overlapMs,
  union,
} from '../../../src/acw/call-log/interval.ts';

const at = (startMs: number, endMs: number): Interval => ({ startMs, endMs });

test('the union is in order, without overlap and without empty intervals', () => {
  const given = [at(50, 60), at(0, 10), at(5, 20), at(20, 30), at(40, 40)];
  assert.deepEqual(union(given), [at(0, 30), at(50, 60)]);
  assert.deepEqual(union([]), []);
});

test('an interval inside another adds nothing', () => {
  assert.deepEqual(union([at(0, 100), at(20, 30)]), [at(0, 100)]);
});

test('the overlap is the time that both sets cover, counted once', () => {
  assert.equal(overlapMs([at(0, 10), at(5, 15)], [at(8, 20)]), 7);
  assert.equal(overlapMs([at(0, 10)], [at(10, 20)]), 0);
});

test('gaps are the rest of the whole, with its edges', () => {
  assert.deepEqual(gaps([at(10, 20), at(30, 40)], at(0, 50)), [at(0, 10), at(20, 30), at(40, 50)]);
  assert.deepEqual(gaps([at(0, 50)], at(0, 50)), []);
  assert.deepEqual(gaps([], at(0, 0)), []);
});

const intervals = fc.array(
  fc.tuple(fc.nat(100), fc.nat(30)).map(([startMs, length]) => at(startMs, startMs + length)),
  { maxLength: 12 },
);

function bitmap(list: readonly Interval[]): boolean[] {
  return Array.from({ length: 140 }, (_, ms) =>
    list.some(({ startMs, endMs }) => startMs <= ms && ms < endMs),
  );
}

test('the sums equal those of a bitmap of milliseconds, in any order', () => {
  fc.assert(
    fc.property(intervals, intervals, (a, b) => {
      const [inA, inB] = [bitmap(a), bitmap(b)];
      assert.equal(lengthMs(union(a)), inA.filter(Boolean).length);
      assert.deepEqual(union(a.toReversed()), union(a));
      assert.equal(overlapMs(a, b), inA.filter((is, ms) => is && inB[ms]).length);
      assert.equal(lengthMs(gaps(union(a), at(0, 140))), inA.filter((is) => !is).length);
    }),
  );
});

/** The text of `--keep`: what the simulator prints can be read again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scriptOf } from '../../../sim/script/generate.ts';
import { formatKeep, KEEP_INDEX_MAX, parseKeep, withSteps } from '../../../sim/script/keep.ts';

test('kept steps are printed as single ones and ranges', () => {
  assert.equal(formatKeep([25, 3, 7, 20, 21, 22, 23, 24, 3]), '3,7,20-25');
  assert.equal(formatKeep([0, 1]), '0-1');
  assert.equal(formatKeep([]), 'none');
});

test('the printed text can be read again', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 400 })), (kept) => {
      assert.deepEqual(
        parseKeep(formatKeep(kept)),
        [...kept].sort((a, b) => a - b),
      );
    }),
  );
});

test('a text that is no list is refused', () => {
  for (const text of ['', ',', '3,', '3-', '-3', '5-3', 'a', '1.5', `0-${KEEP_INDEX_MAX + 1}`]) {
    assert.equal(parseKeep(text), null, text);
  }
  assert.deepEqual(parseKeep(' 4 , 2-3'), [2, 3, 4]);
});

test('a shortened script has the kept steps in their order, and all other settings', () => {
  const script = scriptOf(7);
  const shortened = withSteps(script, [2, 0, 100_000]);
  assert.deepEqual(shortened.steps, [script.steps[0], script.steps[2]]);
  assert.deepEqual({ ...shortened, steps: script.steps }, script);
});

/** The permit of test sends: nobody else would send them, so it never ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALWAYS } from '../../src/engine/permit.ts';

test('it holds, tells of no end, and can be unheard', () => {
  let ends = 0;
  const unhear = ALWAYS.onEnd(() => {
    ends += 1;
  });
  unhear();
  assert.deepEqual([ALWAYS.holds(), ends], [true, 0]);
});

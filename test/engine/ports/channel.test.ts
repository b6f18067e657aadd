/** The permit of test sends never ends, since no other process would send them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNENDING_PERMIT } from '../../../src/engine/ports/channel.ts';

test('the permit always holds, and listeners can be removed', () => {
  let ends = 0;
  const unhear = UNENDING_PERMIT.onEnd(() => {
    ends += 1;
  });
  unhear();
  assert.deepEqual([UNENDING_PERMIT.holds(), ends], [true, 0]);
});

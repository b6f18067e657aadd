/** The permit of test sends: no other process would send them, so it never ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNENDING_PERMIT } from '../../../src/engine/ports/channel.ts';

test('it holds, tells of no end, and can be unheard', () => {
  let ends = 0;
  const unhear = UNENDING_PERMIT.onEnd(() => {
    ends += 1;
  });
  unhear();
  assert.deepEqual([UNENDING_PERMIT.holds(), ends], [true, 0]);
});

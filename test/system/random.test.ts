/** The random source keeps its port's promise: uniform in [0, 1), different from run to run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from '../../src/system/random.ts';

test('fractions are in [0, 1) and spread over it', () => {
  const fractions = Array.from({ length: 2_000 }, () => systemRandom.fraction());
  assert.ok(fractions.every((fraction) => fraction >= 0 && fraction < 1));
  const mean = fractions.reduce((sum, fraction) => sum + fraction, 0) / fractions.length;
  assert.ok(mean > 0.4 && mean < 0.6);
  assert.ok(new Set(fractions).size > 1_900);
});

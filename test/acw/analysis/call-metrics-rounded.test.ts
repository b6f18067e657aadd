/** Figures as results show them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rounded } from '../../../src/acw/analysis/call-metrics.ts';

test('figures have a fixed number of decimals', () => {
  assert.equal(rounded(2 / 3, 4), 0.6667);
  assert.equal(rounded(0.5, 0), 1);
  assert.equal(rounded(229.83, 1), 229.8);
  assert.equal(rounded(3, 4), 3);
});

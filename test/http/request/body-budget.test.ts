/** All bodies share one bound; large bodies leave a part of it to small ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BodyBudget } from '../../../src/http/request/body-budget.ts';

const KIB = 1024;

test('bodies share the bound, and a closed body gives back its bytes', () => {
  const budget = new BodyBudget(1024 * KIB);
  const [one, other] = [budget.open(), budget.open()];
  assert.ok(one.take(500 * KIB));
  assert.ok(!other.take(300 * KIB));
  assert.equal(budget.bytes, 500 * KIB);
  one.close();
  one.close();
  assert.equal(budget.bytes, 0);
  assert.ok(other.take(700 * KIB));
});

test('large bodies leave a quarter to those of at most 64 KiB', () => {
  const budget = new BodyBudget(1024 * KIB);
  const large = budget.open();
  while (large.take(64 * KIB));
  assert.equal(budget.bytes, 768 * KIB);
  const small = Array.from({ length: 5 }, () => budget.open().take(64 * KIB));
  assert.deepEqual(small, [true, true, true, true, false]);
});

/** `npm run sim` as a process: exit codes and what it prints. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sim } from './ended-process.ts';

test('wrong arguments end with 2, a sentence and the usage', async () => {
  const { code, out, err } = await sim('--seeds', '9..5');
  assert.equal(code, 2);
  assert.match(err, /^--seeds takes two whole numbers/);
  assert.match(err, /npm run sim -- --seed N/);
  assert.equal(out, '');
});

test('one seed prints its profile, its counts and its hash, the same at every run', async () => {
  const [one, other] = await Promise.all([sim('--seed', '17'), sim('--seed', '17')]);
  assert.equal(one.code, 0, one.err);
  assert.match(one.out, /^seed 17 \(calm\): \d+ steps, .* attempts, 1 lives/);
  assert.match(one.out, /trace hash [0-9a-f]{64}\nno violation: every promise held in this run\n$/);
  assert.equal(one.out, other.out);
});

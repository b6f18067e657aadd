/** The list of planted faults fits the source; `mutation.proof.ts` plays them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MUTATIONS } from '../../sim/mutation/list.ts';
import { mutated, mutatedFiles } from '../../sim/mutation/run.ts';

test('there are at least 20 mutations, each with a name and seeds of its own', () => {
  assert.ok(MUTATIONS.length >= 20);
  assert.equal(new Set(MUTATIONS.map(({ name }) => name)).size, MUTATIONS.length);
  const unproved = MUTATIONS.filter(({ seeds }) => seeds.length === 0);
  assert.deepEqual(unproved, []);
});

test('no mutation is stale', () => {
  for (const mutation of MUTATIONS) assert.doesNotThrow(() => mutatedFiles(mutation));
});

test('a mutation is stale if its text is not there exactly once', () => {
  const edit = { file: 'a.ts', find: 'one', replace: 'two' };
  assert.equal(mutated('just one', edit), 'just two');
  assert.throws(() => mutated('nothing', edit), /found 0 times/);
  assert.throws(() => mutated('one and one', edit), /found 2 times/);
});

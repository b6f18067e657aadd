/** The order of the proofs under a budget, and that a command runs each test file. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { filledGroups, GROUPS } from './group.ts';
import { allProofs, budgetMs, inTurn, MINUTES, nextWithin, type Proof } from './proof.ts';

const proof = (name: string, weighty = false, minutes = 1): Proof => ({
  name,
  proves: name,
  command: [],
  weighty,
  minutes,
  cores: 1,
});

test('proofs with weight come first; the others begin with another proof at each turn', () => {
  const proofs = [proof('a'), proof('w', true), proof('b'), proof('c')];
  const names = (turn: number) => inTurn(proofs, turn).map(({ name }) => name);
  assert.deepEqual(names(0), ['w', 'a', 'b', 'c']);
  assert.deepEqual(names(1), ['w', 'b', 'c', 'a']);
  assert.deepEqual(names(5), ['w', 'c', 'a', 'b']);
});

test('under a budget the next proof is one that ends within it, and the first always runs', () => {
  const proofs = [proof('long', false, 5), proof('short')];
  const next = (seconds: number, isFirst = false) =>
    nextWithin(proofs, seconds * 1_000, isFirst)?.name;
  assert.deepEqual(
    [next(300), next(299), next(60), next(59)],
    ['long', 'short', 'short', undefined],
  );
  assert.equal(next(10, true), 'long');
  assert.equal(nextWithin(proofs, Number.POSITIVE_INFINITY, false)?.name, 'long');
});

test('every proof with a stated time exists', () => {
  const names = allProofs().map(({ name }) => name);
  assert.deepEqual(
    Object.keys(MINUTES).filter((name) => !names.includes(name)),
    [],
  );
});

test('a budget is a number with a unit', () => {
  assert.deepEqual(['90s', '12m', '1h', '12', 'm', '-1m', '1.5h', ''].map(budgetMs), [
    90_000,
    720_000,
    3_600_000,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('each test file is in one group, each group has files, its paths exist', () => {
  const groups = filledGroups([]);
  const files = groups.flatMap((group) => group.files);
  assert.equal(new Set(files).size, files.length);
  const all = globSync(['test/**/*.test.ts', 'receiver/test/**/*.test.ts']);
  assert.deepEqual([...files].sort(), all.sort());
  for (const { paths } of GROUPS) {
    for (const path of paths)
      assert.ok(
        files.some((file) => file.startsWith(path)),
        path,
      );
  }
});

test('each proof has its own name, and each proof file is one', () => {
  const names = allProofs().map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  const files = globSync(['test/**/*.{proof,e2e}.ts', 'receiver/test/**/*.proof.ts']);
  const commands = new Set(allProofs().flatMap(({ command }) => command));
  assert.deepEqual(
    files.filter((file) => !commands.has(file)),
    [],
  );
});

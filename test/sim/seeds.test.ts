/** Plays every seed of `sim/seeds.txt`, which failed once, again. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readSeedList } from '../../sim/seed-list.ts';
import { playToVerdicts, violationsOf } from './verdicts.ts';

const LIST = new URL('../../sim/seeds.txt', import.meta.url);

test('no seed that once failed fails again', async () => {
  const seeds = readSeedList(readFileSync(LIST, 'utf8'));
  const verdicts = await playToVerdicts(seeds);
  assert.deepEqual(verdicts.flatMap(violationsOf), []);
  assert.deepEqual(
    verdicts.map(({ seed }) => seed),
    seeds,
  );
});

test('the list has one seed a line, comments and empty lines', () => {
  assert.deepEqual(readSeedList('# why\n\n7\n 12 # because\n'), [7, 12]);
});

test('a line that is no seed is refused, not skipped', () => {
  for (const text of ['7,8', 'seed 7', '-1', '99999999999']) {
    assert.throws(() => readSeedList(`1\n${text}\n`), /line 2 is no seed/);
  }
});

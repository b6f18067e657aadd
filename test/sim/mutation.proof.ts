/** Each fault of the list is caught by its own seeds, so the checkers work. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MUTATIONS } from '../../sim/mutation/list.ts';
import type { Mutation } from '../../sim/mutation/mutation.ts';
import { hunt, playSeeds } from '../../sim/mutation/run.ts';
import { SIMULATOR } from '../../sim/verdict.ts';

test('every mutation is caught by its seeds', async () => {
  const waiting: Mutation[] = [...MUTATIONS];
  // Else a fault of the unchanged tree would pass for a catch.
  for (const world of ['calls', 'alerts'] as const) {
    const of = MUTATIONS.filter((mutation) => (mutation.world ?? 'calls') === world);
    const seeds = [...new Set(of.flatMap((mutation) => mutation.seeds))];
    assert.equal(await playSeeds(seeds, world), null);
  }
  const isClean = () => Promise.resolve(true);
  const survivors: string[] = [];
  const broken: string[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { caught } = await hunt(next, next.seeds, isClean);
      if (caught === null) survivors.push(next.name);
      if (caught?.checker === SIMULATOR) broken.push(`${next.name}: ${caught.says}`);
    }
  };
  await Promise.all([work(), work()]);
  assert.deepEqual(survivors, []);
  // A copy that does not even run proves nothing of the checkers.
  assert.deepEqual(broken, []);
});

test('the command names the first seed and the checker that caught a mutation', async () => {
  const main = fileURLToPath(new URL('../../sim/mutation/main.ts', import.meta.url));
  const wish = ['--only', 'firings-reversed', '--seeds', '1..3'];
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...wish]);
  assert.match(stdout, /firings-reversed \| 1 \| acknowledged-kept \| 1 \|/);
  assert.match(stdout, /1 of 1 caught/);
});

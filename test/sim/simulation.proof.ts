/**
 * The first few hundred seeds, each a run of the real engine and store through faults in virtual
 * time: no promise is broken, and a seed determines its run. `npm run sim` plays as many as there
 * is time for.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FLEET_PROFILES,
  PROFILES,
  SOURCE_PROFILES,
  WORK_PROFILES,
} from '../../sim/script/generate.ts';
import { playToVerdicts, violationsOf } from './verdicts.ts';

const SEEDS = 250;
/** How many of them are played twice. */
const TWICE = 12;

test(`no promise is broken in ${SEEDS} simulated runs`, async (t) => {
  const verdicts = await playToVerdicts(Array.from({ length: SEEDS }, (_, seed) => seed).values());
  assert.deepEqual(verdicts.flatMap(violationsOf), []);
  assert.equal(verdicts.length, SEEDS);
  const attempts = verdicts.reduce((sum, { counts }) => sum + counts.attempts, 0);
  const lives = verdicts.reduce((sum, { counts }) => sum + counts.lives, 0);
  t.diagnostic(`${attempts} simulated attempts, ${lives} lives of the process`);
  // A simulator that does nothing finds nothing.
  assert.ok(attempts > 50 * SEEDS, `only ${attempts} attempts`);
  assert.ok(lives > 2 * SEEDS, `only ${lives} lives`);
  const profiles = new Set(verdicts.map(({ profile }) => profile));
  const all = [PROFILES, FLEET_PROFILES, WORK_PROFILES, SOURCE_PROFILES].flat();
  assert.equal(profiles.size, all.length);
});

test('the same seed gives the same trace, on whichever thread it is played', async (t) => {
  const seeds = Array.from({ length: TWICE }, (_, index) => [500 + index, 500 + index]).flat();
  const verdicts = await playToVerdicts(seeds);
  const hashes = Map.groupBy(verdicts, ({ seed }) => seed);
  for (const [seed, played] of hashes) {
    const [one, other] = played;
    assert.match(one?.hash ?? '', /^[0-9a-f]{64}$/, `seed ${seed}`);
    assert.equal(one?.hash, other?.hash, `seed ${seed}: npm run sim -- --seed ${seed} --trace`);
    t.diagnostic(`seed ${seed} ${one?.hash}`);
  }
  assert.equal(new Set(verdicts.map(({ hash }) => hash)).size, TWICE);
});

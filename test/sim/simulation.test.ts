/**
 * Forty seeds, each a run of the real engine and store through faults in virtual time: no promise
 * is broken. `simulation.proof.ts` plays 250, `npm run sim` as many as there is time for.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playToVerdicts, violationsOf } from './verdicts.ts';

const SEEDS = 40;

test(`no promise is broken in ${SEEDS} simulated runs`, async () => {
  const verdicts = await playToVerdicts(Array.from({ length: SEEDS }, (_, seed) => seed).values());
  assert.deepEqual(verdicts.flatMap(violationsOf), []);
  assert.equal(verdicts.length, SEEDS);
  // A simulator that does nothing finds nothing.
  const attempts = verdicts.reduce((sum, { counts }) => sum + counts.attempts, 0);
  assert.ok(attempts > 50 * SEEDS, `only ${attempts} attempts`);
});

/** The long form of `alert.test.ts`: more seeds of alerts, without a fault. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertFaults } from '../../../sim/alert/alert-check.ts';
import { playAlerts } from '../../../sim/alert/alert-world.ts';

const SEEDS = 100;

test('S17.4 to S17.12: alerts are told once, in order, with their end, by every seed', async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    assert.deepEqual(alertFaults(await playAlerts(seed)), [], `seed ${seed}`);
  }
});

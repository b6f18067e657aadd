/** Every run must come to rest. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atRest } from '../../../sim/check/at-rest.ts';
import { CALLING, saysOf } from './given.ts';
import { calmRun } from './situation.ts';

test('a run at rest passes', () => {
  assert.deepEqual(saysOf(atRest, calmRun()), []);
});

test('work in progress, a lane fault, a network fault and a crash are caught', () => {
  const gauges = { inFlight: 0, residentHeads: 0 };
  const plants = [
    { drained: false },
    { gauges: { ...gauges, inFlight: 1 } },
    { gauges: { ...gauges, residentHeads: 1 } },
    { laneFaults: ['Two heads.'] },
    { networkFaults: ['Two at once.'] },
    { crashes: ['Error'] },
  ];
  for (const plant of plants) {
    const given = calmRun();
    given.rest = plant;
    assert.equal(saysOf(atRest, given).length, 1, JSON.stringify(plant));
  }
});

test('a row that is open although the run counts as drained is caught', () => {
  const given = calmRun();
  given.report('call-2', 'CALLING', [CALLING]);
  assert.match(saysOf(atRest, given).join(), /1 deliveries are open/);
});

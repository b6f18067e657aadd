/** A process that only serves the API works on no runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRestingRunner } from '../../../src/engine/acw/resting-runner.ts';

test('a resting runner has no run in work after a wake', async () => {
  const runner = createRestingRunner();
  runner.start();
  runner.wake();
  assert.deepEqual(runner.gauges(), { runsInWork: 0, runsWaiting: 0, runsRunning: 0 });
  await runner.stop();
});

/** The key and the id of a run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runIdOf } from '../../../src/acw/run/launch.ts';
import { runId, runKeyOf } from '../../../src/acw/run/run.ts';
import { asKey, type DeliveryKey, formatId } from '../../../src/core/id.ts';

test('S9.3: a run has the key of its launch, so its id follows from that of the delivery', () => {
  const launch = asKey<DeliveryKey>(77);
  const id = runId(1_000, runKeyOf(launch));
  assert.equal(runKeyOf(launch), 77);
  assert.equal(id, runIdOf(formatId('dlv', 1_000, launch)));
});

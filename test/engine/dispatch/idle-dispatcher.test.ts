/** The dispatcher of a process without workers sends nothing, does not lead, and is alive. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIdleDispatcher } from '../../../src/engine/dispatch/idle-dispatcher.ts';
import { headOf } from '../sample.ts';

test('an idle dispatcher is alive and sends nothing', async () => {
  const dispatcher = createIdleDispatcher();
  await dispatcher.start();
  dispatcher.offer([headOf(1)]);
  dispatcher.invalidate(headOf(1).endpoint);
  assert.ok(dispatcher.alive());
  assert.equal(dispatcher.leads(), false);
  assert.equal(dispatcher.isSending(headOf(1).delivery), false);
  assert.deepEqual(dispatcher.sendingKeys(), []);
  assert.ok(Object.values(dispatcher.gauges()).every((value) => value === 0));
  await dispatcher.stop();
});

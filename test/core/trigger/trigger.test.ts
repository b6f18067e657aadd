/** The names of the triggers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTrigger, TRIGGERS } from '../../../src/core/trigger/trigger.ts';

test('there are 19 triggers, each once', () => {
  assert.equal(TRIGGERS.length, 19);
  assert.equal(new Set(TRIGGERS).size, 19);
});

test('only their names are triggers', () => {
  for (const trigger of TRIGGERS) assert.ok(isTrigger(trigger));
  for (const name of ['', 'CALL_LOG', 'INBOUND_CALL_BUSY', 'call_log_created', 'toString']) {
    assert.ok(!isTrigger(name), name);
  }
});

/** S17.1: the triggers of alerts are a kind of their own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOpsTrigger, OPS_TRIGGERS } from '../../../src/core/trigger/ops-trigger.ts';
import { isTrigger, TRIGGERS } from '../../../src/core/trigger/trigger.ts';

test('S17.1: no trigger of a call is one of an alert, nor the other way round', () => {
  assert.equal(OPS_TRIGGERS.length, 13);
  assert.ok(OPS_TRIGGERS.every((name) => isOpsTrigger(name) && !isTrigger(name)));
  assert.ok(TRIGGERS.every((name) => !isOpsTrigger(name)));
});

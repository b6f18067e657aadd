/** The picker of triggers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  doubled,
  groupOf,
  isFound,
  isPreset,
  presetOf,
  ticksOf,
  toggled,
} from '../../../dashboard/src/page/endpoint/form/trigger-choice.ts';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';

test('S3.1: 12 outbound, 5 inbound, 1 call log, 1 after-call work', () => {
  const counts = new Map<string, number>();
  for (const name of TRIGGERS) {
    counts.set(groupOf(name), (counts.get(groupOf(name)) ?? 0) + 1);
  }
  assert.deepEqual([...counts.values()], [12, 5, 1, 1]);
});

test('a preset ticks the triggers that the kind offers, and recognises them again', () => {
  const agent = TRIGGERS.filter((name) => name !== 'ACW_COMPLETED');
  assert.equal(presetOf('everything', agent).length, 18);
  const failures = presetOf('failures', TRIGGERS);
  assert.ok(failures.includes('INBOUND_CALL_ERROR'));
  assert.ok(!failures.includes('OUTBOUND_CALL_COMPLETED'));
  assert.ok(isPreset('failures', [...failures].reverse(), TRIGGERS));
  assert.ok(!isPreset('failures', failures.slice(1), TRIGGERS));
});

test('the preset "one per call" has no two triggers that fire for one end', () => {
  assert.deepEqual(doubled(presetOf('ended', TRIGGERS)), []);
});

test('a group with some ticks becomes whole, a whole one empty', () => {
  const names = TRIGGERS.slice(0, 3);
  assert.equal(ticksOf(names, []), 'none');
  assert.equal(ticksOf(names, names.slice(1)), 'some');
  const whole = toggled(names, ['ACW_COMPLETED', ...names.slice(1)]);
  assert.equal(ticksOf(names, whole), 'all');
  assert.deepEqual(toggled(names, whole), ['ACW_COMPLETED']);
});

test('S3.9: the call log and the end of a call report the same transition', () => {
  assert.deepEqual(doubled(['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED']), [
    'OUTBOUND_CALL_COMPLETED',
  ]);
  assert.deepEqual(doubled(['OUTBOUND_CALL_COMPLETED']), []);
  assert.deepEqual(doubled(['CALL_LOG_CREATED', 'OUTBOUND_CALL_EXPIRED']), []);
});

test('a trigger is found by its name, by when it fires, and by its keys', () => {
  const record = {
    name: 'OUTBOUND_CALL_BUSY',
    fires: 'The line is busy',
    dataKeys: ['callId', 'callSid'],
  } as const;
  for (const text of ['', 'busy', 'call outbound', 'line', 'callsid', 'outbound_call_b']) {
    assert.ok(isFound(record, text), text);
  }
  assert.ok(!isFound(record, 'inbound'));
});

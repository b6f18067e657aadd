/** An acknowledged report must be on disk before its answer, and answered as the rules say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acknowledgedKept } from '../../../sim/check/acknowledged-kept.ts';
import { CALLING, COMPLETED, Given, saysOf } from './given.ts';
import { calmRun } from './situation.ts';

test('a run in which every answer was true passes', () => {
  assert.deepEqual(saysOf(acknowledgedKept, calmRun()), []);
});

test('an acknowledgement of what is not on disk is caught', () => {
  const given = calmRun();
  given.acknowledge('call-2', 'report-9', 'CALLING', [CALLING]);
  assert.match(saysOf(acknowledgedKept, given).join(), /is not on disk/);
});

test('an acknowledgement before the commit is caught', () => {
  const given = new Given();
  given.endpoint();
  given.acknowledge('call-1', 'report-1', 'CALLING', [CALLING]);
  given.accept('call-1', 'report-1', 'CALLING', [CALLING], 1);
  assert.match(saysOf(acknowledgedKept, given).join(), /before it was on disk/);
});

test('an answer that names other triggers than the rules give is caught', () => {
  const given = new Given();
  given.endpoint();
  given.report('call-1', 'COMPLETED', [COMPLETED]);
  assert.match(saysOf(acknowledgedKept, given).join(), /CALL_LOG_CREATED/);
});

test('a status that the rules ignore, but that was applied, is caught', () => {
  const given = calmRun();
  given.report('call-1', 'CALLING', [CALLING]);
  assert.match(saysOf(acknowledgedKept, given).join(), /applied: true/);
});

/** A repeated report must change nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idempotentIntake } from '../../../sim/check/idempotent-intake.ts';
import { CALLING, saysOf } from './given.ts';
import { calmRun } from './situation.ts';

test('a repeated report that changes nothing passes', () => {
  const given = calmRun();
  given.accept('call-1', 'report-1', 'CALLING', [CALLING], 0);
  assert.deepEqual(saysOf(idempotentIntake, given), []);
});

test('a repeated report that makes deliveries again is caught', () => {
  const given = calmRun();
  given.accept('call-1', 'report-1', 'CALLING', [CALLING], 1);
  assert.match(saysOf(idempotentIntake, given).join(), /twice/);
});

test('a repeated report that gets another answer is caught', () => {
  const given = calmRun();
  given.accept('call-1', 'report-1', 'CALLING', [], 0);
  assert.match(saysOf(idempotentIntake, given).join(), /was answered/);
});

/** A report that is asked for again must change nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idempotentIntake } from '../../../sim/check/idempotent-intake.ts';
import { CALLING, COMPLETED, Given, saysOf } from './given.ts';

test('a report tried again that changes nothing passes', () => {
  const given = calm();
  given.accept('call-1', 'report-1', 'CALLING', [CALLING], 0);
  assert.deepEqual(saysOf(idempotentIntake, given), []);
});

test('a report tried again that makes deliveries again is caught', () => {
  const given = calm();
  given.accept('call-1', 'report-1', 'CALLING', [CALLING], 1);
  assert.match(saysOf(idempotentIntake, given).join(), /twice/);
});

test('a report tried again that is answered in another way is caught', () => {
  const given = calm();
  given.accept('call-1', 'report-1', 'CALLING', [], 0);
  assert.match(saysOf(idempotentIntake, given).join(), /was answered/);
});

function calm(): Given {
  const given = new Given();
  given.endpoint();
  const [calling] = given.report('call-1', 'CALLING', [CALLING]);
  if (calling !== undefined) given.after(5).attempt(calling);
  const ended = given.after(100).report('call-1', 'COMPLETED', [COMPLETED, 'CALL_LOG_CREATED']);
  for (const row of ended) given.after(5).attempt(row);
  return given;
}

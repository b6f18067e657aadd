/** Histories with which the tests of the checkers begin: they break no promise yet. */
import assert from 'node:assert/strict';
import { CALLING, COMPLETED, Given } from './given.ts';

/** A call from its begin to its end, all of it delivered at the first try. */
export function calmRun(): Given {
  const given = new Given();
  given.endpoint();
  for (const row of given.report('call-1', 'CALLING', [CALLING])) given.after(5).attempt(row);
  const ended = given.after(100).report('call-1', 'COMPLETED', [COMPLETED, 'CALL_LOG_CREATED']);
  for (const row of ended) given.after(5).attempt(row);
  return given;
}

/** One delivery, due and not sent yet. */
export function oneDelivery(status = 'CALLING') {
  const given = new Given();
  const endpoint = given.endpoint();
  const [row] = given.report('call-1', status, [CALLING]);
  assert.ok(row);
  given.after(5);
  return { given, endpoint, row };
}

/** Two of one lane, not sent yet. */
export function twoDeliveries() {
  const given = new Given();
  const endpoint = given.endpoint();
  const [first, second] = given.report('call-1', 'COMPLETED', [COMPLETED, 'CALL_LOG_CREATED']);
  assert.ok(first && second);
  given.after(5);
  return { given, endpoint, first, second };
}

/** How long a run waits for a call log, and whether a log is likely. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callLogExpectation, callLogWaitMs } from '../../../src/acw/run/run-rules.ts';

const answered = (status: string | null) => ({ status, wasInProgress: true });
const unanswered = (status: string | null) => ({ status, wasInProgress: false });

test('S10.9: after a call that was not answered a log is unlikely', () => {
  for (const status of ['BUSY', 'NO_RESPONSE', 'UNREACHABLE']) {
    assert.equal(callLogExpectation(unanswered(status), false), 'UNLIKELY');
    assert.equal(callLogWaitMs(unanswered(status), false, 600_000), 60_000);
  }
  assert.equal(callLogExpectation(unanswered('ERROR'), true), 'UNLIKELY');
  // A platform that reports ERROR need not say which error.
  assert.equal(callLogExpectation(unanswered('ERROR'), false), 'UNLIKELY');
  assert.equal(callLogExpectation(unanswered('COMPLETED'), true), 'UNLIKELY');
  assert.equal(callLogExpectation(answered('ERROR'), true), 'EXPECTED');
  assert.equal(callLogExpectation(unanswered('COMPLETED'), false), 'EXPECTED');
});

test('S10.9: a call that was never placed has no log', () => {
  for (const status of ['CANCELED', 'EXPIRED', 'MAX_ATTEMPTS_REACHED', 'HEALTHCHECK_FAILED']) {
    assert.equal(callLogExpectation(unanswered(status), false), 'NEVER');
  }
});

test('the endpoint sets the length of the wait; a short one stays short', () => {
  assert.equal(callLogWaitMs(answered('COMPLETED'), false, 86_400_000), 86_400_000);
  assert.equal(callLogWaitMs(unanswered('BUSY'), false, 10_000), 10_000);
});

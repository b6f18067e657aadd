/** Which changes of the health are stored, and how long a recovery pulls retries forward. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type EndedAttempt, HEALTHY } from '../../../src/core/delivery/health.ts';
import { HealthRecord } from '../../../src/engine/dispatch/health-record.ts';
import { SAVE_SUCCESS_MS } from '../../../src/engine/dispatch/limits.ts';

const NOW_MS = 1_000_000;

const ended = (changes: Partial<EndedAttempt> = {}): EndedAttempt => ({
  outcome: 'delivered',
  error: null,
  call: 1,
  nowMs: NOW_MS,
  gaveUp: false,
  ...changes,
});

function held(): HealthRecord {
  const record = new HealthRecord();
  for (let call = 1; call <= 5; call += 1) record.after(ended({ outcome: 'retryable', call }));
  return record;
}

describe('unsaved health', () => {
  test('successes alone are saved once a minute', () => {
    const record = new HealthRecord();
    record.load({ ...HEALTHY, lastSuccessAtMs: NOW_MS });
    record.after(ended({ nowMs: NOW_MS + 1_000 }));
    assert.equal(record.unsaved(), null);
    record.after(ended({ nowMs: NOW_MS + SAVE_SUCCESS_MS }));
    assert.equal(record.unsaved()?.lastSuccessAtMs, NOW_MS + SAVE_SUCCESS_MS);
    assert.equal(record.unsaved(), null);
  });

  test('every failure is saved, and the success after it', () => {
    const record = new HealthRecord();
    record.load({ ...HEALTHY, lastSuccessAtMs: NOW_MS });
    record.after(ended({ outcome: 'retryable' }));
    assert.equal(record.unsaved()?.consecutiveFailures, 1);
    record.after(ended({ outcome: 'retryable' }));
    assert.equal(record.unsaved()?.consecutiveFailures, 2);
    record.after(ended());
    assert.equal(record.unsaved()?.consecutiveFailures, 0);
  });
});

describe('a recovery', () => {
  test('pulls retries forward until a read has brought all, and again when woken', () => {
    const record = held();
    assert.equal(record.phase(NOW_MS), 'held');
    assert.equal(record.takeRecovery(), false);
    record.after(ended({ nowMs: NOW_MS + 10 }));
    assert.equal(record.phase(NOW_MS + 10), 'open');
    assert.equal(record.takeRecovery(), true);
    assert.equal(record.takeRecovery(), false);
    assert.equal(record.pulledForwardMs(NOW_MS + 10), NOW_MS + 10);
    record.rest();
    assert.equal(record.pulledForwardMs(NOW_MS + 10), null);
    record.wake();
    assert.equal(record.pulledForwardMs(NOW_MS + 10), NOW_MS + 10);
  });

  test('outlasts failures of attempts from before it, and ends with a hold', () => {
    const record = held();
    record.after(ended({ nowMs: NOW_MS + 10 }));
    record.after(ended({ outcome: 'retryable', nowMs: NOW_MS + 11 }));
    assert.equal(record.pulls(NOW_MS, NOW_MS + 11), true);
    assert.equal(record.pulls(NOW_MS + 10, NOW_MS + 11), false);
    assert.equal(record.pulls(null, NOW_MS + 11), false);
    for (let call = 1; call <= 5; call += 1) {
      record.after(ended({ outcome: 'retryable', call, nowMs: NOW_MS + 12 }));
    }
    assert.equal(record.pulls(NOW_MS, NOW_MS + 12), false);
    assert.equal(record.pulledForwardMs(NOW_MS + 12), null);
  });

  test('in the future pulls no retry forward', () => {
    const record = new HealthRecord();
    record.load({ ...HEALTHY, recoveredAtMs: NOW_MS });
    assert.equal(record.pulls(NOW_MS - 2, NOW_MS - 1), false);
    assert.equal(record.pulledForwardMs(NOW_MS - 1), null);
    assert.equal(record.pulls(NOW_MS - 2, NOW_MS), true);
  });
});

test('three timeouts in a row make a suspect, unless an answer comes in between', () => {
  const record = new HealthRecord();
  const timeout = ended({ outcome: 'retryable', error: 'timeout' });
  record.after(timeout);
  record.after(timeout);
  assert.equal(record.isSuspicious(), false);
  record.after(timeout);
  assert.equal(record.isSuspicious(), true);
  record.after(ended({ outcome: 'retryable' }));
  assert.equal(record.isSuspicious(), false);
});

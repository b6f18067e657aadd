/** Step 9: how often and when a delivery is retried, and how it closes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { AttemptOutcome } from '../../../src/core/delivery/outcome.ts';
import {
  BACK_OFF_SPREAD,
  type EndedTry,
  type NextState,
  nextState,
} from '../../../src/core/delivery/state.ts';
import {
  RETRY_SCHEDULE_MS,
  RETRY_STEP_MS_MAX,
  RETRY_STEP_MS_MIN,
} from '../../../src/core/endpoint/endpoint-defaults.ts';
import { NOW_MS } from '../given.ts';

function after(
  outcome: AttemptOutcome,
  changes: Partial<EndedTry> & { readonly retryAfterMs?: number | null } = {},
): NextState {
  const { retryAfterMs = null, ...rest } = changes;
  return nextState({
    verdict: { outcome, error: null, retryAfterMs, attention: false },
    failures: 0,
    manual: false,
    resumeState: null,
    resumeAtMs: null,
    lastAttemptAtMs: null,
    schedule: RETRY_SCHEDULE_MS,
    nowMs: NOW_MS,
    fraction: 0,
    ...rest,
  });
}

function retryIn(delayMs: number, failures: number): NextState {
  return { state: 'retrying', dueAtMs: NOW_MS + delayMs, failures };
}

describe('S6.11: up to 6 retries with exponential back-off', () => {
  test('the waits are 5 s, 15 s, 45 s, 2:15, 6:45 and 20:15, then it is exhausted', () => {
    const waits = [5, 15, 45, 135, 405, 1_215];
    for (const [failures, waitS] of waits.entries()) {
      const next = after('retryable', { failures });
      assert.deepEqual(next, retryIn(waitS * 1_000, failures + 1));
    }
    const last = after('retryable', { failures: 6 });
    assert.deepEqual(last, { state: 'exhausted', atMs: NOW_MS, failures: 7 });
  });

  test('any schedule gives as many retries as it has entries, never earlier than each', () => {
    const step = fc.integer({ min: RETRY_STEP_MS_MIN, max: RETRY_STEP_MS_MAX });
    const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 6 }),
        fraction,
        fc.option(fc.nat({ max: 1e12 })),
        (schedule, part, retryAfterMs) => {
          for (let failures = 0; ; failures += 1) {
            const next = after('retryable', { schedule, failures, fraction: part, retryAfterMs });
            const stepMs = schedule[failures];
            if (stepMs === undefined) {
              assert.equal(next.state, 'exhausted');
              break;
            }
            assert.ok(next.state === 'retrying');
            const delayMs = next.dueAtMs - NOW_MS;
            assert.ok(Number.isSafeInteger(delayMs) && delayMs >= stepMs);
            const longest = Math.max(...schedule);
            assert.ok(delayMs <= Math.ceil(longest * (1 + BACK_OFF_SPREAD)));
            if (retryAfterMs === null) assert.ok(delayMs <= Math.ceil(stepMs * 1.2));
            else assert.ok(delayMs >= Math.min(retryAfterMs, longest));
          }
        },
      ),
    );
  });

  test('a wait is rounded up to whole milliseconds', () => {
    assert.deepEqual(after('retryable', { fraction: 0.000_01 }), retryIn(5_001, 1));
  });

  test('an empty schedule means one attempt', () => {
    const next = after('retryable', { schedule: [] });
    assert.deepEqual(next, { state: 'exhausted', atMs: NOW_MS, failures: 1 });
  });
});

describe('Retry-After', () => {
  test('lengthens a wait up to the longest step of the schedule', () => {
    assert.deepEqual(after('retryable', { retryAfterMs: 60_000 }), retryIn(60_000, 1));
    assert.deepEqual(after('retryable', { retryAfterMs: 9e9 }), retryIn(1_215_000, 1));
  });

  test('never shortens a wait', () => {
    assert.deepEqual(after('retryable', { retryAfterMs: 1_000, failures: 2 }), retryIn(45_000, 3));
  });
});

describe('how a delivery closes', () => {
  test('delivered: the failures before it stay', () => {
    for (const manual of [false, true]) {
      const next = after('delivered', { failures: 3, manual, resumeState: 'exhausted' });
      assert.deepEqual(next, { state: 'delivered', atMs: NOW_MS, failures: 3 });
    }
  });

  test('rejected and gone: at once, whatever the schedule', () => {
    for (const outcome of ['rejected', 'gone'] as const) {
      assert.deepEqual(after(outcome), { state: 'rejected', atMs: NOW_MS, failures: 1 });
    }
  });

  test('blocked: at once', () => {
    assert.deepEqual(after('blocked'), { state: 'blocked', atMs: NOW_MS, failures: 1 });
  });
});

describe('a failed manual attempt does not count', () => {
  const outcomes = ['retryable', 'rejected', 'gone', 'blocked'] as const;

  test('a closed delivery goes back to its former state', () => {
    for (const outcome of outcomes) {
      const next = after(outcome, { manual: true, resumeState: 'exhausted', failures: 7 });
      assert.deepEqual(next, { state: 'exhausted', atMs: NOW_MS, failures: 7 });
    }
  });

  test('a retrying head goes back to its due time, or is due if that has passed', () => {
    for (const outcome of outcomes) {
      const later = after(outcome, { manual: true, resumeAtMs: NOW_MS + 9_000, failures: 2 });
      assert.deepEqual(later, retryIn(9_000, 2));
      const passed = after(outcome, { manual: true, resumeAtMs: NOW_MS - 9_000, failures: 2 });
      assert.deepEqual(passed, retryIn(0, 2));
      assert.deepEqual(after(outcome, { manual: true, failures: 2 }), retryIn(0, 2));
    }
  });

  test('a retrying head whose last attempt is in the future waits its delay from now', () => {
    const before = { manual: true, failures: 2 };
    for (const aheadMs of [1, 9_000, 7 * 86_400_000]) {
      const lastAttemptAtMs = NOW_MS + aheadMs;
      const next = after('retryable', {
        ...before,
        lastAttemptAtMs,
        resumeAtMs: lastAttemptAtMs + 5_000,
      });
      assert.deepEqual(next, retryIn(5_000, 2));
      assert.deepEqual(after('retryable', { ...before, lastAttemptAtMs }), retryIn(0, 2));
    }
    const past = { lastAttemptAtMs: NOW_MS - 1, resumeAtMs: NOW_MS + 4_999 };
    assert.deepEqual(after('retryable', { ...before, ...past }), retryIn(4_999, 2));
  });
});

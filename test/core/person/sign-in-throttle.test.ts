/** How fast a person may try to sign in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type SignInTries,
  THROTTLE_RULES,
  type ThrottleRule,
  TRIES_FORGOTTEN_MS,
  tryOnce,
} from '../../../src/core/person/sign-in-throttle.ts';

const START_MS = 1_795_000_000_000;

/** Tries as soon as it is allowed; returns the wait before each try. */
function waitsOf(rule: ThrottleRule, tries: number): number[] {
  const waits: number[] = [];
  let kept: SignInTries | null = null;
  let nowMs = START_MS;
  for (let n = 0; n < tries; n += 1) {
    let tried = tryOnce(kept, nowMs, rule);
    waits.push('waitMs' in tried ? tried.waitMs : 0);
    if ('waitMs' in tried) {
      nowMs += tried.waitMs;
      tried = tryOnce(kept, nowMs, rule);
    }
    assert.ok('kept' in tried, 'a wait that is over allows the try');
    kept = tried.kept;
  }
  return waits;
}

test('some tries are free, then each wait is twice the one before, up to a bound', () => {
  const { free, firstWaitMs, mostWaitMs } = THROTTLE_RULES.pair;
  const waits = waitsOf(THROTTLE_RULES.pair, free + 12);
  assert.deepEqual(
    waits.slice(0, free),
    Array.from({ length: free }, () => 0),
  );
  assert.deepEqual(waits.slice(free, free + 3), [firstWaitMs, 2 * firstWaitMs, 4 * firstWaitMs]);
  assert.equal(Math.max(...waits), mostWaitMs);
});

test('an account as a whole never waits longer than a minute', () => {
  assert.equal(Math.max(...waitsOf(THROTTLE_RULES.account, 200)), 60_000);
});

test('an hour without a try forgets all tries, and every wait is shorter', () => {
  const kept = { failures: 90, failedAtMs: START_MS, openAtMs: START_MS + 900_000 };
  const later = tryOnce(kept, START_MS + TRIES_FORGOTTEN_MS, THROTTLE_RULES.pair);
  assert.equal('kept' in later && later.kept.failures, 1);
  for (const { mostWaitMs } of Object.values(THROTTLE_RULES)) {
    assert.ok(mostWaitMs < TRIES_FORGOTTEN_MS);
  }
});

test('a clock that was ahead for a while locks no person out', () => {
  const ahead = { failures: 9, failedAtMs: START_MS + 9e9, openAtMs: START_MS + 9e9 };
  assert.ok('kept' in tryOnce(ahead, START_MS, THROTTLE_RULES.pair));
});

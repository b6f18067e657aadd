/** The health of an endpoint: when it is held, probed, released, and given up. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  afterAttempt,
  disableReason,
  type EndedAttempt,
  type EndpointHealth,
  FAILING_DELIVERIES,
  FAILING_MS_MAX,
  HEALTHY,
  HOLD_LASTS_MS_MAX,
  HOLD_MS_MAX,
  HOLD_MS_MIN,
  holdPhase,
  repairedHold,
} from '../../../src/core/delivery/health.ts';
import { ATTEMPT_OUTCOMES } from '../../../src/core/delivery/outcome.ts';
import { NOW_MS } from '../given.ts';

function after(health: EndpointHealth, changes: Partial<EndedAttempt> = {}): EndpointHealth {
  return afterAttempt(health, {
    outcome: 'retryable',
    error: null,
    call: 1,
    nowMs: NOW_MS,
    gaveUp: false,
    ...changes,
  });
}

/** Consecutive failures of these calls. */
function failing(calls: readonly number[], nowMs = NOW_MS): EndpointHealth {
  return calls.reduce((health, call) => after(health, { call, nowMs }), HEALTHY);
}

const HELD = failing([1, 2, 3, 3, 3]);

describe('hold', () => {
  test('begins after 5 consecutive failures from 3 calls, for 30 s', () => {
    assert.equal(holdPhase(failing([1, 2, 3, 4]), NOW_MS), 'open');
    assert.equal(holdPhase(HELD, NOW_MS), 'held');
    assert.equal(HELD.holdUntilMs, NOW_MS + HOLD_MS_MIN);
    assert.deepEqual(HELD.failedCalls, [1, 2, 3]);
  });

  test('does not begin while one or two calls fail, however often', () => {
    const health = failing([1, 2, 1, 2, 1, 2, 1, 2, 1]);
    assert.equal(holdPhase(health, NOW_MS), 'open');
    assert.equal(holdPhase(after(health, { call: 3 }), NOW_MS), 'held');
  });

  test('does not begin if a success comes in between', () => {
    const interrupted = after(failing([1, 2, 3, 4]), { outcome: 'delivered' });
    assert.equal(holdPhase(after(interrupted, { call: 5 }), NOW_MS), 'open');
  });

  test('is not extended by retries that fail while it lasts', () => {
    const later = after(HELD, { nowMs: NOW_MS + HOLD_MS_MIN - 1, call: 9 });
    assert.equal(later.holdUntilMs, HELD.holdUntilMs);
    assert.equal(later.consecutiveFailures, 6);
  });

  test('allows one probe after its time; a failure of it doubles the hold, up to 10 min', () => {
    let health = HELD;
    const lasted: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const nowMs = health.holdUntilMs ?? 0;
      assert.equal(holdPhase(health, nowMs - 1), 'held');
      assert.equal(holdPhase(health, nowMs), 'probe');
      health = after(health, { nowMs });
      lasted.push((health.holdUntilMs ?? 0) - nowMs);
    }
    assert.deepEqual(lasted, [60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
  });

  test('is spread by up to a fifth', () => {
    const health = after(failing([1, 2, 3, 4]), { fraction: 0.5 });
    assert.equal(health.holdUntilMs, NOW_MS + 33_000);
    const hardly = after(failing([1, 2, 3, 4]), { fraction: 0.000_01 });
    assert.equal(hardly.holdUntilMs, NOW_MS + HOLD_MS_MIN + 1);
  });

  test('is over if it ends later than its own length from now, and ends within 10 min', () => {
    const until = (holdMs: number, leftMs: number) => {
      const health = { ...HELD, holdMs, holdUntilMs: NOW_MS + leftMs };
      return (repairedHold(health, NOW_MS).holdUntilMs ?? 0) - NOW_MS;
    };
    for (const holdMs of [0, 30_000]) {
      assert.equal(until(holdMs, 36_000), 36_000);
      assert.equal(until(holdMs, 36_001), 0);
    }
    assert.equal(until(60_000, 72_000), 72_000);
    assert.equal(until(600_000, 600_000), 600_000);
    assert.equal(until(600_000, 720_000), 600_000);
    assert.equal(until(600_000, 720_001), 0);
    assert.equal(until(30_000, -5), -5);
    assert.equal(repairedHold(HEALTHY, NOW_MS), HEALTHY);
  });

  test('ends in a probe if the clock goes back', () => {
    assert.equal(holdPhase(HELD, NOW_MS - 7 * 86_400_000), 'probe');
    const longest = { ...HELD, holdUntilMs: NOW_MS + 720_000 };
    assert.equal(HOLD_LASTS_MS_MAX, 720_000);
    assert.equal(holdPhase(longest, NOW_MS), 'held');
    assert.equal(holdPhase(longest, NOW_MS - 1), 'probe');
  });
});

describe('recovery', () => {
  test('the first success releases everything and says when it came', () => {
    const nowMs = NOW_MS + 40_000;
    const health = after(HELD, { outcome: 'delivered', nowMs });
    assert.deepEqual(health, { ...HEALTHY, recoveredAtMs: nowMs, lastSuccessAtMs: nowMs });
    assert.equal(holdPhase(health, nowMs), 'open');
  });

  test('five failures of one call are an outage too, fewer are none', () => {
    const five = after(failing([1, 1, 1, 1, 1]), { outcome: 'delivered' });
    assert.equal(five.recoveredAtMs, NOW_MS);
    const four = after(failing([1, 1, 1, 1]), { outcome: 'delivered' });
    assert.equal(four.recoveredAtMs, null);
  });

  test('stays known over further successes; any failure clears it', () => {
    const recovered = after(HELD, { outcome: 'delivered' });
    const more = after(recovered, { outcome: 'delivered', nowMs: NOW_MS + 1 });
    assert.equal(more.recoveredAtMs, NOW_MS);
    assert.equal(after(more).recoveredAtMs, null);
  });
});

test('a blocked attempt changes no health', () => {
  for (const health of [HEALTHY, HELD]) {
    assert.equal(after(health, { outcome: 'blocked', error: 'blocked', gaveUp: true }), health);
  }
});

test('timeouts in a row are counted, any other end breaks the row', () => {
  const twice = after(after(HEALTHY, { error: 'timeout' }), { error: 'connect-timeout' });
  assert.equal(twice.consecutiveTimeouts, 2);
  assert.equal(after(twice, { error: 'reset' }).consecutiveTimeouts, 0);
  assert.equal(after(twice, { outcome: 'delivered' }).consecutiveTimeouts, 0);
});

describe('disabling', () => {
  function failingFor(ms: number, deliveries: number): EndpointHealth {
    return { ...HELD, failingSinceMs: NOW_MS - ms, settledFailures: deliveries };
  }

  test('after 72 h without a success and 20 deliveries given up, both', () => {
    const reasonOf = (health: EndpointHealth) => disableReason(health, 'retryable', NOW_MS);
    assert.equal(reasonOf(failingFor(FAILING_MS_MAX, FAILING_DELIVERIES)), 'failing');
    assert.equal(reasonOf(failingFor(FAILING_MS_MAX - 1, FAILING_DELIVERIES)), null);
    assert.equal(reasonOf(failingFor(FAILING_MS_MAX, FAILING_DELIVERIES - 1)), null);
    assert.equal(reasonOf(HEALTHY), null);
  });

  test('on 410 at once', () => {
    assert.equal(disableReason(after(HEALTHY, { outcome: 'gone' }), 'gone', NOW_MS), 'gone');
  });

  test('counts from the first failure and forgets with a success', () => {
    const once = after(HEALTHY, { gaveUp: true });
    const twice = after(once, { outcome: 'rejected', gaveUp: true, nowMs: NOW_MS + 1 });
    assert.deepEqual([twice.failingSinceMs, twice.settledFailures], [NOW_MS, 2]);
    const well = after(twice, { outcome: 'delivered' });
    assert.deepEqual([well.failingSinceMs, well.settledFailures], [null, 0]);
  });
});

test('over any attempts a hold lasts 30 s to 12 min and a success always opens', () => {
  const attempt = fc.record({
    outcome: fc.constantFrom(...ATTEMPT_OUTCOMES),
    call: fc.nat({ max: 4 }),
    fraction: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    laterMs: fc.nat({ max: 400_000 }),
  });
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 40 }), (attempts) => {
      let health = HEALTHY;
      let nowMs = NOW_MS;
      for (const { laterMs, ...ended } of attempts) {
        nowMs += laterMs;
        const before = health;
        health = after(before, { ...ended, nowMs });
        if (ended.outcome === 'delivered') assert.equal(holdPhase(health, nowMs), 'open');
        if (health.holdUntilMs === null || health.holdUntilMs === before.holdUntilMs) continue;
        const lastsMs = health.holdUntilMs - nowMs;
        assert.ok(lastsMs >= HOLD_MS_MIN && lastsMs <= HOLD_MS_MAX * 1.2);
        assert.ok(health.consecutiveFailures >= 5 && health.failedCalls.length === 3);
      }
    }),
  );
});

describe('attention', () => {
  test('begins with the first answer that asks for it and ends with a success', () => {
    const first = after(HEALTHY, { outcome: 'rejected', attention: true });
    assert.equal(first.attentionSinceMs, NOW_MS);
    const again = after(first, { outcome: 'rejected', attention: true, nowMs: NOW_MS + 5_000 });
    assert.equal(again.attentionSinceMs, NOW_MS, 'since the first');
    const other = after(again, { outcome: 'retryable', attention: false, nowMs: NOW_MS + 6_000 });
    assert.equal(other.attentionSinceMs, NOW_MS, 'another failure mends nothing');
    assert.equal(after(other, { outcome: 'blocked' }).attentionSinceMs, NOW_MS);
    assert.equal(after(other, { outcome: 'delivered' }).attentionSinceMs, null);
  });

  test('is not asked for by a failure that is retried', () => {
    assert.equal(after(HEALTHY).attentionSinceMs, null);
  });
});

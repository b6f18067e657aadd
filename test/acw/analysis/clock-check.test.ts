/** S11.9: negative response latency, or more than 20 % overlap. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockSkewSuspected, secondsSuspected } from '../../../src/acw/analysis/clock-check.ts';

const fine = { AGENT: { p50: 400, p95: 900 }, CUSTOMER: { p50: 0, p95: null } };

test('the clocks of a call with late answers and little overlap agree', () => {
  const facts = { latency: fine, overlapMs: 2_000, speechMs: 10_000 };
  assert.equal(clockSkewSuspected(facts), false);
  assert.equal(clockSkewSuspected({ latency: fine, overlapMs: 0, speechMs: 0 }), false);
});

test('more than a fifth of the talk by both at once is suspect', () => {
  assert.equal(clockSkewSuspected({ latency: fine, overlapMs: 2_001, speechMs: 10_000 }), true);
});

test('a party whose middle answer is early is suspect', () => {
  const early = { ...fine, CUSTOMER: { p50: -1, p95: 700 } };
  assert.equal(clockSkewSuspected({ latency: early, overlapMs: 0, speechMs: 10_000 }), true);
});

test('a party that interrupts all the time is told from a clock that is off', () => {
  const of = (agent: number, customer: number) =>
    clockSkewSuspected({
      latency: { AGENT: { p50: agent, p95: null }, CUSTOMER: { p50: customer, p95: null } },
      overlapMs: 4_000,
      speechMs: 10_000,
    });
  assert.equal(of(-900, 300), false);
  assert.equal(of(300, -900), false);
  // As late as the other is early: the agent's clock is a second behind.
  assert.equal(of(-800, 1_200), true);
  assert.equal(of(-800, -800), true);
});

test('times too short for so many words are taken for seconds', () => {
  const of = (turnMs: number, count = 10) =>
    secondsSuspected(
      Array.from({ length: count }, (_, turn) => ({ words: 12, startMs: turn * turnMs })),
    );
  assert.equal(of(5), true);
  assert.equal(of(5_000), false);
  assert.equal(of(5, 4), false, 'too few to tell');
  assert.equal(of(0), false, 'no times at all');
});

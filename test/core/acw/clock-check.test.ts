/** Decisions section 8: negative response latency, or more than 20 % overlap. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockSkewSuspected } from '../../../src/core/acw/clock-check.ts';

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

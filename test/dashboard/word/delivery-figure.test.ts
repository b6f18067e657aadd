/** Shares of deliveries and attempts: open failing ones count. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attemptShare,
  failingIn,
  firstTryShare,
  successShare,
} from '../../../dashboard/src/word/delivery-figure.ts';

test('a share of nothing is unknown, not zero', () => {
  assert.equal(successShare({ delivered: 0, firstTry: 0, failed: 0 }), null);
  assert.equal(successShare({ delivered: 3, firstTry: 1, failed: 1 }), 0.75);
  assert.equal(firstTryShare({ delivered: 3, firstTry: 1, failed: 1 }), 0.25);
  assert.equal(attemptShare({ delivered: 0, attempts: 0 }), null);
});

test('while deliveries fail and wait for their retry, success is below 100 %', () => {
  const counts = { delivered: 6, firstTry: 6, failed: 0 };
  assert.equal(successShare(counts), 1);
  assert.equal(successShare(counts, 2), 0.75);
  assert.equal(firstTryShare(counts, 2), 0.75);
  assert.equal(successShare({ delivered: 0, firstTry: 0, failed: 0 }, 3), 0);
});

test('the share of attempts counts those that delivered', () => {
  assert.equal(attemptShare({ delivered: 6, attempts: 8 }), 0.75);
  assert.equal(attemptShare({ delivered: 2, attempts: 1 }), 1);
});

test('open failures belong to now, not to a range that has ended', () => {
  const to = '2026-11-20T12:00:00.000Z';
  assert.equal(failingIn({ to, failing: 3 }, Date.parse(to) - 1), 3);
  assert.equal(failingIn({ to, failing: 3 }, Date.parse(to) + 1), 0);
});

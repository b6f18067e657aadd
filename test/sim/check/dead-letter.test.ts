/** A lane must go on when one of its deliveries has ended. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deadLetter } from '../../../sim/check/dead-letter.ts';
import { type Given, saysOf } from './given.ts';
import { twoDeliveries } from './situation.ts';

test('a lane that goes on passes, also after a dead letter', () => {
  const { given, first, second } = twoDeliveries();
  given.attempt(first, 400);
  given.after(20).attempt(second);
  assert.deepEqual(saysOf(deadLetter, given), []);
});

test('a lane that stands still after a dead letter is caught', () => {
  const { given, first, second } = twoDeliveries();
  given.attempt(first, 400);
  given.after(10_000).attempt(second);
  assert.match(saysOf(deadLetter, given).join(), /after the one before it was closed/);
});

test('a head that no process reads is caught', () => {
  const { given, first } = twoDeliveries();
  given.after(10_000).attempt(first);
  assert.match(saysOf(deadLetter, given).join(), /at the head of its lane/);
});

test('a wait with an explanation passes', () => {
  const reasons = [
    (given: Given) => given.note({ what: 'disk', fault: 'unavailable' }),
    (given: Given) => given.note({ what: 'crashed', life: 1 }),
    (given: Given) => given.enable(given.rows[0]?.endpoint ?? given.endpoint(), false),
    (given: Given) => given.jump(-60_000),
  ];
  for (const reason of reasons) {
    const { given, first } = twoDeliveries();
    reason(given);
    given.after(10_000).attempt(first);
    assert.deepEqual(saysOf(deadLetter, given), []);
  }
});

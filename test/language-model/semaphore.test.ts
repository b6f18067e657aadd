/** Turns in the order of arrival, bounded in use and in waiting; and the tokens of a day. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSemaphore } from '../../src/language-model/semaphore.ts';
import { createTokenBudget } from '../../src/language-model/token-budget.ts';
import { createSteppedClock } from '../channel/stepped-clock.ts';

test('turns are passed on in the order of arrival, each once', async () => {
  const clock = createSteppedClock();
  const line = createSemaphore(clock, 1);
  const first = await line.enter(1_000);
  assert.ok(typeof first === 'function');
  const order: number[] = [];
  const second = line.enter(1_000).then((leave) => {
    order.push(2);
    return leave;
  });
  const third = line.enter(1_000).then((leave) => {
    order.push(3);
    return leave;
  });
  first();
  first();
  const leave = await second;
  assert.deepEqual(order, [2]);
  assert.ok(typeof leave === 'function');
  leave();
  assert.ok(typeof (await third) === 'function');
});

test('a caller that waits too long leaves the line, and takes no turn later', async () => {
  const clock = createSteppedClock();
  const line = createSemaphore(clock, 1);
  const leave = await line.enter(1_000);
  const late = line.enter(500);
  const patient = line.enter(5_000);
  clock.advance(500);
  assert.equal(await late, 'late');
  assert.ok(typeof leave === 'function');
  leave();
  assert.ok(typeof (await patient) === 'function');
});

test('the line is bounded', async () => {
  const clock = createSteppedClock();
  const line = createSemaphore(clock, 1);
  await line.enter(1_000);
  const waiting = Array.from({ length: 1_000 }, () => line.enter(1_000));
  assert.equal(await line.enter(1_000), 'full');
  clock.advance(1_000);
  assert.ok((await Promise.all(waiting)).every((answer) => answer === 'late'));
});

test('tokens are reserved before they are spent, and a day begins at midnight UTC', () => {
  const clock = createSteppedClock();
  const budget = createTokenBudget(clock, 100);
  const one = budget.reserve(60);
  assert.equal(budget.reserve(60), null);
  one?.settle(10);
  assert.ok(budget.reserve(60) !== null);
  assert.equal(budget.reserve(31), null);
  clock.advance(86_400_000);
  // Yesterday's reservation is not subtracted today.
  one?.settle(0);
  assert.ok(budget.reserve(100) !== null);
  assert.equal(budget.reserve(1), null);
  assert.ok(createTokenBudget(clock, null).reserve(1e12) !== null);
});

test('a clock that is set back begins no second day', () => {
  let nowMs = 10 * 86_400_000;
  const budget = createTokenBudget({ wallMs: () => nowMs }, 100);
  assert.ok(budget.reserve(100) !== null);
  nowMs -= 86_400_000;
  assert.equal(budget.reserve(1), null);
});

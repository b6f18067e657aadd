/** One timer for all deadlines: never early, at most a tick late, gone when there are none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeadlineWheel, TICK_MS } from '../../src/channel/deadline-wheel.ts';
import { createSteppedClock } from './stepped-clock.ts';

function setup() {
  const stepped = createSteppedClock();
  let timers = 0;
  const clock: typeof stepped = {
    ...stepped,
    after(delayMs, task) {
      timers += 1;
      return stepped.after(delayMs, task);
    },
  };
  return { clock, wheel: createDeadlineWheel(clock), timers: () => timers };
}

test('a deadline never fires early and at most one tick late', () => {
  const { clock, wheel } = setup();
  const late: number[] = [];
  for (const dueMs of [1, 24, 25, 26, 99, 1_000, 1_001, 30_000]) {
    wheel.add(dueMs, () => late.push(clock.monoMs() - dueMs));
  }
  for (let count = 0; count < 31_000; count += 1) clock.advance(1);
  assert.equal(late.length, 8);
  assert.ok(
    late.every((byMs) => byMs >= 0 && byMs <= TICK_MS),
    late.join(),
  );
  assert.equal(wheel.size, 0);
});

test('a cancelled deadline never fires, and cancelling twice is nothing', () => {
  const { clock, wheel } = setup();
  const deadline = wheel.add(100, () => assert.fail('it fired'));
  const other = wheel.add(100, () => {});
  deadline.cancel();
  deadline.cancel();
  assert.equal(wheel.size, 1);
  clock.advance(1_000);
  other.cancel();
  assert.equal(wheel.size, 0);
});

test('a deadline may cancel its neighbour and add another', () => {
  const { clock, wheel } = setup();
  const fired: string[] = [];
  wheel.add(100, () => {
    fired.push('first');
    second.cancel();
    wheel.add(200, () => fired.push('third'));
  });
  const second = wheel.add(100, () => fired.push('second'));
  clock.advance(1_000);
  assert.deepEqual(fired, ['first', 'third']);
});

test('many deadlines share one timer, and without any there is none', () => {
  const { clock, wheel, timers } = setup();
  for (let count = 0; count < 1_000; count += 1) wheel.add(50, () => {}).cancel();
  assert.equal(timers(), 1);
  clock.advance(60_000);
  assert.equal(timers(), 1);
  wheel.add(clock.monoMs() + 50, () => {});
  assert.equal(timers(), 2);
});

test('a deadline that has passed fires at the next tick', () => {
  const { clock, wheel } = setup();
  clock.advance(10_000);
  let fired = false;
  wheel.add(1, () => {
    fired = true;
  });
  assert.equal(fired, false);
  clock.advance(TICK_MS);
  assert.equal(fired, true);
});

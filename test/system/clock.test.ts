/** The real clock behaves as the engine's port says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../src/system/clock.ts';

test('wall time is epoch milliseconds and monotonic time never goes back', () => {
  assert.ok(Math.abs(systemClock.wallMs() - Date.now()) < 1_000);
  assert.ok(Number.isInteger(systemClock.wallMs()));
  const first = systemClock.monoMs();
  assert.ok(systemClock.monoMs() >= first);
});

test('a timer runs once after its delay, and a cancelled one never', async () => {
  const order: string[] = [];
  const cancelled = systemClock.after(1, () => order.push('cancelled'));
  cancelled.cancel();
  await new Promise<void>((resolve) => {
    systemClock.after(20, () => {
      order.push('second');
      resolve();
    });
    systemClock.after(1, () => order.push('first'));
  });
  assert.deepEqual(order, ['first', 'second']);
});

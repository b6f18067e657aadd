/**
 * The real clock: the only file of the service that reads the time or sets a timer. Everything
 * else gets a `Clock`, so tests and the simulator can pass their own.
 */
import type { Clock } from '../engine/ports/clock.ts';

/**
 * Timers are not unref'ed: a service with a retry in an hour has work and must not end because its
 * event loop is empty. A stopped part cancels its timers, so a stopped service ends.
 */
export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monoMs: () => performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

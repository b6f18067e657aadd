/**
 * Loaded into the service before its own code (`node --import`), it sets the wall clock back by the
 * milliseconds in a file, so that sample data can be a day old. While the clock is set back, long
 * timers fire early: their due time may have passed with the last step of the clock. Only for
 * pictures; without the variable it changes nothing.
 */
import { existsSync, readFileSync } from 'node:fs';

const file = process.env.PAST_CLOCK_FILE;
const READ_EVERY_MS = 5;
const TIMER_MS_MAX = 300;
/** Shorter ones are parts of an attempt. */
const LONG_TIMER_MS = 1_500;

if (file !== undefined) {
  const realNow = Date.now;
  const realTimeout = globalThis.setTimeout;
  // Before the first step: a day, as the oldest sample.
  let backMs = 86_400_000;
  let readAtMs = Number.NEGATIVE_INFINITY;
  // The start has its own long timers, which must not end early.
  let stepped = false;
  const back = (): number => {
    if (performance.now() - readAtMs < READ_EVERY_MS) return backMs;
    readAtMs = performance.now();
    stepped = existsSync(file);
    if (stepped) backMs = Number(readFileSync(file, 'utf8')) || 0;
    return backMs;
  };
  Date.now = () => realNow() - back();
  const early = (delayMs: number): number =>
    back() > 0 && stepped && delayMs >= LONG_TIMER_MS ? TIMER_MS_MAX : delayMs;
  // The service's clock passes no arguments to its tasks; a package that does is left alone.
  globalThis.setTimeout = Object.assign(
    (task: (...passed: unknown[]) => void, delayMs = 0, ...passed: unknown[]) =>
      realTimeout(task, passed.length === 0 ? early(delayMs) : delayMs, ...passed),
    realTimeout,
  );
}

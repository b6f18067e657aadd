/**
 * A clock that stands still until a test moves it. Sockets stay real: a test waits until the peer
 * has seen something, then moves the clock over a deadline.
 */
import type { Clock } from '../../src/engine/ports/clock.ts';

export interface SteppedClock extends Clock {
  /** Moves the clock and runs the timers that become due, in order. */
  advance(byMs: number): void;
  /** The number of timers that have neither run nor been cancelled. */
  readonly timers: number;
}

const START_MS = Date.UTC(2026, 10, 20);

export function createSteppedClock(): SteppedClock {
  let nowMs = 0;
  let tasks: { readonly atMs: number; readonly task: () => void }[] = [];
  return {
    wallMs: () => START_MS + nowMs,
    monoMs: () => nowMs,
    after(delayMs, task) {
      const entry = { atMs: nowMs + delayMs, task };
      tasks.push(entry);
      return {
        cancel() {
          tasks = tasks.filter((other) => other !== entry);
        },
      };
    },
    advance(byMs) {
      const untilMs = nowMs + byMs;
      for (;;) {
        const next = tasks
          .filter(({ atMs }) => atMs <= untilMs)
          .sort((one, other) => one.atMs - other.atMs)[0];
        if (next === undefined) break;
        tasks = tasks.filter((other) => other !== next);
        nowMs = Math.max(nowMs, next.atMs);
        next.task();
      }
      nowMs = untilMs;
    },
    get timers() {
      return tasks.length;
    },
  };
}

/**
 * A clock that moves only if a test moves it. Timers run in the order of their times; after each
 * `settled` is awaited, so that its work has ended before the next one.
 */
import type { Clock, Timer } from '../../src/engine/ports/clock.ts';

interface Waiting {
  readonly atMonoMs: number;
  readonly order: number;
  readonly task: () => void;
}

/** Timers run by one `advance`; more means that timers are set without end. */
const TIMERS_MAX = 100_000;

export class ManualClock implements Clock {
  #wallMs: number;
  #monoMs = 0;
  #order = 0;
  readonly #timers = new Set<Waiting>();

  constructor(wallMs: number) {
    this.#wallMs = wallMs;
  }

  /** The number of pending timers. */
  get timers(): number {
    return this.#timers.size;
  }

  wallMs(): number {
    return this.#wallMs;
  }

  monoMs(): number {
    return this.#monoMs;
  }

  after(delayMs: number, task: () => void): Timer {
    this.#order += 1;
    const waiting = { atMonoMs: this.#monoMs + delayMs, order: this.#order, task };
    this.#timers.add(waiting);
    return { cancel: () => this.#timers.delete(waiting) };
  }

  /** Changes only the wall clock. */
  jump(byMs: number): void {
    this.#wallMs += byMs;
  }

  async advance(byMs: number, settled: () => Promise<void>): Promise<void> {
    const endMs = this.#monoMs + byMs;
    await settled();
    for (let run = 0; run < TIMERS_MAX; run += 1) {
      const next = this.#earliest();
      if (next === null || next.atMonoMs > endMs) {
        this.#moveTo(endMs);
        return;
      }
      this.#timers.delete(next);
      this.#moveTo(Math.max(next.atMonoMs, this.#monoMs));
      next.task();
      await settled();
    }
    throw new Error('timers without end');
  }

  #earliest(): Waiting | null {
    let earliest: Waiting | null = null;
    for (const waiting of this.#timers) {
      if (earliest === null || isBefore(waiting, earliest)) earliest = waiting;
    }
    return earliest;
  }

  #moveTo(monoMs: number): void {
    this.#wallMs += monoMs - this.#monoMs;
    this.#monoMs = monoMs;
  }
}

function isBefore(one: Waiting, other: Waiting): boolean {
  if (one.atMonoMs !== other.atMonoMs) return one.atMonoMs < other.atMonoMs;
  return one.order < other.order;
}

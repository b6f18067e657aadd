/**
 * The one timer of the dispatcher (step 7): wakes endpoints when their time comes. It never sleeps
 * longer than `TIMER_MAX_MS`, so a wall clock that jumped is noticed soon and whatever was
 * measured by it is looked at anew.
 */

import type { Clock, Timer } from '../ports/clock.ts';
import { DueTimes } from './due-times.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import { CLOCK_JUMP_MS, TIMER_MAX_MS } from './limits.ts';

export interface WakeListener {
  onWake(queue: EndpointQueue, nowMs: number): void;
  /** The wall clock jumped, forward or, below 0, back. */
  onJump(nowMs: number, byMs: number): void;
  /** After all that was due has been woken. */
  onEnd(): void;
}

export class WakeTimer {
  readonly #clock: Clock;
  readonly #listener: WakeListener;
  readonly #due = new DueTimes<EndpointQueue>();
  #timer: Timer | null = null;
  #firesAtMs = 0;
  #offsetMs: number;
  #stopped = false;

  constructor(clock: Clock, listener: WakeListener) {
    this.#clock = clock;
    this.#listener = listener;
    this.#offsetMs = clock.wallMs() - clock.monoMs();
  }

  /**
   * Tells of a jump since the last look. Before whatever is done for an endpoint, and not by the
   * timer alone: there may be none, one that is set again and again never fires, and two jumps
   * between two looks hide each other.
   */
  look(): void {
    const nowMs = this.#clock.wallMs();
    const offsetMs = nowMs - this.#clock.monoMs();
    const jumpMs = offsetMs - this.#offsetMs;
    this.#offsetMs = offsetMs;
    if (Math.abs(jumpMs) >= CLOCK_JUMP_MS) this.#listener.onJump(nowMs, jumpMs);
  }

  /** Null: time alone changes nothing for it. */
  set(queue: EndpointQueue, atMs: number | null): void {
    if (queue.wakeAtMs === atMs) return;
    this.#due.set(queue, atMs);
    this.#arm();
  }

  /** Something should have been woken that long ago. */
  isOverdue(nowMs: number, byMs: number): boolean {
    const earliestMs = this.#due.earliestMs();
    return earliestMs !== null && nowMs - earliestMs >= byMs;
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#timer = null;
    this.#due.clear();
  }

  /** A timer that fires too early for what is left does no harm: it only arms the next one. */
  #arm(): void {
    const earliestMs = this.#due.earliestMs();
    if (earliestMs === null || this.#stopped) return;
    if (this.#timer !== null && this.#firesAtMs <= earliestMs) return;
    this.#timer?.cancel();
    const nowMs = this.#clock.wallMs();
    const delayMs = Math.min(Math.max(0, earliestMs - nowMs), TIMER_MAX_MS);
    this.#firesAtMs = nowMs + delayMs;
    this.#timer = this.#clock.after(delayMs, () => this.#fire());
  }

  #fire(): void {
    this.#timer = null;
    this.look();
    const nowMs = this.#clock.wallMs();
    // An endpoint that is woken gets a later time or none, so this ends.
    for (;;) {
      const queue = this.#due.takeDue(nowMs);
      if (queue === null) break;
      this.#listener.onWake(queue, nowMs);
    }
    this.#listener.onEnd();
    this.#arm();
  }
}

/**
 * The time by which sweeps judge ages: of the last report of a call, or of rows past their
 * retention (S1.17). It is the wall clock, set back by what that clock recently jumped forward:
 * after a machine was suspended or its clock was wrong, the service must not end every open call,
 * nor remove history. Intake and sweeps share one instance and read it whenever they work, so that
 * a jump forward and one back do not cancel each other unnoticed. Must never be stored.
 */
import { PROJECT_DEFAULTS } from '../core/project/project.ts';
import type { Clock } from './ports/clock.ts';

/**
 * A smaller difference between two readings is no jump: clocks are slewed, and timers fire late.
 */
export const JUMP_MS_MIN = 60_000;
/**
 * How long a jump counts, so that a call in progress has its whole usual time to report. Calls that
 * begin in this time are found stale later than usual, but by no more than this.
 */
export const GRACE_MS = PROJECT_DEFAULTS.stale.callingMs;

export class StalenessClock {
  readonly #clock: Pick<Clock, 'wallMs' | 'monoMs'>;
  #offsetMs: number;
  #lagMs = 0;
  #lagUntilMonoMs = 0;

  constructor(clock: Pick<Clock, 'wallMs' | 'monoMs'>) {
    this.#clock = clock;
    this.#offsetMs = clock.wallMs() - clock.monoMs();
  }

  /** Epoch ms. A jump is noticed if it happens between two calls of this method. */
  nowMs(): number {
    const wallMs = this.#clock.wallMs();
    const monoMs = this.#clock.monoMs();
    const jumpMs = wallMs - monoMs - this.#offsetMs;
    this.#offsetMs += jumpMs;
    if (monoMs >= this.#lagUntilMonoMs) this.#lagMs = 0;
    if (Math.abs(jumpMs) > JUMP_MS_MIN) {
      // A jump back cancels at most what an earlier jump forward added.
      this.#lagMs = Math.max(0, this.#lagMs + jumpMs);
      this.#lagUntilMonoMs = monoMs + GRACE_MS;
    }
    return wallMs - this.#lagMs;
  }
}

/**
 * The time by which sweeps judge how long ago something was: the last report of a call, or what is
 * past its retention (S1.17). It is the wall clock, set back by what that clock has jumped forward
 * lately: a machine that was suspended, or whose clock was set wrong, must not end every call that
 * it heard of before, nor remove history. Intake and sweeps share one and look at it whenever they
 * work, so that of a jump forward and one back neither hides the other. Must never be stored.
 */
import { PROJECT_DEFAULTS } from '../core/project/project.ts';
import type { Clock } from './ports/clock.ts';

/** A smaller step between two looks is no jump: clocks are slewed, and timers come late. */
export const JUMP_MS_MIN = 60_000;
/**
 * For so long after a jump it counts: a call in progress has its whole usual time to report. Calls
 * that begin in this time are found stale later than usual, but never more than this.
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

  /** Epoch ms. A jump is seen when it lies between two calls of this. */
  nowMs(): number {
    const wallMs = this.#clock.wallMs();
    const monoMs = this.#clock.monoMs();
    const jumpMs = wallMs - monoMs - this.#offsetMs;
    this.#offsetMs += jumpMs;
    if (monoMs >= this.#lagUntilMonoMs) this.#lagMs = 0;
    if (Math.abs(jumpMs) > JUMP_MS_MIN) {
      // A jump back takes away what an earlier one forward has added, and no more.
      this.#lagMs = Math.max(0, this.#lagMs + jumpMs);
      this.#lagUntilMonoMs = monoMs + GRACE_MS;
    }
    return wallMs - this.#lagMs;
  }
}

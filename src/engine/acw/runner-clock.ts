/**
 * What the runner makes of a wall clock that is set. Back: times that were written while it was
 * ahead are in doubt, as they are at a start. Forward by much, or at a start: no log and no
 * result could be taken a moment ago, so for a while no run is given up. Must never be stored.
 */
import type { Clock } from '../ports/clock.ts';
import { JUMP_MS, PATIENCE_MS } from './runner-limits.ts';

export class RunnerClock {
  readonly #clock: Pick<Clock, 'wallMs' | 'monoMs'>;
  #offsetMs: number;
  #patientUntilMonoMs = 0;
  #doubted = true;

  constructor(clock: Pick<Clock, 'wallMs' | 'monoMs'>) {
    this.#clock = clock;
    this.#offsetMs = clock.wallMs() - clock.monoMs();
  }

  /** A start. */
  begin(): void {
    this.#offsetMs = this.#clock.wallMs() - this.#clock.monoMs();
    this.#doubted = true;
    this.#wait();
  }

  /** A jump is seen when it lies between two calls of this. */
  look(): void {
    const offsetMs = this.#clock.wallMs() - this.#clock.monoMs();
    const jumpMs = offsetMs - this.#offsetMs;
    // Slewing adds up; a step lies between two looks.
    this.#offsetMs = offsetMs;
    if (Math.abs(jumpMs) < JUMP_MS) return;
    if (jumpMs > 0) this.#wait();
    else this.#doubted = true;
  }

  /** Epoch ms, by the clock as it is now. */
  patientUntilMs(): number {
    const leftMs = this.#patientUntilMonoMs - this.#clock.monoMs();
    return this.#clock.wallMs() + Math.max(0, leftMs);
  }

  get isDoubted(): boolean {
    return this.#doubted;
  }

  believe(): void {
    this.#doubted = false;
  }

  #wait(): void {
    this.#patientUntilMonoMs = this.#clock.monoMs() + PATIENCE_MS;
  }
}

/**
 * How the runner handles a wall clock that is set. After a jump back, and at a start, times written
 * while the clock was ahead are in doubt. After a large jump forward, and at a start, the service
 * could not receive logs and results for a while, so no run is given up for some time. Must never
 * be stored.
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

  /** Called when the runner starts. */
  begin(): void {
    this.#offsetMs = this.#clock.wallMs() - this.#clock.monoMs();
    this.#doubted = true;
    this.#wait();
  }

  /** Detects a jump that happened between two calls of this method. */
  look(): void {
    const offsetMs = this.#clock.wallMs() - this.#clock.monoMs();
    const jumpMs = offsetMs - this.#offsetMs;
    // Slewing changes the offset slowly; a step changes it between two calls.
    this.#offsetMs = offsetMs;
    if (Math.abs(jumpMs) < JUMP_MS) return;
    if (jumpMs > 0) this.#wait();
    else this.#doubted = true;
  }

  /** Until when no run is given up, as epoch ms on the present wall clock. */
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

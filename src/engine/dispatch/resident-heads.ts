/**
 * How many ready heads are in memory and how many more an endpoint may have (step 7). What waits
 * in the store never counts: a window is small, and all windows together are bounded, so memory
 * does not grow with the backlog.
 */
import type { DispatcherLimits } from './limits.ts';

export class ResidentHeads {
  count = 0;
  readonly #limits: DispatcherLimits;

  constructor(limits: DispatcherLimits) {
    this.#limits = limits;
  }

  /** The size that a window may have now; every endpoint may always have a few. */
  windowMax(): number {
    const { residentMax, windowMax, windowMin } = this.#limits;
    return this.count < residentMax ? windowMax : windowMin;
  }
}

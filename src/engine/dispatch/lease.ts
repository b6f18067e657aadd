/**
 * Until when this process may act for its shards (step 7): counted from before it asked, on the
 * clock that never goes back and on the wall clock as well, for the first stands still while a
 * machine sleeps. Ends before the store lets others take over. Must never say that it goes on
 * when that is in doubt.
 */
import type { Clock } from '../ports/clock.ts';

/** What is left for clocks that run apart and for bytes under way: a tenth of the lease. */
const USABLE = 0.9;

/** A moment on both clocks. */
export interface Moment {
  readonly monoMs: number;
  readonly wallMs: number;
}

export function momentOf(clock: Clock): Moment {
  return { monoMs: clock.monoMs(), wallMs: clock.wallMs() };
}

export class Lease {
  readonly #clock: Clock;
  #untilMonoMs = Number.NEGATIVE_INFINITY;
  #untilWallMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True when it was given and has an end: others may own what is not ours. */
  get isShared(): boolean {
    return Number.isFinite(this.#untilMonoMs);
  }

  /** `leaseMs` null: for ever. */
  renew(leaseMs: number | null, asked: Moment): void {
    const usableMs = leaseMs === null ? Number.POSITIVE_INFINITY : leaseMs * USABLE;
    this.#untilMonoMs = asked.monoMs + usableMs;
    this.#untilWallMs = asked.wallMs + usableMs;
  }

  isOver(): boolean {
    return this.leftMs() <= 0;
  }

  /** Milliseconds; infinity when it has no end. */
  leftMs(): number {
    if (!this.isShared) return this.#untilMonoMs;
    const monoMs = this.#untilMonoMs - this.#clock.monoMs();
    return Math.min(monoMs, this.#untilWallMs - this.#clock.wallMs());
  }
}

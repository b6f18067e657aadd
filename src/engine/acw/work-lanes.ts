/**
 * Two lanes for the work on runs: one for reading call logs, and one for waiting for a language
 * model. A run changes to the second lane when it begins to ask, so runs that wait for a model do
 * not delay those that need none. Must never keep a place for work that has ended.
 */

export type LaneName = 'log' | 'model';
export type LaneLimits = Readonly<Record<LaneName, number>>;

export interface LanePlace {
  /** Moves the run to the model's lane. Returns true if it is there, false if the lane is full. */
  enterModel(): boolean;
  leave(): void;
}

export class WorkLanes {
  readonly #limits: LaneLimits;
  /** Called when a place becomes free. */
  readonly #onFree: () => void;
  readonly #inside: Record<LaneName, number> = { log: 0, model: 0 };

  constructor(limits: LaneLimits, onFree: () => void) {
    this.#limits = limits;
    this.#onFree = onFree;
  }

  hasRoom(lane: LaneName): boolean {
    return this.#inside[lane] < this.#limits[lane];
  }

  /** The caller must check `hasRoom` before. */
  enter(lane: LaneName): LanePlace {
    let at: LaneName | null = lane;
    this.#inside[lane] += 1;
    return {
      enterModel: () => {
        if (at !== 'log') return at === 'model';
        if (!this.hasRoom('model')) return false;
        at = 'model';
        this.#inside.log -= 1;
        this.#inside.model += 1;
        this.#onFree();
        return true;
      },
      leave: () => {
        if (at !== null) this.#inside[at] -= 1;
        at = null;
      },
    };
  }
}

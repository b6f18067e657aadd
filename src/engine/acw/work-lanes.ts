/**
 * Two lanes for the work on runs: one for reading call logs, and one for those that wait for a
 * language model. A run leaves the first lane when it begins to ask, so however many hang on a
 * model, those that need none go on. Must never hold a place for work that has ended.
 */

export type LaneName = 'log' | 'model';
export type LaneLimits = Readonly<Record<LaneName, number>>;

export interface LanePlace {
  /** To the model's lane, or already there. False: it is full. */
  enterModel(): boolean;
  leave(): void;
}

export class WorkLanes {
  readonly #limits: LaneLimits;
  /** A place became free. */
  readonly #onFree: () => void;
  readonly #inside: Record<LaneName, number> = { log: 0, model: 0 };

  constructor(limits: LaneLimits, onFree: () => void) {
    this.#limits = limits;
    this.#onFree = onFree;
  }

  hasRoom(lane: LaneName): boolean {
    return this.#inside[lane] < this.#limits[lane];
  }

  /** Only while there is room. */
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

/**
 * Step 7 after the wall clock went back: due times written while it was ahead lie in a future that
 * is no longer near, and would keep heads waiting for days. Whoever has reason to doubt the times
 * of an endpoint says so; one endpoint after another is then asked for heads that were written in
 * the future, and those get their due time anew. Must never make a retry earlier than its schedule:
 * its delay begins again, because how much of it has passed is not known.
 */
import type { EndpointKey } from '../../core/id.ts';
import type { Clock, Random, Timer } from '../ports/clock.ts';
import type { DispatchStore } from '../ports/dispatch-store.ts';
import type { Emit } from '../ports/emit.ts';
import { messageOf, storeRetryMs } from '../store-retry.ts';

/** Heads redated by one transaction: reports wait some milliseconds behind it at most. */
export const REPAIR_BATCH = 500;

export interface ClockRepairParts {
  readonly store: Pick<DispatchStore, 'redateHeads'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
  /** Heads of it have other due times now. */
  readonly onRedated: (endpoint: EndpointKey) => void;
}

export class ClockRepair {
  readonly #parts: ClockRepairParts;
  readonly #doubted = new Set<EndpointKey>();
  #busy = false;
  #failures = 0;
  #pause: Timer | null = null;
  #stopped = false;

  constructor(parts: ClockRepairParts) {
    this.#parts = parts;
  }

  /** Soon: one endpoint at a time, for this is no path of daily work. */
  doubt(endpoint: EndpointKey): void {
    this.#doubted.add(endpoint);
    if (!this.#busy && this.#pause === null) void this.#run();
  }

  stop(): void {
    this.#stopped = true;
    this.#pause?.cancel();
    this.#pause = null;
    this.#doubted.clear();
  }

  async #run(): Promise<void> {
    this.#busy = true;
    for (const endpoint of this.#doubted) {
      if (!(await this.#redate(endpoint))) break;
    }
    this.#busy = false;
  }

  /** False when the store failed: it is tried again after a while. Ends as heads are finite. */
  async #redate(endpoint: EndpointKey): Promise<boolean> {
    const { store, clock, onRedated } = this.#parts;
    this.#doubted.delete(endpoint);
    try {
      const { redated, more } = await store.redateHeads(endpoint, clock.wallMs(), REPAIR_BATCH);
      if (this.#stopped) return false;
      this.#failures = 0;
      if (more) this.#doubted.add(endpoint);
      if (redated > 0) onRedated(endpoint);
      return true;
    } catch (error) {
      this.#failed(endpoint, error);
      return false;
    }
  }

  #failed(endpoint: EndpointKey, error: unknown): void {
    if (this.#stopped) return;
    const { clock, random, emit } = this.#parts;
    this.#failures += 1;
    this.#doubted.add(endpoint);
    emit({ name: 'store.failed', operation: 'redateHeads', error: messageOf(error) });
    this.#pause = clock.after(storeRetryMs(this.#failures, random), () => {
      this.#pause = null;
      void this.#run();
    });
  }
}

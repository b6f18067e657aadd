/**
 * Step 7 after the wall clock went back. Due times that were written while the clock was ahead lie
 * in a future that is no longer near, so heads would wait for days. The dispatcher names the
 * endpoints whose times are in doubt; one endpoint after another, the store gives new due times to
 * the heads that were written in the future. A retry must never become earlier than its schedule:
 * its delay begins again, because it is unknown how much of it has passed.
 */
import type { EndpointKey } from '../../core/id.ts';
import { PollLoop } from '../poll-loop.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { DispatchStore } from '../ports/dispatch-store.ts';
import type { Emit } from '../ports/emit.ts';
import { storeRetryMs } from '../store-retry.ts';

/** Heads that one transaction repairs; reports wait at most some milliseconds behind it. */
export const REPAIR_BATCH = 500;

export interface ClockRepairParts {
  readonly store: Pick<DispatchStore, 'repairHeads'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
  /** Called after heads of the endpoint got other due times. */
  readonly onRepaired: (endpoint: EndpointKey) => void;
}

export class ClockRepair {
  readonly #parts: ClockRepairParts;
  readonly #loop: PollLoop;
  readonly #doubted = new Set<EndpointKey>();

  constructor(parts: ClockRepairParts) {
    this.#parts = parts;
    const { clock, random, emit } = parts;
    this.#loop = new PollLoop({
      clock,
      emit,
      operation: 'repairHeads',
      round: () => this.#repairOne(),
      retryMs: (failures) => storeRetryMs(failures, random),
    });
  }

  /** Repairs the endpoint soon, but not before the end of a back-off. */
  request(endpoint: EndpointKey): void {
    this.#doubted.add(endpoint);
    if (!this.#loop.isResting) this.#loop.wake();
  }

  stop(): void {
    void this.#loop.stop();
    this.#doubted.clear();
  }

  /** Repairs one batch of one endpoint. The loop ends because the heads are finite. */
  async #repairOne(): Promise<null> {
    const { store, clock, onRepaired } = this.#parts;
    const [endpoint] = this.#doubted;
    if (endpoint === undefined) return null;
    this.#doubted.delete(endpoint);
    try {
      const { repaired, more } = await store.repairHeads({
        endpoint,
        nowMs: clock.wallMs(),
        limit: REPAIR_BATCH,
      });
      if (this.#loop.isStopped) return null;
      if (more) this.#doubted.add(endpoint);
      if (repaired > 0) onRepaired(endpoint);
    } catch (error) {
      if (this.#loop.isStopped) return null;
      this.#doubted.add(endpoint);
      throw error;
    }
    if (this.#doubted.size > 0) this.#loop.wake();
    return null;
  }
}

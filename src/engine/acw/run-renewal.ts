/**
 * Keeps the claim of a run while it is worked on: moves its time ahead again and again. Learns so
 * that the claim is another's, or that the run has ended. Must never move a run after `stop`.
 */
import type { RunStore, RunWork } from '../ports/acw-store.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { Emit } from '../ports/emit.ts';
import { messageOf } from '../store-retry.ts';
import { CLAIM_MS, RENEW_MS } from './runner-limits.ts';

export interface RenewalParts {
  readonly store: Pick<RunStore, 'moveRun'>;
  readonly clock: Clock;
  readonly emit: Emit;
}

/** The run goes on, as RUNNING, for the length of a claim. False: it is no longer ours. */
export function keepClaim(
  { key, claim, callLogVersion, reason }: RunWork,
  { store, clock }: Pick<RenewalParts, 'store' | 'clock'>,
): Promise<boolean> {
  const dueAtMs = clock.wallMs() + CLAIM_MS;
  const to = { state: 'RUNNING', dueAtMs, giveUpAtMs: null, callLogVersion, reason } as const;
  return store.moveRun(key, claim, to);
}

export class RunRenewal {
  /** Resolves when the claim is lost; else never. */
  readonly lost: Promise<void>;
  readonly #run: RunWork;
  readonly #parts: RenewalParts;
  readonly #lose: () => void;
  #timer: Timer | null = null;
  #moving: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(run: RunWork, parts: RenewalParts) {
    this.#run = run;
    this.#parts = parts;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.lost = promise;
    this.#lose = resolve;
    this.#wait();
  }

  /** Resolves when no move of it is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#moving;
  }

  #wait(): void {
    this.#timer = this.#parts.clock.after(RENEW_MS, () => {
      this.#moving = this.#renew();
    });
  }

  async #renew(): Promise<void> {
    try {
      if (!(await keepClaim(this.#run, this.#parts))) return this.#lose();
    } catch (error) {
      this.#parts.emit({ name: 'store.failed', operation: 'moveRun', error: messageOf(error) });
    }
    if (!this.#stopped) this.#wait();
  }
}

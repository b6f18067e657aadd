/**
 * Keeps the claim of a run during the work on it by extending its time again and again. If the
 * extension fails, another worker has the claim or the run has ended. Must never move a run after
 * `stop`.
 */
import { PollLoop } from '../poll-loop.ts';
import type { RunStore, RunWork } from '../ports/acw-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Emit } from '../ports/emit.ts';
import { CLAIM_MS, RENEW_MS } from './runner-limits.ts';

export interface RenewalParts {
  readonly store: Pick<RunStore, 'moveRun'>;
  readonly clock: Clock;
  readonly emit: Emit;
}

/** Extends a RUNNING run by the length of a claim. Returns false if the claim is lost. */
export function keepClaim(
  { key, claim, callLogVersion, reason }: RunWork,
  { store, clock }: Pick<RenewalParts, 'store' | 'clock'>,
): Promise<boolean> {
  const dueAtMs = clock.wallMs() + CLAIM_MS;
  const to = { state: 'RUNNING', dueAtMs, giveUpAtMs: null, callLogVersion, reason } as const;
  return store.moveRun({ run: key, claim, to });
}

export class RunRenewal {
  /** Resolves when the claim is lost; else never. */
  readonly lost: Promise<void>;
  readonly #run: RunWork;
  readonly #parts: RenewalParts;
  readonly #lose: () => void;
  readonly #loop: PollLoop;

  constructor(run: RunWork, parts: RenewalParts) {
    this.#run = run;
    this.#parts = parts;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.lost = promise;
    this.#lose = resolve;
    const { clock, emit } = parts;
    this.#loop = new PollLoop({
      clock,
      emit,
      operation: 'moveRun',
      round: () => this.#renew(),
      retryMs: () => RENEW_MS,
    });
    this.#loop.startAfter(RENEW_MS);
  }

  /** Resolves when no extension is under way. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #renew(): Promise<number | null> {
    if (await keepClaim(this.#run, this.#parts)) return RENEW_MS;
    this.#lose();
    return null;
  }
}

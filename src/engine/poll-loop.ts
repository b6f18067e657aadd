/**
 * A loop of rounds with a rest between them. Rounds never overlap; a wake ends the rest, and a wake
 * during a round makes another round follow at once. After a failed round the loop backs off; after
 * `stop` it begins no round. Sweeps, shard ownership, work poller, clock repair, bulk runner, agent
 * runner and alerts are such loops: each defines only its round and how long to rest.
 */
import { messageOf } from '../core/error/service-error.ts';
import type { Clock, Timer } from './ports/clock.ts';
import type { Emit, StoreTask } from './ports/emit.ts';

export interface PollLoopParts {
  readonly clock: Clock;
  readonly emit: Emit;
  /** The name of a failed round in the log. */
  readonly operation: StoreTask;
  /** Returns how long to rest until the next round, in ms; null: until a wake. */
  readonly round: () => Promise<number | null>;
  /** How long to rest after this number of failed rounds in a row, in ms. */
  readonly retryMs: (failures: number) => number;
}

export class PollLoop {
  /** Since when every round has failed; monotonic. Null if the last one succeeded. */
  failingSinceMonoMs: number | null = null;
  readonly #parts: PollLoopParts;
  #timer: Timer | null = null;
  #isInRound = false;
  #isWokenAgain = false;
  #failures = 0;
  #stopped = false;
  /** Never rejects. */
  #ended: Promise<void> = Promise.resolve();

  constructor(parts: PollLoopParts) {
    this.#parts = parts;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Whether the loop rests until a known time. */
  get isResting(): boolean {
    return this.#timer !== null;
  }

  /** Runs the first round now. Rejects if the round fails; the loop is then stopped. */
  async start(): Promise<void> {
    this.#isInRound = true;
    let restMs: number | null;
    try {
      restMs = await this.#parts.round();
    } catch (error) {
      this.#stopped = true;
      this.#isInRound = false;
      throw error;
    }
    if (this.#isWokenAgain) this.#ended = this.#run();
    else this.#rest(restMs);
  }

  /** Starts the next round after `delayMs`, unless one is under way. */
  startAfter(delayMs: number): void {
    if (!this.#isInRound) this.#rest(delayMs);
  }

  /** Starts a round now; or another one after the one under way, unless that one fails. */
  wake(): void {
    if (this.#stopped) return;
    this.#isWokenAgain = true;
    if (!this.#isInRound) this.#ended = this.#run();
  }

  /** Resolves when no round is under way. */
  async idle(): Promise<void> {
    while (this.#isInRound) await this.#ended;
  }

  /** Begins no further round. Resolves when the one under way has ended. */
  stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#timer = null;
    return this.#ended;
  }

  async #run(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = null;
    this.#isInRound = true;
    let restMs: number | null = null;
    while (this.#isWokenAgain && !this.#stopped) {
      this.#isWokenAgain = false;
      restMs = await this.#tryRound();
      // After a failed round the loop rests first, however often it is woken.
      if (this.#failures > 0) break;
    }
    this.#rest(restMs);
  }

  async #tryRound(): Promise<number | null> {
    const { clock, emit, operation, round, retryMs } = this.#parts;
    try {
      const restMs = await round();
      this.#failures = 0;
      this.failingSinceMonoMs = null;
      return restMs;
    } catch (error) {
      this.#failures += 1;
      this.failingSinceMonoMs ??= clock.monoMs();
      emit({ name: 'store.failed', operation, error: messageOf(error) });
      return retryMs(this.#failures);
    }
  }

  #rest(restMs: number | null): void {
    this.#isInRound = false;
    this.#timer?.cancel();
    this.#timer = null;
    if (restMs === null || this.#stopped) return;
    this.#timer = this.#parts.clock.after(restMs, () => this.wake());
  }
}

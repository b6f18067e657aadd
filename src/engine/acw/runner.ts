/**
 * Makes every run of an agent end (S9.7): it claims due runs, fails those that waited long enough,
 * cancels those whose launch was cancelled, and works on the call logs of the built-in agents.
 * Several processes may do so on one store: a claim belongs to one worker and expires if the worker
 * dies. Must never delay a delivery, nor end a run that this process has not claimed.
 */
import { runStep } from '../../acw/run/run-step.ts';
import { messageOf } from '../../core/error/service-error.ts';
import type { RunKey } from '../../core/id.ts';
import { PollLoop } from '../poll-loop.ts';
import type { RunEnd, RunStore, RunWork } from '../ports/acw-store.ts';
import { storeRetryMs } from '../store-retry.ts';
import { cancelledEnd, failedEnd } from './built-in.ts';
import { finishDurably } from './finish.ts';
import { giveBack, type Stopping, type WorkParts, workOn } from './run-work.ts';
import { RunnerClock } from './runner-clock.ts';
import {
  AHEAD_MS,
  BOUND_MAX,
  CLAIM_BATCH,
  CLAIM_MS,
  GAUGE_MAX,
  GAUGE_MS,
  POLL_MS,
  POLL_MS_MIN,
  PUT_BACK_MS,
  QUEUE_MAX,
  QUIET_POLL_MS,
  REPAIR_BATCH,
  RUNNER_LIMITS,
  type RunnerLimits,
} from './runner-limits.ts';
import { type LaneName, type LanePlace, WorkLanes } from './work-lanes.ts';

export interface Runner {
  start(): void;
  /**
   * Called when a run may be due: its launch was settled or cancelled, or its call log was stored.
   */
  wake(): void;
  gauges(): RunnerGauges;
  /** Claims no more runs, waits at most `drainMs` for those in work, and puts the others back. */
  stop(): Promise<void>;
}

/** In work: in this process, now. Waiting and running: in the whole store, at the last count. */
export interface RunnerGauges {
  readonly runsInWork: number;
  readonly runsWaiting: number;
  readonly runsRunning: number;
}

export interface RunnerParts extends WorkParts {
  readonly store: WorkParts['store'] &
    Pick<RunStore, 'claimRuns' | 'nextRunAtMs' | 'repairRuns' | 'openRuns'>;
  /** Whether other processes share the store; their runs become due without a `wake`. */
  readonly shared: boolean;
  readonly limits?: Partial<RunnerLimits>;
}

export function createRunner(parts: RunnerParts): Runner {
  return new WorkingRunner(parts);
}

type Phase = 'new' | 'running' | 'stopped';

class WorkingRunner implements Runner {
  #phase: Phase = 'new';
  readonly #parts: RunnerParts;
  readonly #limits: RunnerLimits;
  readonly #times: RunnerClock;
  readonly #queues: Readonly<Record<LaneName, RunWork[]>> = { log: [], model: [] };
  readonly #lanes: WorkLanes;
  /** Runs that turned out to need a model while the lane of the model was full. */
  readonly #modelBound = new Set<RunKey>();
  readonly #inWork = new Set<Promise<void>>();
  readonly #loop: PollLoop;
  #hasOpen = true;
  #open = { waiting: 0, running: 0 };
  #countedAtMonoMs: number | null = null;
  #isOver = false;
  #end: () => void = () => {};
  readonly #stopping: Stopping;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#limits = { ...RUNNER_LIMITS, ...parts.limits };
    const { clock, random, emit } = parts;
    this.#times = new RunnerClock(clock);
    this.#loop = new PollLoop({
      clock,
      emit,
      operation: 'claimRuns',
      round: () => this.#round(),
      retryMs: (failures) => storeRetryMs(failures, random),
    });
    const { inWorkMax: log, modelWaitMax: model } = this.#limits;
    this.#lanes = new WorkLanes({ log, model }, () => this.#begin());
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#end = resolve;
    this.#stopping = { now: promise, isOver: () => this.#isOver };
  }

  start(): void {
    this.#phase = 'running';
    this.#times.begin();
    this.wake();
  }

  wake(): void {
    if (this.#phase === 'running') this.#loop.wake();
  }

  gauges(): RunnerGauges {
    const { waiting, running } = this.#open;
    return { runsInWork: this.#inWork.size, runsWaiting: waiting, runsRunning: running };
  }

  async stop(): Promise<void> {
    this.#phase = 'stopped';
    const looked = this.#loop.stop();
    const over = this.#parts.clock.after(this.#limits.drainMs, () => this.#abandon());
    await looked;
    const { log, model } = this.#queues;
    const queued = [...log.splice(0), ...model.splice(0)].map((run) => this.#leave(run, 0));
    await Promise.all([...queued, ...this.#inWork]);
    over.cancel();
  }

  #abandon(): void {
    this.#isOver = true;
    this.#end();
  }

  async #round(): Promise<number> {
    await this.#heedClock();
    const restMs = await this.#takeDue();
    await this.#count();
    return restMs;
  }

  /** Claims runs until none is due or this process has no room. Returns how long to rest, in ms. */
  async #takeDue(): Promise<number> {
    const { store, clock } = this.#parts;
    while (this.#phase === 'running') {
      const nextMs = await store.nextRunAtMs();
      this.#hasOpen = nextMs !== null;
      if (nextMs === null) return this.#parts.shared ? POLL_MS : QUIET_POLL_MS;
      const nowMs = clock.wallMs();
      if (nextMs > nowMs) return Math.min(POLL_MS, nextMs - nowMs);
      const runs = await store.claimRuns({ nowMs, claimMs: CLAIM_MS, limit: CLAIM_BATCH });
      if (runs.length === 0) return POLL_MS_MIN;
      const hadRoom = await Promise.all(runs.map((run) => this.#take(run)));
      // Runs that wait for a model get a later date, so runs that need none can be claimed sooner.
      if (hadRoom.includes('full')) return POLL_MS;
    }
    return POLL_MS;
  }

  /** Returns `full` if the lane for reading logs has no room. Never rejects. */
  async #take(run: RunWork): Promise<'taken' | 'full'> {
    const step = runStep(run, this.#parts.clock.wallMs(), this.#times.patientUntilMs());
    switch (step.kind) {
      case 'fail':
        await this.#finish(run, failedEnd(step.reason));
        return 'taken';
      case 'cancel':
        await this.#finish(run, cancelledEnd(step.reason, step.told ? 'told' : 'untold'));
        return 'taken';
      case 'wait': {
        const { callLogVersion } = run;
        await this.#move(() =>
          this.#parts.store.moveRun({
            run: run.key,
            claim: run.claim,
            to: { ...step, callLogVersion },
          }),
        );
        return 'taken';
      }
      case 'work': {
        const lane = this.#laneOf(run);
        if (this.#phase === 'running' && this.#queues[lane].length < QUEUE_MAX) {
          this.#queues[lane].push(run);
          this.#begin();
          return 'taken';
        }
        await this.#leave(run, this.#phase === 'running' ? PUT_BACK_MS : 0);
        return lane === 'log' ? 'full' : 'taken';
      }
    }
  }

  #finish(run: RunWork, end: RunEnd): Promise<void> {
    return finishDurably(run, end, this.#parts, () => this.#isOver);
  }

  #laneOf(run: RunWork): LaneName {
    const isBound = this.#modelBound.delete(run.key);
    return isBound || this.#parts.builtIn.asksModel(run.agent) ? 'model' : 'log';
  }

  #begin(): void {
    for (const lane of ['log', 'model'] as const) {
      while (this.#lanes.hasRoom(lane)) {
        const run = this.#queues[lane].shift();
        if (run === undefined) break;
        this.#work(run, this.#lanes.enter(lane));
      }
    }
  }

  #work(run: RunWork, place: LanePlace): void {
    const enterModel = (): boolean => {
      const isIn = place.enterModel();
      if (!isIn && this.#modelBound.size < BOUND_MAX) this.#modelBound.add(run.key);
      return isIn;
    };
    const work = workOn(run, this.#parts, this.#stopping, enterModel).then(() => {
      place.leave();
      this.#inWork.delete(work);
      this.#begin();
      this.wake();
    });
    this.#inWork.add(work);
  }

  #leave(run: RunWork, afterMs: number): Promise<void> {
    return this.#move(() => giveBack(run, this.#parts, afterMs));
  }

  /** If the move fails, the claim expires. */
  async #move(move: () => Promise<unknown>): Promise<void> {
    try {
      await move();
    } catch (error) {
      const { emit } = this.#parts;
      emit({ name: 'store.failed', operation: 'moveRun', error: messageOf(error) });
    }
  }

  /** At the start and after the clock went back: runs dated too far ahead become due at once. */
  async #heedClock(): Promise<void> {
    const { store, clock } = this.#parts;
    this.#times.look();
    while (this.#times.isDoubted && this.#phase === 'running') {
      const { more } = await store.repairRuns({
        nowMs: clock.wallMs(),
        aheadMs: AHEAD_MS,
        limit: REPAIR_BATCH,
      });
      if (!more) this.#times.believe();
    }
  }

  async #count(): Promise<void> {
    const { store, clock } = this.#parts;
    if (!this.#hasOpen) {
      // Every run that is waiting or running has a due time.
      this.#open = { waiting: 0, running: 0 };
      this.#countedAtMonoMs = null;
      return;
    }
    const nowMs = clock.monoMs();
    if (this.#countedAtMonoMs !== null && nowMs - this.#countedAtMonoMs < GAUGE_MS) return;
    this.#countedAtMonoMs = nowMs;
    this.#open = await store.openRuns(GAUGE_MAX);
  }
}

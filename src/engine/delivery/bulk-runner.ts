/**
 * Executes bulk jobs (S12.16). The leading process takes a step of each job in turn, so that no job
 * waits for another; a request that waits for its own job takes the steps itself. A step is one
 * commit, so other writers get the store in between. After a step the dispatcher, the local inbox
 * and open pages are told what changed. A failed step is tried again.
 */
import { messageOf } from '../../core/error/service-error.ts';
import type { BulkKey, EndpointKey, ProjectKey } from '../../core/id.ts';
import { PollLoop } from '../poll-loop.ts';
import type { BulkJob, BulkStep, BulkStore } from '../ports/bulk-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Emit } from '../ports/emit.ts';
import type { InboxAccess } from '../ports/inbox.ts';
import { type LiveNews, liveEvent } from '../ports/live-event.ts';

/** How soon a job of another process is noticed and a failed step is tried again. */
export const BULK_EVERY_MS = 1_000;
/** The rest if no job is open and no other process could make one: a safety net. */
export const BULK_QUIET_MS = 15_000;
/** Deliveries in one step, which locks as many calls for some milliseconds. */
export const BULK_BATCH = 200;

export interface BulkRunner {
  start(): void;
  /** A job was made; the runner looks for it now. */
  wake(): void;
  /**
   * Takes steps of this job now, in any process, until it ends or `stepsMax` steps are taken; the
   * leading process does the rest. Returns the job after the last step, or null if no step was
   * taken.
   */
  finish(key: BulkKey, stepsMax: number): Promise<BulkJob | null>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Begins no further step and waits for the one under way. */
  stop(): Promise<void>;
}

export interface BulkRunnerParts {
  readonly store: Pick<BulkStore, 'openBulk' | 'stepBulk'>;
  readonly dispatcher: { invalidate(endpoint: EndpointKey): void };
  readonly inbox: InboxAccess;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly note: (project: ProjectKey, news: LiveNews) => void;
  /** True in only one of the processes that share a store. */
  readonly leads: () => boolean;
  /** Whether other processes share the store; their jobs come without a `wake`. */
  readonly shared: boolean;
}

export function createBulkRunner(parts: BulkRunnerParts): BulkRunner {
  return new Runner(parts);
}

class Runner implements BulkRunner {
  readonly #parts: BulkRunnerParts;
  readonly #loop: PollLoop;
  #started = false;

  constructor(parts: BulkRunnerParts) {
    this.#parts = parts;
    const { clock, emit } = parts;
    this.#loop = new PollLoop({
      clock,
      emit,
      operation: 'bulk step',
      round: () => this.#round(),
      retryMs: () => BULK_EVERY_MS,
    });
  }

  start(): void {
    this.#started = true;
    this.#loop.wake();
  }

  wake(): void {
    if (this.#started) this.#loop.wake();
  }

  async finish(key: BulkKey, stepsMax: number): Promise<BulkJob | null> {
    let job: BulkJob | null = null;
    for (let steps = 0; steps < stepsMax; steps += 1) {
      const next = await this.#tryStep(key);
      if (next === null) break;
      job = next;
      if (job.endedAtMs !== null) return job;
    }
    this.wake();
    return job;
  }

  idle(): Promise<void> {
    return this.#loop.idle();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Takes a step of each job. If a job has more to do, the next round follows at once. */
  async #round(): Promise<number> {
    const { store, leads, shared } = this.#parts;
    if (!leads()) return BULK_EVERY_MS;
    const open = await store.openBulk();
    if (open.length === 0 && !shared) return BULK_QUIET_MS;
    for (const key of open) {
      if (this.#loop.isStopped) break;
      const job = await this.#step(key);
      if (job !== null && job.endedAtMs === null) this.#loop.wake();
    }
    return BULK_EVERY_MS;
  }

  /** Returns null if the job had already ended. */
  async #step(key: BulkKey): Promise<BulkJob | null> {
    const { store, clock } = this.#parts;
    const step = await store.stepBulk({ key, nowMs: clock.wallMs(), limit: BULK_BATCH });
    if (step === null) return null;
    this.#tell(step);
    return step.job;
  }

  /**
   * The job is stored. If a step fails, the request does not fail, and the leading process repeats
   * the step.
   */
  async #tryStep(key: BulkKey): Promise<BulkJob | null> {
    try {
      return await this.#step(key);
    } catch (error) {
      const { emit } = this.#parts;
      emit({ name: 'store.failed', operation: 'bulk step', error: messageOf(error) });
      return null;
    }
  }

  #tell({ job, endpoints, made, deleted }: BulkStep): void {
    const { dispatcher, emit, inbox, note } = this.#parts;
    for (const endpoint of endpoints) dispatcher.invalidate(endpoint);
    if (made.length > 0) emit({ name: 'delivery.made', count: made.length });
    if (deleted !== null && inbox.kind === 'on') {
      inbox.inbox.forgetCalls(deleted.projectId, deleted.callIds);
    }
    note(job.projectKey, liveEvent('bulk', { id: job.id, state: job.state }));
    const gone = deleted?.callIds.length ?? 0;
    if (endpoints.length + gone > 0) note(job.projectKey, 'resync');
  }
}

/**
 * Does bulk jobs: a step of each in turn until none is left, so that no job waits for another. A
 * step is a commit and leaves the store to others in between; what it changed is told to the
 * dispatcher, the local inbox and open pages. In the process that leads; a failure is tried again.
 */
import type { BulkKey, EndpointKey, ProjectKey } from '../../core/id.ts';
import { type LiveNews, liveEvent } from '../live/live-event.ts';
import type { BulkStep, BulkStore } from '../ports/bulk-store.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { Emit } from '../ports/emit.ts';
import type { InboxAccess } from '../ports/inbox.ts';
import { messageOf } from '../store-retry.ts';

/** How soon a job that another process made is seen, and a failed step tried again. */
export const BULK_EVERY_MS = 1_000;
/** Deliveries of one step: as many calls are held for some milliseconds. */
export const BULK_BATCH = 200;

export interface BulkRunner {
  start(): void;
  /** There is a job: look now. */
  wake(): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Begins no step more and waits for the one under way. */
  stop(): Promise<void>;
}

export interface BulkRunnerParts {
  readonly store: Pick<BulkStore, 'openBulk' | 'stepBulk'>;
  readonly dispatcher: { invalidate(endpoint: EndpointKey): void };
  readonly inbox: InboxAccess;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly note: (project: ProjectKey, news: LiveNews) => void;
  /** True in one process at a time. */
  readonly leads: () => boolean;
}

export function createBulkRunner(parts: BulkRunnerParts): BulkRunner {
  return new Runner(parts);
}

class Runner implements BulkRunner {
  readonly #parts: BulkRunnerParts;
  #timer: Timer | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = true;

  constructor(parts: BulkRunnerParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#stopped = false;
    this.wake();
  }

  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    if (this.#running !== null) return;
    this.#timer?.cancel();
    this.#timer = null;
    this.#running = this.#run().then(() => {
      this.#running = null;
      if (!this.#stopped) this.#timer = this.#parts.clock.after(BULK_EVERY_MS, () => this.wake());
    });
  }

  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { store, emit, leads } = this.#parts;
    try {
      while (this.#again && !this.#stopped && leads()) {
        this.#again = false;
        for (const key of await store.openBulk()) {
          if (this.#stopped) return;
          if (await this.#step(key)) this.#again = true;
        }
      }
    } catch (error) {
      emit({ name: 'store.failed', operation: 'bulk step', error: messageOf(error) });
    }
  }

  /** True when there is more of it to do. */
  async #step(key: BulkKey): Promise<boolean> {
    const { store, clock } = this.#parts;
    const step = await store.stepBulk(key, clock.wallMs(), BULK_BATCH);
    if (step === null) return false;
    this.#tell(step);
    return step.job.endedAtMs === null;
  }

  #tell({ job, endpoints, made, deleted }: BulkStep): void {
    const { dispatcher, emit, inbox, note } = this.#parts;
    for (const endpoint of endpoints) dispatcher.invalidate(endpoint);
    for (const endpoint of made) emit({ name: 'delivery.made', endpoint, count: 1 });
    if (deleted !== null && inbox.kind === 'on') {
      inbox.inbox.forgetCalls(deleted.projectId, deleted.callIds);
    }
    note(job.projectKey, liveEvent('bulk', { id: job.id, state: job.state }));
    const gone = deleted?.callIds.length ?? 0;
    if (endpoints.length + gone > 0) note(job.projectKey, 'resync');
  }
}

/**
 * The simulator's disk: the shipping operations of the SQLite store on one connection in memory,
 * which outlives every crash. A batch of changes is really applied at a later virtual time and
 * answered later still. A process that dies before loses the batch; one that dies or is cut off
 * between the two has written without knowing. Must never answer a dead life.
 */
import type { Timer } from '../../src/engine/ports/clock.ts';
import type { Performer } from '../../src/store/sqlite/backend.ts';
import { Connection } from '../../src/store/sqlite/connection.ts';
import { flatten, unavailable } from '../../src/store/sqlite/failure.ts';
import type { WriteName, WriteRequest } from '../../src/store/sqlite/operations.ts';
import type { Performers } from '../../src/store/sqlite/parts.ts';
import { type BatchMessage, readBatch, writeBatch } from '../../src/store/sqlite/performer.ts';
import { WriteSession } from '../../src/store/sqlite/session.ts';
import { query } from '../../src/store/statement.ts';
import type { Recorder } from '../history.ts';
import { chanceOf } from '../script/random.ts';
import type { DiskFault, DiskPlan } from '../script/script.ts';
import { latencyMs } from './latency.ts';
import type { Cut } from './machine.ts';
import { migratedDatabase } from './migrated.ts';
import type { Life, Timeline } from './timeline.ts';

/** How long a caller waits for an answer that does not come. */
const SILENCE_MS = 10_000;
/** The factor by which everything is slower during the fault `slow`. */
const SLOW_FACTOR = 400;
/** SQLite's default. */
const PAGES_MAX = 4_294_967_294;
const PAGES = query<{ page_count: number }>('pragma page_count');

/** Changes on which no promise about deliveries rests. */
const UNTOLD: ReadonlySet<WriteName> = new Set<WriteName>([
  'noteAudit',
  'ensureProject',
  'updateProject',
  'createApiKey',
  'revokeApiKey',
  'touchApiKeys',
  'putSigningKeys',
  'ageSigningKeys',
  'createSource',
  'updateSource',
  'deleteSource',
  'noteSourceRequests',
  'probe',
]);

/** Applies a batch, in one transaction or more. */
export type WriteBatch = typeof writeBatch;

export interface DiskParts {
  readonly seed: number;
  readonly plan: DiskPlan;
  readonly timeline: Timeline;
  readonly recorder: Recorder;
}

/** Work that the disk has not done, or has not answered, yet. */
interface Pending {
  readonly life: Life;
  readonly kind: 'work' | 'answer';
  readonly name: string;
  readonly meanMs: number;
  readonly task: () => void;
}

export class Disk {
  /** Reads rows directly; all that it sees is on disk. */
  readonly db: Connection;
  /** The number of batches applied so far. */
  applied = 0;
  /** While the world is set up, nothing takes time. */
  isInstant = false;
  readonly #parts: DiskParts;
  readonly #pending = new Map<Pending, Timer>();
  #fault: DiskFault | null = null;
  #token = 0;
  #drawnAtMs = -1;
  #drawn = 0;

  constructor(parts: DiskParts) {
    this.#parts = parts;
    this.db = new Connection(migratedDatabase());
  }

  /**
   * Sets a fault. Returns a token for `endFault`, which does nothing if a later fault replaced it.
   */
  setFault(fault: DiskFault): number {
    this.#change(fault);
    this.#token += 1;
    return this.#token;
  }

  endFault(token: number): void {
    if (token === this.#token) this.heal();
  }

  heal(): void {
    if (this.#fault !== null) this.#change(null);
  }

  /** A new process's view: it remembers nothing but what is on disk. */
  performers(life: Life, write: WriteBatch = writeBatch): Performers {
    const session = new WriteSession(this.db);
    const { commitMs, readMs } = this.#parts.plan;
    return {
      writer: this.#performer(life, 'commit', commitMs, (requests) =>
        this.#write(life, requests, write(session, requests)),
      ),
      reader: this.#performer(life, 'read', readMs, (requests) => readBatch(this.db, requests)),
      dispatchReader: this.#performer(life, 'dispatch-read', readMs, (requests) =>
        readBatch(this.db, requests),
      ),
    };
  }

  /**
   * Does work after a while and answers a while later; answers `refused` if the disk is away or cut
   * off.
   */
  ask<Value>(
    life: Life,
    name: string,
    meanMs: number,
    work: () => Value,
    refused: () => Value,
  ): Promise<Value> {
    const soon = (kind: 'work' | 'answer', ms: number, task: () => void): void =>
      this.#wait({ life, kind, name: `${name}-${kind}`, meanMs: ms, task });
    return new Promise((resolve) => {
      const lose = () => this.#giveUp(life, () => resolve(refused()));
      if (cutOf(life) !== null) {
        lose();
        return;
      }
      soon('work', meanMs, () => {
        if (cutOf(life) !== null && this.#isLost(life, name)) {
          lose();
          return;
        }
        const done = this.#fault === 'unavailable' ? refused() : work();
        soon('answer', meanMs / 2, () => (cutOf(life) === null ? resolve(done) : lose()));
      });
    });
  }

  close(): void {
    this.db.close();
  }

  #change(fault: DiskFault | null): void {
    const pages = fault === 'full' ? (this.db.one(PAGES)?.page_count ?? PAGES_MAX) : PAGES_MAX;
    this.db.database.exec(`pragma max_page_count = ${pages}`);
    const wasSlow = this.#fault === 'slow';
    this.#fault = fault;
    this.#parts.recorder.note({ what: 'disk', fault });
    if (wasSlow) this.#hurry();
  }

  #performer<Request>(
    life: Life,
    name: string,
    meanMs: number,
    work: (requests: readonly Request[]) => BatchMessage,
  ): Performer<Request> {
    return {
      perform: (requests) =>
        this.ask(
          life,
          name,
          meanMs,
          () => work(requests),
          () => refusal(requests.length),
        ),
      onDeath: () => {},
      close: async () => {},
    };
  }

  /** The caller learns of a cut connection at once, or after its patience if the cut is silent. */
  #giveUp(life: Life, task: () => void): void {
    const delayMs = cutOf(life) === 'silent' ? SILENCE_MS : 1;
    this.#parts.timeline.tell(life, delayMs, task);
  }

  /** Half of the requests under way when a connection is cut get lost. */
  #isLost(life: Life, name: string): boolean {
    const { seed, timeline } = this.#parts;
    return chanceOf(seed, 'cut', life.number, name, timeline.monoMs()) < 0.5;
  }

  #wait(task: Pending): void {
    const { timeline } = this.#parts;
    const { life, kind } = task;
    const delayMs = this.#latencyMs(task.name, task.meanMs);
    const happen = () => {
      this.#pending.delete(task);
      task.task();
    };
    // The database does the work, so it goes on while the process stands still.
    const timer =
      kind === 'work' ? timeline.away(life, delayMs, happen) : timeline.tell(life, delayMs, happen);
    this.#pending.set(task, timer);
  }

  /** From now on the pending work of a slow disk takes its usual time. */
  #hurry(): void {
    const pending = [...this.#pending];
    this.#pending.clear();
    for (const [task, timer] of pending) {
      timer.cancel();
      if (!task.life.dead) this.#wait(task);
    }
  }

  #write(life: Life, requests: readonly WriteRequest[], done: BatchMessage): BatchMessage {
    this.applied += 1;
    for (const [index, { name, argument }] of requests.entries()) {
      const outcome = done.outcomes[index];
      if (outcome?.ok !== true || UNTOLD.has(name)) continue;
      const { value } = outcome;
      this.#parts.recorder.note({
        what: 'committed',
        life: life.number,
        name,
        argument,
        value,
      });
    }
    return done;
  }

  /** Depends only on the moment, so that a run with a step less sees the same disk. */
  #latencyMs(name: string, meanMs: number): number {
    if (this.isInstant || meanMs === 0) return 0;
    const { seed, timeline } = this.#parts;
    const nowMs = timeline.monoMs();
    if (nowMs !== this.#drawnAtMs) this.#drawn = 0;
    this.#drawnAtMs = nowMs;
    this.#drawn += 1;
    const factor = this.#fault === 'slow' ? SLOW_FACTOR : 1;
    return latencyMs(meanMs * factor, chanceOf(seed, name, nowMs, this.#drawn));
  }
}

function refusal(requests: number): BatchMessage {
  const error = flatten(unavailable('The disk does not answer.'));
  return { outcomes: Array.from({ length: requests }, () => ({ ok: false, error })), commits: 0 };
}

function cutOf({ machine }: Life): Cut | null {
  return machine?.cut ?? null;
}

/**
 * Periodic work (step 1 without a platform, and housekeeping): calls that went stale are reported
 * as ended, rows past their retention are removed, signing keys age, sessions end, the backlog is
 * recorded for its trend, calls are counted beside a limit. Every sweep works in bounded batches,
 * never overlaps itself, and continues after a failure. Must never change a call or a lane itself:
 * a stale call is a report like any other (S1.15).
 */
import { staleReport } from '../core/call/stale.ts';
import type { ProjectKey } from '../core/id.ts';
import { MINUTE_MS } from '../core/time.ts';
import type { Intake } from './intake.ts';
import { countCallsOf } from './manage/call-count.ts';
import { PollLoop } from './poll-loop.ts';
import type { Clock } from './ports/clock.ts';
import type { Emit, SweepName } from './ports/emit.ts';
import type { InstanceStore, ProjectFigures } from './ports/instance-store.ts';
import type { SigningKeyStore } from './ports/manage-store.ts';
import type { PeopleStore } from './ports/people-store.ts';
import type { ReportItem, ReportStore } from './ports/report-store.ts';
import type { RetentionStore } from './ports/retention-store.ts';
import type { BacklogGauges, TrendStore } from './ports/trend-store.ts';
import type { StalenessClock } from './staleness-clock.ts';

export interface Sweeps {
  start(): void;
  /** Null before the first look, and in a process that does not lead. */
  backlog(): BacklogGauges | null;
  /** As `backlog`. */
  projects(): ProjectFigures | null;
  /** Begins no further batch and waits for those under way. */
  stop(): Promise<void>;
}

export interface SweepParts {
  readonly store: Pick<ReportStore, 'staleCalls'> &
    Pick<RetentionStore, 'removeExpired'> &
    Pick<SigningKeyStore, 'ageSigningKeys'> &
    Pick<PeopleStore, 'removePastPeople'> &
    Pick<TrendStore, 'backlogs' | 'keepBacklogs'> &
    Pick<InstanceStore, 'projectsToCount' | 'countCalls' | 'keepCount' | 'projectFigures'>;
  readonly intake: Intake;
  readonly clock: Clock;
  /** The same instance as that of the intake. */
  readonly staleness: StalenessClock;
  readonly emit: Emit;
  /** True in only one of the processes that share a store; that one does the sweeps. */
  readonly leads: () => boolean;
}

export const STALE_EVERY_MS = 30_000;
export const RETENTION_EVERY_MS = 60_000;
/** The rest between two rounds of retention: each reads all rows, and retention counts in days. */
export const RETENTION_REST_MS = 3_600_000;
export const KEYS_EVERY_MS = 3_600_000;
export const PEOPLE_EVERY_MS = 60_000;
/** The rest between two rounds if nothing was left to do. */
export const PEOPLE_REST_MS = 900_000;
export const BACKLOG_EVERY_MS = MINUTE_MS;
export const USAGE_EVERY_MS = MINUTE_MS;
const USAGE_BATCH = 50;
/** Rests so many times as long as it counted: a million calls take a reader 0.2 s. */
const USAGE_REST = 20;
/** Rows of one batch; few enough that reports wait only some milliseconds behind it. */
export const STALE_BATCH = 100;
export const RETENTION_BATCH = 500;
const PEOPLE_BATCH = 500;
/** The most batches of one run; the next run does the rest. */
export const STALE_BATCHES_MAX = 1_000;
/** The most commits a minute. That is 30 million rows an hour, more than a store takes in. */
export const RETENTION_BATCHES_MAX = 1_000;

/**
 * `everyMs`: the rest before the first run, and after a run that left work. `restMs`: the rest
 * after any other run.
 */
interface Pace {
  readonly everyMs: number;
  readonly restMs: number;
  readonly batchesMax: number;
}

const STALE: Pace = {
  everyMs: STALE_EVERY_MS,
  restMs: STALE_EVERY_MS,
  batchesMax: STALE_BATCHES_MAX,
};
const RETENTION: Pace = {
  everyMs: RETENTION_EVERY_MS,
  restMs: RETENTION_REST_MS,
  batchesMax: RETENTION_BATCHES_MAX,
};
const KEYS: Pace = { everyMs: KEYS_EVERY_MS, restMs: KEYS_EVERY_MS, batchesMax: 1 };

/** Counting goes over an index of calls, by a reader; reports go by the last count. */
const USAGE: Pace = { everyMs: USAGE_EVERY_MS, restMs: USAGE_EVERY_MS, batchesMax: 100 };
const BACKLOG: Pace = { everyMs: BACKLOG_EVERY_MS, restMs: BACKLOG_EVERY_MS, batchesMax: 1 };
/**
 * Expired sessions are refused whenever they are used; this sweep only frees space. It removes half
 * a million rows a minute: allowed tries to sign in write three rows each, at most 40 times a
 * second, because argon2id is slow.
 */
const PEOPLE: Pace = { everyMs: PEOPLE_EVERY_MS, restMs: PEOPLE_REST_MS, batchesMax: 1_000 };

export function createSweeps(parts: SweepParts): Sweeps {
  let seen: BacklogGauges | null = null;
  const keepBacklogs: Batch = async (sweeping) => {
    seen = await lookAtBacklog(sweeping);
    return { rows: 1, more: false };
  };
  let figures: ProjectFigures | null = null;
  let counted: ProjectKey | null = null;
  let beganMonoMs = 0;
  const countUsage: Batch = async (sweeping) => {
    if (counted === null) beganMonoMs = sweeping.clock.monoMs();
    const projects = await sweeping.store.projectsToCount({
      afterKey: counted,
      limit: USAGE_BATCH,
    });
    for (const project of projects) await countCallsOf(project, sweeping);
    counted = projects.at(-1)?.key ?? null;
    figures = await sweeping.store.projectFigures(null);
    const tookMs = sweeping.clock.monoMs() - beganMonoMs;
    const restMs = Math.max(USAGE_EVERY_MS, tookMs * USAGE_REST);
    return { rows: projects.length, more: counted !== null, restMs };
  };
  const sweeps = [
    new Sweep('stale', STALE, sweepStale, parts),
    new Sweep('retention', RETENTION, sweepExpired, parts),
    new Sweep('signing-keys', KEYS, ageKeys, parts),
    new Sweep('people', PEOPLE, sweepPeople, parts),
    new Sweep('backlog', BACKLOG, keepBacklogs, parts),
    new Sweep('usage', USAGE, countUsage, parts),
  ];
  return {
    start: () => {
      for (const sweep of sweeps) sweep.start();
    },
    backlog: () => (parts.leads() ? seen : null),
    projects: () => (parts.leads() ? figures : null),
    stop: async () => {
      await Promise.all(sweeps.map((sweep) => sweep.stop()));
    },
  };
}

/**
 * `rows`: how many this batch changed. `more`: whether another batch may find some. `restMs`:
 * instead of the pace's.
 */
interface BatchDone {
  readonly rows: number;
  readonly more: boolean;
  readonly restMs?: number;
}

type Batch = (parts: SweepParts) => Promise<BatchDone>;

class Sweep {
  readonly #name: SweepName;
  readonly #pace: Pace;
  readonly #batch: Batch;
  readonly #parts: SweepParts;
  readonly #loop: PollLoop;

  constructor(name: SweepName, pace: Pace, batch: Batch, parts: SweepParts) {
    this.#name = name;
    this.#pace = pace;
    this.#batch = batch;
    this.#parts = parts;
    const { clock, emit } = parts;
    this.#loop = new PollLoop({
      clock,
      emit,
      operation: `sweep ${name}`,
      round: () => this.#run(),
      retryMs: () => pace.everyMs,
    });
  }

  start(): void {
    this.#loop.startAfter(this.#pace.everyMs);
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Returns how long to rest: longer if nothing was left to do. */
  async #run(): Promise<number> {
    const { emit, leads } = this.#parts;
    const { everyMs, batchesMax } = this.#pace;
    let { restMs } = this.#pace;
    if (!leads()) return everyMs;
    let rows = 0;
    let isDone = false;
    try {
      for (let n = 0; n < batchesMax && !isDone && this.#goesOn(); n += 1) {
        const done = await this.#batch(this.#parts);
        rows += done.rows;
        isDone = !done.more;
        restMs = done.restMs ?? restMs;
      }
    } finally {
      emit({ name: 'sweep.ended', sweep: this.#name, rows });
    }
    return isDone ? restMs : everyMs;
  }

  #goesOn(): boolean {
    return !this.#loop.isStopped && this.#parts.leads();
  }
}

async function sweepStale({ store, intake, clock, staleness }: SweepParts): Promise<BatchDone> {
  const stale = await store.staleCalls({ nowMs: staleness.nowMs(), limit: STALE_BATCH });
  if (stale.length === 0) return { rows: 0, more: false };
  const receivedAtMs = clock.wallMs();
  const receipts = await intake.accept(
    stale.map(({ projectKey, call }): ReportItem => {
      const report = staleReport(call);
      return { projectKey, callId: call.callId, report, source: 'stale', receivedAtMs };
    }),
  );
  // If the call was reported meanwhile, the item is accepted but not applied.
  const rows = receipts.filter((each) => each.kind === 'accepted' && each.answer.applied).length;
  // If nothing was applied, the next batch could be the same one.
  return { rows, more: rows > 0 && stale.length === STALE_BATCH };
}

/** Uses the staleness clock, so that a clock that was wrong for a while removes nothing. */
async function sweepExpired({ store, staleness, emit }: SweepParts): Promise<BatchDone> {
  const { removed, lost, more } = await store.removeExpired({
    nowMs: staleness.nowMs(),
    limit: RETENTION_BATCH,
  });
  if (lost > 0) emit({ name: 'ingest.lost', count: lost });
  return { rows: removed, more };
}

/**
 * Uses the staleness clock, so that a wrong clock cannot end the time in which receivers trust a
 * key.
 */
async function ageKeys({ store, staleness }: SweepParts): Promise<BatchDone> {
  return { rows: await store.ageSigningKeys(staleness.nowMs()), more: false };
}

async function sweepPeople({ store, staleness }: SweepParts): Promise<BatchDone> {
  const rows = await store.removePastPeople({ nowMs: staleness.nowMs(), limit: PEOPLE_BATCH });
  return { rows, more: rows >= PEOPLE_BATCH };
}

/** Counted by a reader, so that a long backlog does not delay the writer. */
async function lookAtBacklog({ store, clock }: SweepParts): Promise<BacklogGauges> {
  const nowMs = clock.wallMs();
  const { projects, ...look } = await store.backlogs({ nowMs });
  await store.keepBacklogs({ atMs: nowMs, backlogs: projects });
  const ages = projects.map(({ oldestOpenAtMs }) => Math.max(0, nowMs - (oldestOpenAtMs ?? nowMs)));
  const isOpen = projects.some(({ oldestOpenAtMs }) => oldestOpenAtMs !== null);
  return { ...look, oldestAgeMs: isOpen ? Math.max(...ages) : null };
}

/**
 * Every maximum of the runner, with the reason for its value (S9.19, S9.20, S9.26). Tests pass
 * smaller limits for the process.
 */

export interface RunnerLimits {
  /** Runs whose call logs are read at once; a single thread reads them. */
  readonly inWorkMax: number;
  /** Runs that wait for a model in addition; the client limits its questions itself. */
  readonly modelWaitMax: number;
  /** How long `stop` waits for runs in work; then they are put back. */
  readonly drainMs: number;
}

export const RUNNER_LIMITS: RunnerLimits = { inWorkMax: 8, modelWaitMax: 8, drainMs: 35_000 };

/** A claim that is not extended for this long expires. A worker extends it three times as often. */
export const CLAIM_MS = 30_000;
export const RENEW_MS = CLAIM_MS / 3;
/** The largest number of runs in one claim; most due runs need a single short commit. */
export const CLAIM_BATCH = 32;
/** Claimed runs that wait for room in each lane; further ones are put back for other processes. */
export const QUEUE_MAX = 8;
/** Runs remembered to need a model. If one is forgotten, its log is read once more. */
export const BOUND_MAX = 1_000;
/** After this time a run that was put back is due again; until then deadlines are handled. */
export const PUT_BACK_MS = 5_000;
/**
 * After this time a run is repeated whose model did not answer; the circuit breaker then lets one
 * question through.
 */
export const MODEL_AGAIN_MS = 30_000;
/** How long after the first failure runs are repeated; then the run ends without the model. */
export const MODEL_WAIT_MS = 600_000;
/** How often the store is asked for due runs, since other processes send no notice. */
export const POLL_MS = 1_000;
/** The same while no run has a due time and no other process could give it one: a safety net. */
export const QUIET_POLL_MS = 15_000;
/** The rest after other processes claimed all due runs first. */
export const POLL_MS_MIN = 100;
/**
 * After a start, or after the machine was suspended, no run is given up for this time, in which
 * platforms and agents send logs and results again.
 */
export const PATIENCE_MS = 60_000;
/** A jump of the wall clock that is too large to be slewing. */
export const JUMP_MS = 60_000;
/** Runs that one commit makes due again after the clock went back. */
export const REPAIR_BATCH = 500;
/** Runs are dated at most so far ahead, except those that wait for a deadline. */
export const AHEAD_MS = 60_000;
/** How often the gauges of open runs are read, and up to which number they count. */
export const GAUGE_MS = 15_000;
export const GAUGE_MAX = 10_000;

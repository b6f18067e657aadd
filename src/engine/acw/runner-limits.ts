/**
 * Every maximum of the runner in one place, with why it has this value (S9.19, S9.20, S9.26). Tests
 * pass smaller ones for what is a limit of the process.
 */

export interface RunnerLimits {
  /** Runs whose call log is being read: one thread does it. */
  readonly inWorkMax: number;
  /** Runs that wait for answers of a model, besides; the client bounds its questions itself. */
  readonly modelWaitMax: number;
  /** How long `stop` waits for them; then they are given back. */
  readonly drainMs: number;
}

export const RUNNER_LIMITS: RunnerLimits = { inWorkMax: 8, modelWaitMax: 8, drainMs: 35_000 };

/** A run is another's so long after its worker was last heard of. Renewed three times in it. */
export const CLAIM_MS = 30_000;
export const RENEW_MS = CLAIM_MS / 3;
/** Of one claim: most of what is due needs one short commit each. */
export const CLAIM_BATCH = 32;
/** Claimed runs of each lane that wait for room; what is more is put back, for others to take. */
export const QUEUE_MAX = 8;
/** Evaluations remembered to need a model; one that is forgotten is read once more. */
export const BOUND_MAX = 1_000;
/** Runs put back are looked at again after this, so that deadlines get their turn meanwhile. */
export const PUT_BACK_MS = 5_000;
/** A run whose model was away is done again after this: the breaker lets one question by then. */
export const MODEL_AGAIN_MS = 30_000;
/** And so long at most, from the first time on; then it ends without the model. */
export const MODEL_WAIT_MS = 600_000;
/** From another process nothing is heard: this often the store is asked what is due. */
export const POLL_MS = 1_000;
/** Between two looks that found something due which others had taken. */
export const POLL_MS_MIN = 100;
/**
 * After a start, or when the machine was suspended, no run is given up for so long: platforms and
 * agents send logs and results again by then.
 */
export const PATIENCE_MS = 60_000;
/** A step of the wall clock that is no slewing. */
export const JUMP_MS = 60_000;
/** Runs dated anew by one commit, after the clock went back. */
export const REPAIR_BATCH = 500;
/** Beyond what any run but a deadline is dated ahead. */
export const AHEAD_MS = 60_000;
/** The figures of open runs are read this often, and count no further than this. */
export const GAUGE_MS = 15_000;
export const GAUGE_MAX = 10_000;

/**
 * Time and chance as the engine sees them. The real ones live in `src/system/`; tests and the
 * simulator pass their own. Nothing in core or engine may read a clock any other way.
 */

export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Epoch milliseconds; may jump. For times that people and receivers see, and for due times. */
  wallMs(): number;
  /** Milliseconds that never go back. For durations and deadlines inside one process. */
  monoMs(): number;
  /** Runs `task` once after `delayMs` (at most 2^31 - 1); a cancelled timer never runs. */
  after(delayMs: number, task: () => void): Timer;
}

export interface Random {
  /** Uniform in [0, 1). */
  fraction(): number;
}

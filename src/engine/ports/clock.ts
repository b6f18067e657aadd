/**
 * Time and chance for the engine. The real ones live in `src/system/`; tests and the simulator pass
 * their own. Core and engine must never read a clock any other way.
 */

export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Epoch milliseconds; may jump. For times that people and receivers see, and for due times. */
  wallMs(): number;
  /** Milliseconds that never go back. For durations and deadlines within one process. */
  monoMs(): number;
  /** Runs `task` once after `delayMs` (at most 2^31 - 1); a cancelled timer never runs. */
  after(delayMs: number, task: () => void): Timer;
}

export interface Random {
  /** Uniform in [0, 1). */
  fraction(): number;
}

/**
 * The defaults of an endpoint's settings, and the bounds within which an operator may set them
 * (S6.10, S6.11, S6.20, S10.11).
 */
import type { EndpointKind, Pacing } from './endpoint.ts';

/** 6 retries: 5 s, 15 s, 45 s, 2 m 15 s, 6 m 45 s, 20 m 15 s (S6.11). */
export const RETRY_SCHEDULE_MS = [5_000, 15_000, 45_000, 135_000, 405_000, 1_215_000] as const;
export const RETRIES_MAX = 6;
export const RETRY_STEP_MS_MIN = 1_000;
export const RETRY_STEP_MS_MAX = 6 * 3_600_000;
export const TIMEOUT_MS = { default: 10_000, min: 1_000, max: 30_000 } as const;
export const CONNECT_TIMEOUT_MS = 5_000;

export const PACING_DEFAULTS: Readonly<Record<EndpointKind, Pacing>> = {
  slack: { ratePerS: 1, burst: 3, concurrency: 1 },
  teams: { ratePerS: 1, burst: 4, concurrency: 1 },
  email: { ratePerS: 5, burst: 5, concurrency: 5 },
  custom: { ratePerS: null, burst: 20, concurrency: 20 },
  'builtin-analyzer': { ratePerS: null, burst: 2, concurrency: 2 },
  'builtin-evaluator': { ratePerS: null, burst: 2, concurrency: 2 },
  'self-provided-agent': { ratePerS: null, burst: 20, concurrency: 20 },
  pull: { ratePerS: null, burst: 20, concurrency: 100 },
};

/** How long a built-in agent waits for a call log. */
export const CALL_LOG_WAIT_MS = { default: 600_000, min: 10_000, max: 86_400_000 } as const;

/**
 * What the service sets where nothing is sent, so that the form can show it. Named here and not
 * imported: only types come from the service. A test compares them with the core's own.
 */
import type { EndpointKind } from '../../../api/endpoint.ts';

export const KINDS = [
  'slack',
  'teams',
  'email',
  'custom',
  'builtin-analyzer',
  'builtin-evaluator',
  'self-provided-agent',
] as const satisfies readonly EndpointKind[];

export const ENDPOINT_DEFAULTS = {
  timeoutMs: 10_000,
  retryScheduleMs: [5_000, 15_000, 45_000, 135_000, 405_000, 1_215_000],
  callLogWaitMs: 600_000,
  deadlineMs: 900_000,
} as const;

interface Pacing {
  readonly ratePerS: number | null;
  readonly burst: number;
  readonly concurrency: number;
}

export const PACING_DEFAULTS: Readonly<Record<EndpointKind, Pacing>> = {
  slack: { ratePerS: 1, burst: 3, concurrency: 1 },
  teams: { ratePerS: 1, burst: 4, concurrency: 1 },
  email: { ratePerS: 5, burst: 5, concurrency: 5 },
  custom: { ratePerS: null, burst: 20, concurrency: 20 },
  'builtin-analyzer': { ratePerS: null, burst: 2, concurrency: 2 },
  'builtin-evaluator': { ratePerS: null, burst: 2, concurrency: 2 },
  'self-provided-agent': { ratePerS: null, burst: 20, concurrency: 20 },
};

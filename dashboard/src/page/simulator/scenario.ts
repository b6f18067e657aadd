/**
 * The scripted calls: which reports come after how long, as a platform would send them. Times are
 * those of a short call; the speed divides them. Pure.
 */

export const SCENARIO_IDS = [
  ...(['completed', 'transcript', 'busy', 'no-response', 'unreachable', 'voicemail'] as const),
  ...(['error-mid-call', 'concurrency-limit', 'stale-inbound', 'out-of-order', 'burst'] as const),
] as const;
export type ScenarioId = (typeof SCENARIO_IDS)[number];

export interface Step {
  readonly afterMs: number;
  /** Absent: only errors, or the call log. */
  readonly status?: string;
  readonly error?: string;
  readonly log?: true;
}

export interface Scenario {
  readonly id: ScenarioId;
  readonly direction: 'INBOUND' | 'OUTBOUND';
  readonly steps: readonly Step[];
  /** How many calls it is about unless the form says otherwise. */
  readonly calls: number;
}

const ended = (status: string, afterMs: number): readonly Step[] => [
  { afterMs: 0, status: 'CALLING' },
  { afterMs, status },
];

const outbound = (id: ScenarioId, steps: readonly Step[]): Scenario => ({
  id,
  steps,
  calls: 1,
  direction: 'OUTBOUND',
});

const inbound = (id: ScenarioId, steps: readonly Step[]): Scenario => ({
  id,
  steps,
  calls: 1,
  direction: 'INBOUND',
});

const COMPLETED: readonly Step[] = [
  { afterMs: 0, status: 'CALLING' },
  { afterMs: 2_000, status: 'CLOSING' },
  { afterMs: 3_000, status: 'COMPLETED' },
];

const SCENARIOS: Readonly<Record<ScenarioId, Scenario>> = {
  completed: outbound('completed', COMPLETED),
  transcript: inbound('transcript', [...COMPLETED, { afterMs: 4_000, log: true }]),
  busy: outbound('busy', ended('BUSY', 2_000)),
  'no-response': outbound('no-response', ended('NO_RESPONSE', 5_000)),
  unreachable: outbound('unreachable', ended('UNREACHABLE', 3_000)),
  voicemail: outbound('voicemail', ended('VOICEMAIL_REACHED', 4_000)),
  'error-mid-call': outbound('error-mid-call', [
    { afterMs: 0, status: 'CALLING' },
    { afterMs: 2_000, error: 'CALL_RESULT_PROCESSING_FAILED' },
    { afterMs: 4_000, status: 'ERROR', error: 'CALL_INTERRUPTED' },
  ]),
  'concurrency-limit': inbound('concurrency-limit', [
    { afterMs: 0, status: 'CONCURRENCY_LIMIT_EXCEEDED' },
  ]),
  'stale-inbound': inbound('stale-inbound', [{ afterMs: 0, status: 'CALLING' }]),
  'out-of-order': outbound('out-of-order', [
    { afterMs: 0, status: 'CLOSING' },
    { afterMs: 1_000, status: 'CALLING' },
    { afterMs: 2_000, status: 'COMPLETED' },
    { afterMs: 3_000, status: 'CLOSING' },
  ]),
  burst: { ...outbound('burst', COMPLETED), calls: 200 },
};

export function scenarioOf(id: string | undefined): Scenario {
  const known = SCENARIO_IDS.find((one) => one === id);
  return SCENARIOS[known ?? 'completed'];
}

export const SPEEDS = {
  real: 1,
  fast: 5,
  faster: 20,
  /** Every request right after the one before. */
  instant: Number.POSITIVE_INFINITY,
} as const;
export type Speed = keyof typeof SPEEDS;

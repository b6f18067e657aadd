/**
 * A run: one execution of an after-call-work agent (decisions section 8). It is made with its
 * launch, the delivery to the agent's endpoint, and has that delivery's key, so one launch is one
 * run however often it is sent again. Only what a run is; `run-rules.ts` says how long it waits.
 */
import type { DeliveryKey, RunKey } from '../id.ts';
import { asKey, formatId } from '../id.ts';

/** QUEUED: its launch has not been delivered. Only the last two are ends. */
export const RUN_STATES = ['QUEUED', 'WAITING_CALL_LOG', 'RUNNING', 'SUCCEEDED', 'FAILED'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Why a run failed; stored, shown, and part of the result. AGENT_FAILED: the agent said so. */
export const RUN_REASONS = [
  'CALL_LOG_NOT_FOUND',
  'CALL_LOG_INVALID',
  'LAUNCH_FAILED',
  'DEADLINE_PASSED',
  'AGENT_FAILED',
  'MODEL_NOT_CONFIGURED',
  'MODEL_FAILED',
  'MODEL_OUTPUT_INVALID',
  'MODEL_BUDGET_EXHAUSTED',
  'TIME_LIMIT',
  'ENDPOINT_DELETED',
  'INTERNAL',
] as const;
export type RunReason = (typeof RUN_REASONS)[number];

/** What the settlement of its launch makes of a run; `dueAtMs`: when the runner looks at it. */
export interface RunMove {
  readonly state: 'QUEUED' | 'WAITING_CALL_LOG' | 'RUNNING';
  /** Null when it was not launched: the launch failed for good. */
  readonly startedAtMs: number | null;
  readonly dueAtMs: number;
  /** Of a self-provided agent: its deadline. */
  readonly giveUpAtMs: number | null;
  readonly reason: RunReason | null;
}

export function runKeyOf(launch: DeliveryKey): RunKey {
  return asKey<RunKey>(launch);
}

/** `createdAtMs`: of the launch. */
export function runId(createdAtMs: number, key: RunKey): string {
  return formatId('run', createdAtMs, key);
}

/** `dlv_x` becomes `run_x`: a launch and its run are made at once and share their key. */
export function runIdOf(deliveryId: string): string {
  return `run_${deliveryId.slice('dlv_'.length)}`;
}

/**
 * A run: one execution of an after-call-work agent (S9.3): its states, the reasons of its end, its
 * key and id. It is created with its launch (`launch.ts`), the delivery to the agent's endpoint,
 * and shares that delivery's key, so a launch that is sent several times is still one run.
 */
import { asKey, type DeliveryKey, formatId, type RunKey } from '../../core/id.ts';

/**
 * QUEUED: the launch has not been delivered. The last three states are final. CANCELLED: the launch
 * was cancelled, so the run never began.
 */
export const RUN_STATES = [
  'QUEUED',
  'WAITING_CALL_LOG',
  'RUNNING',
  'SUCCEEDED',
  'FAILED',
  'CANCELLED',
] as const;
export type RunState = (typeof RUN_STATES)[number];

/**
 * Why a launch was cancelled: by hand, by an edit of the endpoint's triggers, because held
 * deliveries were dropped, or because the endpoint was deleted.
 */
export const CANCEL_REASONS = [
  'LAUNCH_CANCELLED',
  'TRIGGER_UNTICKED',
  'LAUNCH_DROPPED',
  'ENDPOINT_DELETED',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/**
 * Why a run failed or was cancelled; stored and shown. AGENT_FAILED: the agent reported a failure.
 */
export const RUN_REASONS = [
  ...CANCEL_REASONS,
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
  'INTERNAL',
] as const;
export type RunReason = (typeof RUN_REASONS)[number];

export function runKeyOf(launch: DeliveryKey): RunKey {
  return asKey<RunKey>(launch);
}

/** `createdAtMs`: when the launch was created. */
export function runId(createdAtMs: number, key: RunKey): string {
  return formatId('run', createdAtMs, key);
}

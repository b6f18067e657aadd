/**
 * A run: one execution of an after-call-work agent (S9.3). It is created with its launch, the
 * delivery to the agent's endpoint, and shares that delivery's key, so a launch that is sent
 * several times is still one run. The shape of a run, the body of its launch, and how the
 * settlement of the launch moves it; `run-rules.ts` says how long a run waits. Pure.
 */
import type { NextState } from '../../core/delivery/state.ts';
import {
  AGENT_DEADLINE_MS,
  type AgentSettings,
  type Endpoint,
  isAgent,
  takesPayload,
} from '../../core/endpoint/endpoint.ts';
import { asKey, type DeliveryKey, formatId, type RunKey } from '../../core/id.ts';
import {
  assembleBody,
  readForm,
  type StoredFiring,
  withCall,
  withProjectId,
} from '../../core/payload/render.ts';

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

/** The state that a run takes when its launch is settled; `dueAtMs`: when the runner handles it. */
export interface RunMove {
  readonly state: 'QUEUED' | 'WAITING_CALL_LOG' | 'RUNNING';
  /** Null if the launch failed for good or was cancelled. */
  readonly startedAtMs: number | null;
  readonly dueAtMs: number;
  /** For a self-provided agent: its deadline. */
  readonly giveUpAtMs: number | null;
  readonly reason: RunReason | null;
}

export function runKeyOf(launch: DeliveryKey): RunKey {
  return asKey<RunKey>(launch);
}

/** `createdAtMs`: when the launch was created. */
export function runId(createdAtMs: number, key: RunKey): string {
  return formatId('run', createdAtMs, key);
}

/** `dlv_x` becomes `run_x`: a launch and its run are created together and share their key. */
export function runIdOf(deliveryId: string): string {
  return `run_${deliveryId.slice('dlv_'.length)}`;
}

/**
 * Step 9: what becomes of the run when its launch is delivered or given up (S9.5, S9.9). The commit
 * that settles the launch writes the move, and only if the run is still QUEUED, so a launch that is
 * sent twice starts one run. Returns null if the endpoint launches no agent or the launch will be
 * tried again.
 */
export function launched(
  { kind, agent }: Pick<Endpoint, 'kind' | 'agent'>,
  next: NextState,
): RunMove | null {
  if (!isAgent(kind) || next.state === 'retrying') return null;
  const { atMs } = next;
  // If a manual attempt of a cancelled launch fails, the launch stays cancelled.
  if (next.state === 'cancelled') return neverLaunched('LAUNCH_CANCELLED', atMs);
  if (next.state !== 'delivered') return neverLaunched('LAUNCH_FAILED', atMs);
  if (!takesPayload(kind)) {
    return {
      state: 'WAITING_CALL_LOG',
      startedAtMs: atMs,
      dueAtMs: atMs,
      giveUpAtMs: null,
      reason: null,
    };
  }
  const deadlineAtMs = atMs + deadlineMs(agent);
  return {
    state: 'RUNNING',
    startedAtMs: atMs,
    dueAtMs: deadlineAtMs,
    giveUpAtMs: deadlineAtMs,
    reason: null,
  };
}

/** Makes the run due at once, so that the runner ends it. */
export function neverLaunched(reason: RunReason, atMs: number): RunMove {
  return { state: 'QUEUED', startedAtMs: null, dueAtMs: atMs, giveUpAtMs: null, reason };
}

/** How long after its launch a self-provided agent may send a result. */
export function deadlineMs(agent: AgentSettings | null): number {
  return agent !== null && 'deadlineMs' in agent ? agent.deadlineMs : AGENT_DEADLINE_MS.default;
}

/**
 * The body for an endpoint of any kind; `form`: as `writeForm` makes it. A launch
 * of an agent is the standard payload with `projectId` as the last key of `data` (S4.8), made from
 * parts that were rendered once as well.
 */
export function bodyFor(
  { kind, projectId }: Pick<Endpoint, 'kind' | 'projectId'>,
  form: string,
  firing: Pick<StoredFiring, 'text' | 'data' | 'errors' | 'facts'>,
): string {
  const { text, errors } = firing;
  const { payloadVersion, contentKey } = readForm(form);
  const data = payloadVersion === 1 ? firing.data : withCall(firing.data, firing.facts);
  if (!isAgent(kind)) return assembleBody(contentKey, text, data, errors);
  const body = assembleBody(contentKey, text, withProjectId(data, projectId), errors);
  return takesPayload(kind) ? body : `${body.slice(0, -1)},"target":null}`;
}

/**
 * The launch of an after-call-work agent is a delivery to its endpoint: how its settlement moves
 * the run (S9.3); `run-rules.ts` says how long a run waits. Pure.
 */
import type { NextState } from '../../core/delivery/state.ts';
import {
  AGENT_DEADLINE_MS,
  type AgentSettings,
  type Endpoint,
  isAgent,
  takesPayload,
} from '../../core/endpoint/endpoint.ts';
import type { RunReason } from './run.ts';

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

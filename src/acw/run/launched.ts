/**
 * Step 9 for the launch of an agent: what becomes of its run when the launch was delivered or given
 * up (S9.5, S9.9). It is written by the commit that settles the launch, and only while the run is
 * still QUEUED, so a launch that is sent again begins nothing twice. Pure.
 */
import type { NextState } from '../../core/delivery/state.ts';
import {
  AGENT_DEADLINE_MS,
  type AgentSettings,
  type Endpoint,
} from '../../core/endpoint/endpoint.ts';
import { isAgent, takesPayload } from '../../core/endpoint/endpoint-rules.ts';
import type { RunMove, RunReason } from './run.ts';

/** Null: the endpoint launches nothing, or the launch goes on. */
export function launched(
  { kind, agent }: Pick<Endpoint, 'kind' | 'agent'>,
  next: NextState,
): RunMove | null {
  if (!isAgent(kind) || next.state === 'retrying') return null;
  const { atMs } = next;
  // A manual attempt that failed leaves a cancelled launch cancelled.
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

/** The run is looked at at once, and ends. */
export function neverLaunched(reason: RunReason, atMs: number): RunMove {
  return { state: 'QUEUED', startedAtMs: null, dueAtMs: atMs, giveUpAtMs: null, reason };
}

/** How long after its launch a result of a self-provided agent is taken. */
export function deadlineMs(agent: AgentSettings | null): number {
  return agent !== null && 'deadlineMs' in agent ? agent.deadlineMs : AGENT_DEADLINE_MS.default;
}

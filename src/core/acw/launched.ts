/**
 * Step 9 for the launch of an agent: what becomes of its run when the launch was delivered or given
 * up (decisions section 8). It is written by the commit that settles the launch, and only while the
 * run is still QUEUED, so a launch that is sent again begins nothing twice. Pure.
 */
import type { NextState } from '../delivery/next.ts';
import { AGENT_DEADLINE_MS, type AgentSettings, type Endpoint } from '../endpoint/endpoint.ts';
import { isAgent, takesPayload } from '../endpoint/endpoint-rules.ts';
import type { RunMove } from './run.ts';

/** Null: the endpoint launches nothing, or the launch goes on, or it was cancelled. */
export function launched(
  { kind, agent }: Pick<Endpoint, 'kind' | 'agent'>,
  next: NextState,
): RunMove | null {
  if (!isAgent(kind) || next.state === 'retrying' || next.state === 'cancelled') return null;
  const { atMs } = next;
  if (next.state !== 'delivered') {
    return {
      state: 'QUEUED',
      startedAtMs: null,
      dueAtMs: atMs,
      giveUpAtMs: null,
      reason: 'LAUNCH_FAILED',
    };
  }
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

/** How long after its launch a result of a self-provided agent is taken. */
export function deadlineMs(agent: AgentSettings | null): number {
  return agent !== null && 'deadlineMs' in agent ? agent.deadlineMs : AGENT_DEADLINE_MS.default;
}

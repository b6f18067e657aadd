/**
 * The launch of an agent. Steps 5 and 8: the body is the standard payload with `projectId` as the
 * last key of `data` (S4.8), made from a text that was rendered once, so every attempt sends the
 * same bytes. Step 9: what becomes of the run when its launch is delivered or given up (S9.5,
 * S9.9). The commit that settles the launch writes the move, and only if the run is still QUEUED,
 * so a launch that is sent twice starts one run. Pure.
 */
import type { NextState } from '../../core/delivery/state.ts';
import {
  AGENT_DEADLINE_MS,
  type AgentSettings,
  type Endpoint,
  isAgent,
  takesPayload,
} from '../../core/endpoint/endpoint.ts';
import { assembleBody, withProjectId } from '../../core/payload/render.ts';
import type { StoredFiring } from '../../core/payload/message.ts';
import type { RunMove, RunReason } from './run.ts';

/** Returns null if the endpoint launches no agent or the launch will be tried again. */
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
 * The body for an endpoint of any kind: that of `core/payload/render.ts`, with the additions of a
 * launch.
 */
export function bodyFor(
  { kind, projectId }: Pick<Endpoint, 'kind' | 'projectId'>,
  contentKey: string,
  { text, data, errors }: Pick<StoredFiring, 'text' | 'data' | 'errors'>,
): string {
  if (!isAgent(kind)) return assembleBody(contentKey, text, data, errors);
  const body = assembleBody(contentKey, text, withProjectId(data, projectId), errors);
  return takesPayload(kind) ? body : `${body.slice(0, -1)},"target":null}`;
}

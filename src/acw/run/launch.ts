/**
 * The launch of an agent. Steps 5 and 8: the body is the standard payload with `projectId` as the
 * last key of `data` (S4.8), made of what was rendered once, so the bytes are the same on every
 * attempt. Step 9: what becomes of the run when the launch was delivered or given up (S9.5, S9.9).
 * It is written by the commit that settles the launch, and only while the run is still QUEUED, so
 * a launch that is sent again begins nothing twice. Pure.
 */
import type { NextState } from '../../core/delivery/state.ts';
import {
  AGENT_DEADLINE_MS,
  type AgentSettings,
  type Endpoint,
  isAgent,
  takesPayload,
} from '../../core/endpoint/endpoint.ts';
import { assembleBody } from '../../core/payload/body.ts';
import type { StoredFiring } from '../../core/payload/message.ts';
import { withProjectId } from '../../core/payload/render.ts';
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

/** The body for an endpoint of any kind: `core/payload/body.ts` makes it, a launch adds to it. */
export function bodyFor(
  { kind, projectId }: Pick<Endpoint, 'kind' | 'projectId'>,
  contentKey: string,
  { text, data, errors }: Pick<StoredFiring, 'text' | 'data' | 'errors'>,
): string {
  if (!isAgent(kind)) return assembleBody(contentKey, text, data, errors);
  const body = assembleBody(contentKey, text, withProjectId(data, projectId), errors);
  return takesPayload(kind) ? body : `${body.slice(0, -1)},"target":null}`;
}

/**
 * Decides the next step of a due run (S9.9, S9.12, S10.11): it fails, it waits on, a built-in agent
 * works on its call log, or it is cancelled because its launch was. Pure: it depends only on the
 * claimed run and the time. Must never let a run wait longer than its endpoint says, even if the
 * wall clock is set.
 */

import type { Call } from '../../core/call/transition.ts';
import { type Endpoint, takesPayload } from '../../core/endpoint/endpoint.ts';
import { CALL_LOG_WAIT_MS } from '../../core/endpoint/endpoint-defaults.ts';
import { deadlineMs } from './launch.ts';
import { CANCEL_REASONS, type CancelReason, type RunReason, type RunState } from './run.ts';
import { callLogWaitMs } from './run-rules.ts';

export interface DueRun {
  readonly state: RunState;
  /** For a QUEUED run: why its launch will not be delivered. */
  readonly reason: RunReason | null;
  readonly startedAtMs: number | null;
  readonly giveUpAtMs: number | null;
  readonly deaths: number;
  readonly agent: Pick<Endpoint, 'kind' | 'agent' | 'deletedAtMs'>;
  readonly call: Pick<Call, 'status' | 'wasInProgress'>;
  readonly hadErrors: boolean;
  readonly callLogVersion: number | null;
}

export type RunStep =
  | { readonly kind: 'fail'; readonly reason: RunReason }
  /** `told` false: the agent was deleted, so the run ends without a result and fires nothing. */
  | { readonly kind: 'cancel'; readonly reason: CancelReason; readonly told: boolean }
  | {
      readonly kind: 'wait';
      readonly state: 'WAITING_CALL_LOG' | 'RUNNING';
      readonly dueAtMs: number;
      readonly giveUpAtMs: number;
    }
  | { readonly kind: 'work' };

/** After so many crashes of its workers, a run is assumed to cause them and fails. */
export const DEATHS_MAX = 3;
/** How often a waiting run is checked for other changes; its call log wakes it at once. */
export const LOG_POLL_MS = 30_000;

/**
 * `patientUntilMs`: before this time no run is given up, because just before it the service could
 * not receive logs or results (the process was down, or the machine was suspended).
 */
export function runStep(run: DueRun, nowMs: number, patientUntilMs: number): RunStep {
  if (run.state === 'QUEUED') return queuedStep(run);
  return takesPayload(run.agent.kind)
    ? selfProvidedStep(run, nowMs, patientUntilMs)
    : builtInStep(run, nowMs, patientUntilMs);
}

/** A QUEUED run becomes due only after its launch was given up or cancelled. */
function queuedStep({ reason, agent }: DueRun): RunStep {
  const cancelled = CANCEL_REASONS.find((each) => each === reason);
  if (cancelled === undefined) return { kind: 'fail', reason: 'LAUNCH_FAILED' };
  const isGone = agent.deletedAtMs !== null;
  return { kind: 'cancel', reason: isGone ? 'ENDPOINT_DELETED' : cancelled, told: !isGone };
}

/** A launched agent may still answer after its endpoint was deleted or disabled. */
function selfProvidedStep(run: DueRun, nowMs: number, patientUntilMs: number): RunStep {
  const giveUpAtMs = untilMs(run, nowMs, deadlineMs(run.agent.agent));
  if (isOver(giveUpAtMs, nowMs, patientUntilMs)) return { kind: 'fail', reason: 'DEADLINE_PASSED' };
  const dueAtMs = Math.max(giveUpAtMs, patientUntilMs);
  return { kind: 'wait', state: 'RUNNING', dueAtMs, giveUpAtMs };
}

function builtInStep(run: DueRun, nowMs: number, patientUntilMs: number): RunStep {
  const { agent, call, hadErrors } = run;
  if (agent.deletedAtMs !== null) return { kind: 'fail', reason: 'ENDPOINT_DELETED' };
  if (run.deaths >= DEATHS_MAX) return { kind: 'fail', reason: 'INTERNAL' };
  if (run.callLogVersion !== null) return { kind: 'work' };
  const waitMs = callLogWaitMs(call, hadErrors, longestWaitMs(agent));
  const giveUpAtMs = untilMs(run, nowMs, waitMs);
  if (isOver(giveUpAtMs, nowMs, patientUntilMs)) {
    return { kind: 'fail', reason: 'CALL_LOG_NOT_FOUND' };
  }
  const dueAtMs = Math.min(Math.max(giveUpAtMs, patientUntilMs), nowMs + LOG_POLL_MS);
  return { kind: 'wait', state: 'WAITING_CALL_LOG', dueAtMs, giveUpAtMs };
}

function longestWaitMs({ agent }: DueRun['agent']): number {
  return agent !== null && 'callLogWaitMs' in agent
    ? agent.callLogWaitMs
    : CALL_LOG_WAIT_MS.default;
}

/**
 * When the run gives up, counted from its launch. The deadline of a self-provided agent stays as it
 * was announced; a wait for a log becomes shorter if the call turns out to have been unanswered. A
 * time further away than the whole wait shows that the clock was set back, so it is cut to the
 * whole wait.
 */
function untilMs(
  { startedAtMs, giveUpAtMs, agent }: DueRun,
  nowMs: number,
  waitMs: number,
): number {
  const counted = (startedAtMs ?? nowMs) + waitMs;
  const told = giveUpAtMs ?? counted;
  const sooner = takesPayload(agent.kind) ? told : Math.min(told, counted);
  return Math.min(sooner, nowMs + waitMs);
}

function isOver(giveUpAtMs: number, nowMs: number, patientUntilMs: number): boolean {
  return nowMs >= Math.max(giveUpAtMs, patientUntilMs);
}

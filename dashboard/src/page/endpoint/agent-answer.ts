/**
 * What the runs of a self-provided agent say: whether it ever answered, and which run waits for
 * its result now. Pure.
 */

/** Of a run as the API shows it, what is looked at here. */
export interface AnsweredRun {
  readonly acwRunId: string;
  readonly callId: string;
  readonly state: string;
  readonly reason: string | null;
  readonly acwResultId: string | null;
}

export interface AgentAnswer {
  readonly callId: string;
  readonly acwResultId: string;
}

/** Null: the agent itself posted none; what the service wrote at a deadline is not its answer. */
export function answerIn(runs: readonly AnsweredRun[]): AgentAnswer | null {
  for (const { state, reason, callId, acwResultId } of runs) {
    const isItsOwn = state === 'SUCCEEDED' || reason === 'AGENT_FAILED';
    if (isItsOwn && acwResultId !== null) return { callId, acwResultId };
  }
  return null;
}

/** The newest one that was launched and has no result yet. */
export function waitingRunIn(runs: readonly AnsweredRun[]): AnsweredRun | null {
  return runs.find(({ state }) => state === 'RUNNING') ?? null;
}

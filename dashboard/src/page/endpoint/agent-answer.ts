/**
 * What the runs of a self-provided agent say: whether it ever answered, and which run waits for
 * its result now. Pure.
 */

/** The fields of a run in the API that are needed here. */
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

/**
 * Null: the agent itself posted no result; what the service writes at a deadline is not the agent's
 * answer.
 */
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

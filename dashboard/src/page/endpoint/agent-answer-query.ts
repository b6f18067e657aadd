/**
 * Asks for what a self-provided agent answered, live: its newest runs, and the newest of them that
 * succeeded, which may be older than those.
 */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-context.tsx';
import type { Page } from '../../api/record.ts';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { type AgentAnswer, type AnsweredRun, answerIn, waitingRunIn } from './agent-answer.ts';

export interface AgentAnswers {
  /** Undefined: not known. */
  readonly answer: AgentAnswer | null | undefined;
  readonly waiting: AnsweredRun | null;
  readonly error: Error | null;
}

const NEWEST = 20;

/** `agentId` null: it is not registered yet, and nothing is asked. */
export function useAgentAnswers(agentId: string | null): AgentAnswers {
  const client = useClient();
  const key = ['acw-runs', client.project, 'answers', agentId];
  const query = useQuery({
    queryKey: key,
    enabled: agentId !== null,
    queryFn: async ({ signal }) => {
      const ask = (query: { readonly limit: number; readonly state?: string }) =>
        client.get<Page<AnsweredRun>>('v1/acw-runs', {
          ...{ query: { acwAgentId: agentId, ...query }, signal },
        });
      const newest = await ask({ limit: NEWEST });
      const succeeded = await ask({ limit: 1, state: 'SUCCEEDED' });
      return { newest: newest.data, succeeded: succeeded.data };
    },
  });
  useLiveQueries(['acw-runs', 'acw-results', 'deliveries'], key);
  const { data, error } = query;
  if (data === undefined) return { answer: undefined, waiting: null, error };
  return {
    answer: answerIn(data.newest) ?? answerIn(data.succeeded),
    waiting: waitingRunIn(data.newest),
    error,
  };
}

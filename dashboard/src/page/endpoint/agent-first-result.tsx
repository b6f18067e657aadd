/**
 * Waits with its reader for the first result of a self-provided agent, live, and turns into a link
 * to it. Of an agent that answered before, its newest result.
 */

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { Page } from '../../api/record.ts';
import { useText } from '../../i18n/words.ts';
import { Icon } from '../../kit/icon.tsx';
import { Failure } from '../../kit/region/data-region.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { type AgentAnswer, type AnsweredRun, answerIn, waitingRunIn } from './agent-answer.ts';

interface FirstResultProps {
  readonly answers: AgentAnswers;
  /** The endpoint does not exist yet, so no result can come. */
  readonly unregistered?: boolean;
}

export function FirstResult({ answers, unregistered = false }: FirstResultProps) {
  const t = useText('endpoint').answer;
  const { answer, error } = answers;
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    if (answer === null) setWaited(true);
  }, [answer]);
  if (unregistered) return <p className="quiet small">{t.register}</p>;
  if (answer === undefined) return error === null ? null : <Failure error={error} />;
  return (
    <p className="first-result" role="status" data-tone={answer === null ? 'waiting' : 'good'}>
      <Icon name={answer === null ? 'waiting' : 'good'} />
      {answer === null ? (
        <span>{t.waiting}</span>
      ) : (
        <span>
          {waited ? t.first : t.newest}{' '}
          <ResultLink resultId={answer.acwResultId}>{t.of(answer.callId)}</ResultLink>
        </span>
      )}
    </p>
  );
}

interface ResultLinkProps {
  readonly resultId: string;
  readonly children: string;
}

function ResultLink({ resultId, children }: ResultLinkProps) {
  const project = useClient().project ?? '';
  return (
    <Link to="/p/$project/acw/results/$resultId" params={{ project, resultId }} className="wrap">
      {children}
    </Link>
  );
}

interface AgentAnswers {
  /** Undefined: not known yet. */
  readonly answer: AgentAnswer | null | undefined;
  readonly waiting: AnsweredRun | null;
  readonly error: Error | null;
}

const NEWEST = 20;

/**
 * Asks for what a self-provided agent answered, live: its newest runs, and the newest of them that
 * succeeded, which may be older than those.
 * `agentId` null: it is not registered yet, and nothing is asked.
 */
export function useAgentAnswers(agentId: string | null): AgentAnswers {
  const client = useClient();
  const key = ['acw-runs', client.project, 'answers', agentId];
  const query = useQuery({
    queryKey: key,
    enabled: agentId !== null,
    queryFn: async ({ signal }) => {
      const ask = (query: { readonly limit: number; readonly state?: string }) =>
        client.get<Page<AnsweredRun>>('v1/acw-runs', {
          query: { acwAgentId: agentId, ...query },
          signal,
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

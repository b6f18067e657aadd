/**
 * Waits with its reader for the first result of a self-provided agent, live, and turns into a link
 * to it. Of an agent that answered before, its newest result.
 */
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { Icon } from '../../kit/icon.tsx';
import { Failure } from '../../kit/region/failure.tsx';
import type { AgentAnswers } from './agent-answer-query.ts';
import { endpointText } from './text.ts';

export interface FirstResultProps {
  readonly answers: AgentAnswers;
  /** It does not exist yet: nothing can come. */
  readonly unregistered?: boolean;
}

export function FirstResult({ answers, unregistered = false }: FirstResultProps) {
  const t = useText(endpointText).answer;
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

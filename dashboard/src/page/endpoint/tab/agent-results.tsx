/**
 * How a self-provided agent is doing at a glance: its first result, awaited live, the request by
 * which it posts one, until it did, and the way to all its runs.
 */
import { Link } from '@tanstack/react-router';
import { useClient } from '../../../api/api-context.tsx';
import { useText } from '../../../i18n/catalogue.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { Panel } from '../../../kit/panel.tsx';
import { useAgentAnswers } from '../agent-answer-query.ts';
import { FirstResult } from '../first-result.tsx';
import { resultCurl } from '../form/result-curl.ts';
import { endpointText } from '../text.ts';
import { useBase } from '../use-base.ts';

export function AgentResults({ agentId }: { readonly agentId: string }) {
  const t = useText(endpointText);
  const project = useClient().project ?? '';
  const base = useBase();
  const answers = useAgentAnswers(agentId);
  const { answer, waiting } = answers;
  return (
    <Panel
      title={t.answer.title}
      tools={
        <Link to="/p/$project/acw/runs" params={{ project }} search={{ agent: agentId }}>
          {t.results}
        </Link>
      }
    >
      <FirstResult answers={answers} />
      {answer === null && (
        <>
          <p className="quiet small">{waiting === null ? t.answer.byHand : t.answer.ready}</p>
          <CodeView
            label={t.answer.curl}
            content={resultCurl({ base, token: null, agentId, run: waiting })}
            plain
          />
        </>
      )}
    </Panel>
  );
}

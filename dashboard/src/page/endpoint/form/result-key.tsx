/**
 * What a self-provided agent needs to answer: a key that may only write results, shown once, and
 * the request it makes, ready to be copied, and the first result, awaited live.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../../api/api-context.tsx';
import { useMay } from '../../../api/session.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { Fact, Facts } from '../../../kit/facts.tsx';
import { Panel } from '../../../kit/panel.tsx';
import { Failure } from '../../../kit/region/failure.tsx';
import { useAgentAnswers } from '../agent-answer-query.ts';
import { FirstResult } from '../first-result.tsx';
import { useBase } from '../use-base.ts';
import { resultCurl } from './result-curl.ts';
import { formText } from './text.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

export function ResultKey({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText(formText).result;
  const client = useClient();
  const base = useBase();
  const agentId = endpoint.record?.id ?? null;
  const answers = useAgentAnswers(agentId);
  const may = useMay('project:admin');
  const [token, setToken] = useState<string | null>(null);
  const [making, setMaking] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const name = endpoint.form.values.name.trim() || t.defaultName;
  const make = (): void => {
    setMaking(true);
    setFailure(null);
    const body = { name: t.keyName(name).slice(0, 120), scopes: ['acw-results:write'] };
    client
      .post<{ readonly token: string }>('v1/api-keys', body)
      .then((made) => setToken(made.token), setFailure)
      .finally(() => setMaking(false));
  };
  return (
    <Panel title={t.title} lead={t.lead}>
      <Button
        variant="default"
        size="xs"
        loading={making}
        disabled={!may || token !== null}
        title={may ? undefined : t.onlyAdmins}
        onClick={make}
      >
        {t.make}
      </Button>
      {failure !== null && <Failure error={failure} />}
      {token !== null && (
        <>
          <Facts>
            <Fact name={t.key}>
              <code className="wrap">{token}</code>
              <CopyButton text={token} what={t.key} />
            </Fact>
          </Facts>
          <p>{t.once}</p>
        </>
      )}
      <h3 className="small-title">{t.curl}</h3>
      <p className="quiet small">{answers.waiting === null ? t.ids : t.ready}</p>
      <CodeView
        label={t.curl}
        content={resultCurl({ base, token, agentId, run: answers.waiting })}
        plain
      />
      <FirstResult answers={answers} unregistered={agentId === null} />
    </Panel>
  );
}

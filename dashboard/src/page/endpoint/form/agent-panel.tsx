/**
 * What is set on an endpoint that launches an agent: engine, waits, scorecard, deadline. Each kind
 * shows only what it knows (S9.23, S10.11, S9.12).
 */
import { Alert, Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../../api/api-context.tsx';
import { scorecardsQuery } from '../../../api/endpoint-act.ts';
import { useMay } from '../../../api/session.ts';
import { useText } from '../../../i18n/words.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { CopyButton } from '../../../kit/copy.tsx';
import { Fact, Facts, Panel } from '../../../kit/panel.tsx';
import { Failure } from '../../../kit/region/data-region.tsx';
import { FirstResult, useAgentAnswers } from '../agent-first-result.tsx';
import { useBase } from '../use-base.ts';
import { fieldOf } from './form-field.ts';
import { resultCurl } from './result-curl.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

interface PanelProps {
  readonly endpoint: EndpointForm;
}

const NUMBER = { type: 'number', inputMode: 'decimal', step: 'any' } as const;

export function AgentPanel({ endpoint }: PanelProps) {
  const t = useText('endpointForm');
  if (endpoint.kind === 'self-provided-agent') {
    return (
      <>
        <Panel title={t.agent}>
          <div className="form">
            <TextInput
              label={t.deadline}
              description={t.deadlineHint}
              {...NUMBER}
              {...fieldOf(endpoint, 'deadlineMin', '/agent/deadlineMs')}
            />
          </div>
        </Panel>
        <ResultKey endpoint={endpoint} />
      </>
    );
  }
  return (
    <Panel title={t.agent}>
      <div className="form">
        <Engine endpoint={endpoint} />
        {endpoint.kind === 'builtin-evaluator' && <Scorecard endpoint={endpoint} />}
        <TextInput
          label={t.callLogWait}
          description={t.callLogWaitHint}
          {...NUMBER}
          {...fieldOf(endpoint, 'callLogWaitS', '/agent/callLogWaitMs')}
        />
      </div>
    </Panel>
  );
}

const ENGINES = ['AUTO', 'METRICS', 'LLM'] as const;

function Engine({ endpoint }: PanelProps) {
  const t = useText('endpointForm');
  return (
    <NativeSelect
      label={t.engine}
      value={endpoint.form.values.engine}
      error={endpoint.faultOf('/agent/engine')}
      disabled={endpoint.readOnly}
      data={ENGINES.map((value) => ({ value, label: t.engines[value] }))}
      onChange={({ currentTarget }) => {
        const chosen = ENGINES.find((one) => one === currentTarget.value);
        if (chosen !== undefined) endpoint.set('engine', chosen, '/agent/engine');
      }}
    />
  );
}

function Scorecard({ endpoint }: PanelProps) {
  const t = useText('endpointForm');
  const { data, error } = useQuery(scorecardsQuery(useClient()));
  const { scorecardId, engine } = endpoint.form.values;
  const cards = data?.data ?? [];
  const chosen =
    scorecardId === ''
      ? cards.find((card) => card.isDefault)
      : cards.find(({ id }) => id === scorecardId);
  const byModel = chosen?.criteria.filter(({ rule }) => rule === null).length ?? 0;
  const options = [
    { value: '', label: t.scorecardDefault },
    ...cards.map(({ id, name, criteria }) => ({
      value: id,
      label: t.scorecardIs(name, criteria.length),
    })),
  ];
  return (
    <>
      <NativeSelect
        label={t.scorecard}
        data={options}
        {...fieldOf(endpoint, 'scorecardId', '/agent/scorecardId')}
      />
      {error !== null && <p className="fault">{t.scorecardsFailed}</p>}
      {engine !== 'LLM' && byModel > 0 && (
        <Alert color="yellow" variant="light">
          {t.scorecardModel(byModel)}
        </Alert>
      )}
    </>
  );
}

/**
 * What a self-provided agent needs to answer: a key that may only write results, shown once, the
 * request to make, ready to be copied, and the first result as soon as it arrives.
 */
function ResultKey({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText('endpointForm').result;
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

/**
 * What is set on an endpoint that launches an agent: engine, waits, scorecard, deadline. Each kind
 * shows only what it knows (S9.23, S10.11, S9.12).
 */
import { Alert, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../api/api-context.tsx';
import { scorecardsQuery } from '../../../api/endpoint-act.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { Panel } from '../../../kit/panel.tsx';
import { fieldOf } from './form-field.ts';
import { ResultKey } from './result-key.tsx';
import { formText } from './text.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

interface PanelProps {
  readonly endpoint: EndpointForm;
}

const NUMBER = { type: 'number', inputMode: 'decimal', step: 'any' } as const;

export function AgentPanel({ endpoint }: PanelProps) {
  const t = useText(formText);
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
  const t = useText(formText);
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
  const t = useText(formText);
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

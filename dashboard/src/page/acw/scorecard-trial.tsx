/**
 * Judges a call by what stands in the form, without storing anything.
 * Says when the form has changed since.
 */
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { ApiFailure } from '../../api/failure.ts';
import { useText } from '../../i18n/catalogue.ts';
import { Panel } from '../../kit/panel.tsx';
import { Failure } from '../../kit/region/failure.tsx';
import { loadRuns, tryScorecard } from './acw-api.ts';
import { EvaluationView } from './evaluation-view.tsx';
import { readEvaluation } from './read-evaluation.ts';
import { bodyOf, type ScorecardDraft } from './scorecard-draft.ts';
import { scorecardText } from './text.ts';

export function ScorecardTrial({ draft }: { readonly draft: ScorecardDraft }) {
  const t = useText(scorecardText).trial;
  const client = useClient();
  const [callId, setCallId] = useState('');
  const now = JSON.stringify(bodyOf(draft));
  const trial = useMutation({
    mutationFn: async (tried: { readonly body: string; readonly callId: string }) =>
      readEvaluation(await tryScorecard(client, JSON.parse(tried.body), tried.callId)),
  });
  const run = (): void => {
    if (callId.trim() !== '') trial.mutate({ body: now, callId: callId.trim() });
  };
  const { data, error, isPending, variables } = trial;
  return (
    <Panel title={t.title} lead={t.lead}>
      <div className="trial-fields">
        <CallField value={callId} onChange={setCallId} onEnter={run} />
        <Button
          variant="default"
          size="sm"
          loading={isPending}
          disabled={callId.trim() === ''}
          title={callId.trim() === '' ? t.needs : undefined}
          onClick={run}
        >
          {t.run}
        </Button>
      </div>
      <div aria-live="polite" data-trial={data == null ? 'none' : 'done'}>
        {error !== null && <TrialFailure error={error} />}
        {data != null && variables?.body !== now && <p className="quiet small">{t.stale}</p>}
        {data != null && (
          <EvaluationView
            evaluation={data}
            transcript={{ callId: variables?.callId ?? '', there: true }}
            trial
          />
        )}
        {data == null && error === null && <p className="quiet small">{t.none}</p>}
      </div>
    </Panel>
  );
}

interface CallFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onEnter: () => void;
}

const OFFERED = 20;

/** Offers calls on which an agent succeeded: those have a log. */
function CallField({ value, onChange, onEnter }: CallFieldProps) {
  const t = useText(scorecardText).trial;
  const client = useClient();
  const listId = useId();
  const { data } = useQuery({
    queryKey: ['acw-runs', client.project, 'with-log'],
    queryFn: ({ signal }) => loadRuns(client, { state: ['SUCCEEDED'], limit: OFFERED }, signal),
  });
  const calls = [...new Set(data?.data.map((run) => run.callId))];
  return (
    <>
      <TextInput
        label={t.call}
        value={value}
        list={listId}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onEnter();
        }}
      />
      <datalist id={listId}>
        {calls.map((call) => (
          <option key={call} value={call} />
        ))}
      </datalist>
    </>
  );
}

function TrialFailure({ error }: { readonly error: Error }) {
  const fields = error instanceof ApiFailure ? error.fields : [];
  return (
    <>
      <Failure error={error} />
      <ul className="acw-list">
        {fields.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <code>{field}</code> {message}
          </li>
        ))}
      </ul>
    </>
  );
}

/**
 * Edits a scorecard, or makes one: its name, its pass mark and its criteria, with a trial of what
 * stands in the form. An edit names the revision that it was made from; when another person saved
 * meanwhile, what was typed stays, and the two can be compared.
 */
import { Alert, Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { ApiFailure } from '../../api/failure.ts';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText, type Words } from '../../i18n/words.ts';
import { type Form, FormFoot, useForm } from '../../kit/form/form.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Failure } from '../../kit/region/data-region.tsx';
import { showToast } from '../../kit/toast.tsx';
import {
  createScorecard,
  loadRuns,
  reviseScorecard,
  type ScorecardRecord,
  scorecardQuery,
  tryScorecard,
} from './acw-api.ts';
import { CriteriaEditor } from './criteria-editor.tsx';
import { EvaluationView } from './evaluation-view.tsx';
import { readEvaluation } from './result-shape.ts';
import {
  bodyOf,
  type Difference,
  differences,
  draftOf,
  type ScorecardDraft,
  UNKNOWN_CRITERIA,
} from './scorecard-draft.ts';

interface ScorecardFormProps {
  /** Null: a new scorecard. */
  readonly scorecard: ScorecardRecord | null;
  readonly initial: ScorecardDraft;
  /** The unsaved content that the form begins with: an earlier revision. */
  readonly seed?: ScorecardDraft | undefined;
}

export function ScorecardForm({ scorecard, initial, seed }: ScorecardFormProps) {
  const t = useText('scorecard');
  const { role } = useText('word');
  const may = useMay('endpoints:write');
  const base = useRef(scorecard?.revision ?? 0);
  const save = useSave(scorecard, base);
  const form = useForm(initial, save, seed);
  const { values, failure } = form;
  useNewest(scorecard, base, form);
  const conflict = failure instanceof ApiFailure && failure.status === 412;
  const faults = form.faults.map(({ field }) => field);
  return (
    <form className="scorecard-form" onSubmit={form.submit} noValidate>
      {!may && <p className="quiet">{t.readOnly(role.admin)}</p>}
      <fieldset className="scorecard-fields" disabled={!may}>
        <Panel title={t.basics}>
          <div className="rule-row">
            <TextInput
              label={t.name}
              value={values.name}
              error={form.faultOf('/name')}
              onChange={({ currentTarget }) => form.set('name', currentTarget.value)}
            />
            <TextInput
              label={t.passMark}
              description={t.passMarkHint}
              inputMode="numeric"
              value={values.passMark}
              error={form.faultOf('/passMark')}
              onChange={({ currentTarget }) => form.set('passMark', currentTarget.value)}
            />
          </div>
          <NativeSelect
            label={t.unknown.label}
            description={t.unknown.hint[values.unknownCriteria]}
            value={values.unknownCriteria}
            onChange={({ currentTarget: { value } }) =>
              form.set(
                'unknownCriteria',
                UNKNOWN_CRITERIA.find((one) => one === value) ?? 'LEAVE_OUT',
              )
            }
            data={UNKNOWN_CRITERIA.map((value) => ({ value, label: t.unknown[value] }))}
          />
        </Panel>
        <CriteriaEditor
          criteria={values.criteria}
          faults={form.faults}
          onChange={(criteria) => form.set('criteria', criteria)}
        />
        {conflict && scorecard !== null && (
          <ScorecardConflict
            id={scorecard.id}
            mine={values}
            revision={base.current}
            onSaveOver={(theirs) => {
              base.current = theirs.revision;
              form.submit();
            }}
            onTakeTheirs={(theirs) => {
              base.current = theirs.revision;
              form.reset(draftOf(theirs));
            }}
          />
        )}
        {may && (
          <FormFoot
            form={form}
            action={scorecard === null ? t.createAction : t.save}
            always={scorecard === null}
            shown={faults.filter((field) => SHOWN.test(field))}
          />
        )}
      </fieldset>
      <ScorecardTrial draft={values} />
    </form>
  );
}

/** Another person's save shows at once in a form that was not touched. */
function useNewest(
  scorecard: ScorecardRecord | null,
  base: { current: number },
  { dirty, reset }: Pick<Form<ScorecardDraft>, 'dirty' | 'reset'>,
): void {
  useEffect(() => {
    if (scorecard === null || dirty || scorecard.revision <= base.current) return;
    base.current = scorecard.revision;
    reset(draftOf(scorecard));
  }, [scorecard, dirty, base, reset]);
}

/** Said at the fields. */
const SHOWN = /^\/(?:name$|passMark$|criteria\/\d+)/;

function useSave(
  scorecard: ScorecardRecord | null,
  base: { current: number },
): (values: ScorecardDraft) => Promise<void> {
  const t = useText('scorecard');
  const client = useClient();
  const navigate = useNavigate();
  return async (values) => {
    const body = bodyOf(values);
    if (scorecard === null) {
      const made = await createScorecard(client, body);
      showToast({ text: t.created });
      await queryClient.invalidateQueries({ queryKey: ['scorecards'] });
      const params = { project: client.project ?? '', scorecardId: made.id };
      // Waits until the form knows that it is saved: else it would ask about unsaved changes.
      setTimeout(() => {
        void navigate({ to: '/p/$project/acw/scorecards/$scorecardId', params });
      });
      return;
    }
    const saved = await reviseScorecard(client, scorecard.id, base.current, body);
    base.current = saved.revision;
    showToast({ text: t.saved(saved.revision) });
    await queryClient.invalidateQueries({ queryKey: ['scorecards'] });
  };
}

interface ScorecardConflictProps {
  readonly id: string;
  readonly mine: ScorecardDraft;
  /** The revision on which `mine` is based. */
  readonly revision: number;
  readonly onSaveOver: (theirs: ScorecardRecord) => void;
  readonly onTakeTheirs: (theirs: ScorecardRecord) => void;
}

/**
 * Two people edited one scorecard: says so, shows where the two differ, and lets the reader choose.
 * Nothing is thrown away before they do.
 */
function ScorecardConflict(props: ScorecardConflictProps) {
  const { id, mine, revision, onSaveOver, onTakeTheirs } = props;
  const t = useText('scorecard');
  const { data: theirs } = useQuery({
    ...scorecardQuery(useClient(), id, null),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  if (theirs === undefined || theirs.revision === revision) return null;
  const found = differences(mine, draftOf(theirs));
  return (
    <Alert color="yellow" variant="light" title={t.conflictTitle} className="failure">
      <p>{t.conflict(theirs.revision, revision)}</p>
      <p>{found.length === 0 ? t.noDifference : t.differs}</p>
      <ul className="acw-list">
        {found.map((one) => {
          const words = differenceWords(one, t);
          return <li key={words}>{words}</li>;
        })}
      </ul>
      <div className="form-buttons">
        <Button size="xs" onClick={() => onSaveOver(theirs)}>
          {t.saveOver}
        </Button>
        <Button size="xs" variant="default" onClick={() => onTakeTheirs(theirs)}>
          {t.takeTheirs}
        </Button>
      </div>
    </Alert>
  );
}

function differenceWords(one: Difference, { difference }: Words['scorecard']): string {
  return 'id' in one ? difference[one.kind](one.id) : difference[one.kind];
}

/**
 * Judges a call by what stands in the form, without storing anything.
 * Says when the form has changed since.
 */
function ScorecardTrial({ draft }: { readonly draft: ScorecardDraft }) {
  const t = useText('scorecard').trial;
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
  const t = useText('scorecard').trial;
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

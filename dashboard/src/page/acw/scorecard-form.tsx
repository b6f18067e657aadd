/**
 * Edits a scorecard, or makes one: its name, its pass mark and its criteria, with a trial of what
 * stands in the form. An edit names the revision that it was made from; when somebody else saved
 * meanwhile, what was typed stays, and the two can be compared.
 */
import { NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { ApiFailure } from '../../api/failure.ts';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { FormFoot } from '../../kit/form/form-foot.tsx';
import { type Form, useForm } from '../../kit/form/use-form.ts';
import { Panel } from '../../kit/panel.tsx';
import { showToast } from '../../kit/toast.tsx';
import { wordText } from '../../word/text.ts';
import { createScorecard, reviseScorecard, type ScorecardRecord } from './acw-api.ts';
import { CriteriaEditor } from './criteria-editor.tsx';
import { ScorecardConflict } from './scorecard-conflict.tsx';
import { bodyOf, draftOf, type ScorecardDraft, UNKNOWN_CRITERIA } from './scorecard-draft.ts';
import { ScorecardTrial } from './scorecard-trial.tsx';
import { scorecardText } from './text.ts';

export interface ScorecardFormProps {
  /** Null: a new one is made. */
  readonly scorecard: ScorecardRecord | null;
  readonly initial: ScorecardDraft;
  /** What the form holds instead, not saved yet: an earlier revision. */
  readonly seed?: ScorecardDraft | undefined;
}

export function ScorecardForm({ scorecard, initial, seed }: ScorecardFormProps) {
  const t = useText(scorecardText);
  const { role } = useText(wordText);
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

/** Somebody else's save shows at once in a form that nobody has touched. */
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
  const t = useText(scorecardText);
  const client = useClient();
  const navigate = useNavigate();
  return async (values) => {
    const body = bodyOf(values);
    if (scorecard === null) {
      const made = await createScorecard(client, body);
      showToast({ text: t.created });
      await queryClient.invalidateQueries({ queryKey: ['scorecards'] });
      const params = { project: client.project ?? '', scorecardId: made.id };
      // After the form knows that it is clean: else it would ask about unsaved changes.
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

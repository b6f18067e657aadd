/**
 * The criteria of a scorecard in their order: open, move, remove, add. One that is at fault opens.
 * Must never drop what was typed: a removed one comes back by undo.
 */
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FieldFault } from '../../api/failure.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { Icon } from '../../kit/icon.tsx';
import { Panel } from '../../kit/panel.tsx';
import { showToast } from '../../kit/toast.tsx';
import { RuleEditor } from './rule-editor.tsx';
import {
  type CriterionDraft,
  faultBelow,
  moved,
  newCriterion,
  pointsOf,
  type RuleDraft,
  ruleRecord,
  ruleWords,
} from './scorecard-draft.ts';

interface CriteriaEditorProps {
  readonly criteria: readonly CriterionDraft[];
  readonly faults: readonly FieldFault[];
  readonly onChange: (criteria: readonly CriterionDraft[]) => void;
}

export function CriteriaEditor({ criteria, faults, onChange }: CriteriaEditorProps) {
  const t = useText('scorecard');
  const format = useFormat();
  const [opened, setOpened] = useState<ReadonlySet<number>>(
    () => new Set(criteria.length === 1 ? criteria.map(({ key }) => key) : []),
  );
  const toggle = (key: number): void => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  const remove = (key: number): void => {
    onChange(criteria.filter((one) => one.key !== key));
    showToast({ text: t.dropped, onUndo: () => onChange(criteria) });
  };
  const add = (): void => {
    const made = newCriterion(criteria);
    onChange([...criteria, made]);
    setOpened(new Set([...opened, made.key]));
  };
  const whole = faults.find(({ field }) => field === '/criteria')?.message;
  return (
    <Panel title={t.criteria} lead={t.criteriaLead(format.number(pointsOf({ criteria })))}>
      <ol className="criteria">
        {criteria.map((criterion, index) => {
          const faultOf = (field: string) => faultBelow(faults, `/criteria/${index}`, field);
          return (
            <CriterionEditor
              key={criterion.key}
              criterion={criterion}
              index={index}
              last={index === criteria.length - 1}
              open={opened.has(criterion.key) || faultOf('') !== undefined}
              faultOf={faultOf}
              onToggle={() => toggle(criterion.key)}
              onChange={(changed) => onChange(criteria.with(index, changed))}
              onMove={(by) => onChange(moved(criteria, index, by))}
              onRemove={() => remove(criterion.key)}
            />
          );
        })}
      </ol>
      {whole !== undefined && (
        <p className="fault" role="alert">
          {whole}
        </p>
      )}
      <Button variant="default" size="xs" onClick={add}>
        {t.add}
      </Button>
    </Panel>
  );
}

interface CriterionEditorProps {
  readonly criterion: CriterionDraft;
  readonly index: number;
  readonly last: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** The fault of a field: `question`; of a rule with all below it. */
  readonly faultOf: (field: string) => string | undefined;
  readonly onChange: (criterion: CriterionDraft) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/**
 * One criterion of a scorecard, collapsed to a line until it is opened: its question, its points,
 * and its rules.
 */
function CriterionEditor(props: CriterionEditorProps) {
  const { criterion, index, open, onToggle } = props;
  const t = useText('scorecard');
  const format = useFormat();
  const { question, points, autoFail, rule } = criterion;
  const record = ruleRecord(rule);
  return (
    <li className="criterion" data-fault={props.faultOf('') !== undefined}>
      <div className="criterion-head">
        <button type="button" className="criterion-toggle" aria-expanded={open} onClick={onToggle}>
          <Icon name={open ? 'down' : 'right'} />
          <span className="criterion-title">
            <span className="unseen">{t.criterion(index + 1)}: </span>
            <b>{question === '' ? t.noQuestion : question}</b>
            <span className="quiet small">
              {record === null ? t.say.model : ruleWords(record, t, format)}
            </span>
          </span>
        </button>
        {autoFail && <span className="acw-mark">{t.autoFailMark}</span>}
        <span className="quiet criterion-points">{t.pointsOf(points)}</span>
        <CriterionTools {...props} />
      </div>
      {open && <CriterionFields {...props} />}
    </li>
  );
}

function CriterionTools({ index, last, onMove, onRemove }: CriterionEditorProps) {
  const t = useText('scorecard');
  return (
    <span className="criterion-tools">
      <button
        type="button"
        className="icon-button"
        aria-label={t.up}
        title={t.up}
        disabled={index === 0}
        onClick={() => onMove(-1)}
      >
        <span className="turned">
          <Icon name="down" />
        </span>
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t.down}
        title={t.down}
        disabled={last}
        onClick={() => onMove(1)}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t.drop}
        title={t.drop}
        onClick={onRemove}
      >
        <Icon name="trash" />
      </button>
    </span>
  );
}

function CriterionFields({ criterion, faultOf, onChange }: CriterionEditorProps) {
  const t = useText('scorecard');
  const set = (change: Partial<CriterionDraft>): void => onChange({ ...criterion, ...change });
  const setRule = (key: 'rule' | 'appliesWhen') => (rule: RuleDraft) => set({ [key]: rule });
  return (
    <div className="criterion-fields">
      <TextInput
        label={t.question}
        value={criterion.question}
        error={faultOf('question')}
        onChange={({ currentTarget }) => set({ question: currentTarget.value })}
      />
      <div className="rule-row">
        <TextInput
          label={t.points}
          inputMode="numeric"
          value={criterion.points}
          error={faultOf('points')}
          onChange={({ currentTarget }) => set({ points: currentTarget.value })}
        />
        <TextInput
          label={t.id}
          description={t.idHint}
          value={criterion.id}
          error={faultOf('id')}
          onChange={({ currentTarget }) => set({ id: currentTarget.value })}
        />
      </div>
      <Checkbox
        label={t.autoFail}
        checked={criterion.autoFail}
        onChange={({ currentTarget }) => set({ autoFail: currentTarget.checked })}
      />
      <div className="rules">
        <RuleEditor
          label={t.rule}
          none={t.kind.model}
          rule={criterion.rule}
          fault={faultOf('rule')}
          onChange={setRule('rule')}
        />
        <RuleEditor
          label={t.appliesWhen}
          none={t.kind.always}
          rule={criterion.appliesWhen}
          fault={faultOf('appliesWhen')}
          onChange={setRule('appliesWhen')}
        />
      </div>
      {criterion.rule.type === 'NONE' && (
        <NativeSelect
          label={t.quoted.label}
          value={criterion.speaker}
          onChange={({ currentTarget: { value } }) =>
            set({ speaker: value === 'AGENT' || value === 'CUSTOMER' ? value : '' })
          }
          data={[
            { value: '', label: t.quoted.any },
            { value: 'AGENT', label: t.quoted.AGENT },
            { value: 'CUSTOMER', label: t.quoted.CUSTOMER },
          ]}
        />
      )}
      <Textarea
        label={t.guidance}
        description={t.guidanceHint}
        rows={2}
        value={criterion.guidance}
        error={faultOf('guidance')}
        onChange={({ currentTarget }) => set({ guidance: currentTarget.value })}
      />
    </div>
  );
}

/**
 * One criterion of a scorecard, folded to a line until it is opened: its question, its points, and
 * its rules.
 */
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { Icon } from '../../kit/icon.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { ruleWords } from './rule-words.ts';
import { type CriterionDraft, type RuleDraft, ruleRecord } from './scorecard-draft.ts';
import { scorecardText } from './text.ts';

export interface CriterionEditorProps {
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

export function CriterionEditor(props: CriterionEditorProps) {
  const { criterion, index, open, onToggle } = props;
  const t = useText(scorecardText);
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
  const t = useText(scorecardText);
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
  const t = useText(scorecardText);
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

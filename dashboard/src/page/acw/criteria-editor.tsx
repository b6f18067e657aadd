/**
 * The criteria of a scorecard in their order: open, move, remove, add. One that is at fault opens.
 * Must never drop what was typed: a removed one comes back by undo.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { FieldFault } from '../../api/failure.ts';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { Panel } from '../../kit/panel.tsx';
import { showToast } from '../../kit/toast.tsx';
import { CriterionEditor } from './criterion-editor.tsx';
import { faultBelow } from './fault-below.ts';
import { type CriterionDraft, moved, newCriterion, pointsOf } from './scorecard-draft.ts';
import { scorecardText } from './text.ts';

export interface CriteriaEditorProps {
  readonly criteria: readonly CriterionDraft[];
  readonly faults: readonly FieldFault[];
  readonly onChange: (criteria: readonly CriterionDraft[]) => void;
}

export function CriteriaEditor({ criteria, faults, onChange }: CriteriaEditorProps) {
  const t = useText(scorecardText);
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

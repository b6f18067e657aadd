/**
 * The fields of one rule: which phrases, by whom and where, or which figure within which bounds.
 * Must never check a rule itself: the service says what is wrong with it.
 */
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useText } from '../../i18n/words.ts';
import { METRICS, type RuleDraft, unitOf } from './scorecard-draft.ts';

interface RuleEditorProps {
  readonly label: string;
  readonly rule: RuleDraft;
  /** Explains the choice of no rule. */
  readonly none: string;
  /** The service's message about this rule. */
  readonly fault: string | undefined;
  readonly onChange: (rule: RuleDraft) => void;
}

export function RuleEditor({ label, rule, none, fault, onChange }: RuleEditorProps) {
  const t = useText('scorecard');
  return (
    <fieldset className="rule">
      <NativeSelect
        label={label}
        value={rule.type}
        error={fault}
        onChange={({ currentTarget }) =>
          onChange({ ...rule, type: chosen(TYPES, currentTarget.value, rule.type) })
        }
        data={[
          { value: 'NONE', label: none },
          { value: 'PHRASE', label: t.kind.PHRASE },
          { value: 'METRIC', label: t.kind.METRIC },
        ]}
      />
      {rule.type === 'PHRASE' && <PhraseFields rule={rule} onChange={onChange} />}
      {rule.type === 'METRIC' && <MetricFields rule={rule} onChange={onChange} />}
    </fieldset>
  );
}

const TYPES = ['NONE', 'PHRASE', 'METRIC'] as const;
const MATCHES = ['ANY', 'ALL', 'NONE'] as const;
const SPEAKERS = ['', 'AGENT', 'CUSTOMER'] as const;
const EDGES = ['', 'FIRST', 'LAST'] as const;

type FieldsProps = Pick<RuleEditorProps, 'rule' | 'onChange'>;

function PhraseFields({ rule, onChange }: FieldsProps) {
  const t = useText('scorecard');
  return (
    <>
      <div className="rule-row">
        <NativeSelect
          label={t.speaker.label}
          value={rule.speaker}
          onChange={({ currentTarget }) =>
            onChange({ ...rule, speaker: chosen(SPEAKERS, currentTarget.value, '') })
          }
          data={SPEAKERS.map((value) => ({
            value,
            label: t.speaker[value === '' ? 'any' : value],
          }))}
        />
        <NativeSelect
          label={t.match.label}
          value={rule.match}
          onChange={({ currentTarget }) =>
            onChange({ ...rule, match: chosen(MATCHES, currentTarget.value, 'ANY') })
          }
          data={MATCHES.map((value) => ({ value, label: t.match[value] }))}
        />
      </div>
      <Textarea
        label={t.phrases}
        description={t.phrasesHint}
        autosize={false}
        rows={Math.min(8, Math.max(3, rule.phrases.split('\n').length))}
        value={rule.phrases}
        onChange={({ currentTarget }) => onChange({ ...rule, phrases: currentTarget.value })}
      />
      <div className="rule-row">
        <NativeSelect
          label={t.within.label}
          value={rule.edge}
          onChange={({ currentTarget }) =>
            onChange({ ...rule, edge: chosen(EDGES, currentTarget.value, '') })
          }
          data={EDGES.map((value) => ({ value, label: t.within[value === '' ? 'any' : value] }))}
        />
        {rule.edge !== '' && (
          <TextInput
            label={t.seconds}
            inputMode="numeric"
            value={rule.seconds}
            onChange={({ currentTarget }) => onChange({ ...rule, seconds: currentTarget.value })}
          />
        )}
      </div>
      <TextInput
        label={t.languages}
        description={t.languagesHint}
        value={rule.languages}
        onChange={({ currentTarget }) => onChange({ ...rule, languages: currentTarget.value })}
      />
    </>
  );
}

function MetricFields({ rule, onChange }: FieldsProps) {
  const t = useText('scorecard');
  const unit = t.unit[unitOf(rule.metric)];
  return (
    <>
      <NativeSelect
        label={t.metric}
        value={rule.metric}
        onChange={({ currentTarget }) =>
          onChange({ ...rule, metric: chosen(METRICS, currentTarget.value, rule.metric) })
        }
        data={METRICS.map((value) => ({ value, label: t.metrics[value] }))}
      />
      <div className="rule-row">
        {(['min', 'max'] as const).map((bound) => (
          <TextInput
            key={bound}
            label={bound === 'min' ? t.least(unit) : t.most(unit)}
            inputMode="decimal"
            value={rule[bound]}
            onChange={({ currentTarget }) => onChange({ ...rule, [bound]: currentTarget.value })}
          />
        ))}
      </div>
    </>
  );
}

function chosen<const Value extends string>(
  values: readonly Value[],
  text: string,
  otherwise: Value,
): Value {
  return values.find((value) => value === text) ?? otherwise;
}

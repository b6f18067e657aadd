/**
 * When alerts of the project open, and to which members they are mailed (S17.3): a threshold for
 * each, in the unit of people; an empty one switches its alert off.
 */
import { NativeSelect, TextInput } from '@mantine/core';
import {
  ALERT_MAILS,
  THRESHOLD_NAMES,
  THRESHOLDS,
  type ThresholdName,
} from '../../../../src/core/alert/alert-settings.ts';
import type { OpsTrigger } from '../../../../src/core/trigger/ops-trigger.ts';
import { useMay } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { FormFoot, useForm } from '../../kit/form/form.tsx';
import { useAlertWords } from '../alert/alert-query.ts';
import { type ProjectRecord, useSaveProject } from './save-project.ts';

/** Of the unit of people, so many of the unit that is stored. */
const UNITS = {
  attempts: 1,
  deliveries: 1,
  requests: 1,
  runs: 1,
  percent: 1,
  days: 1,
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  mebibytes: 2 ** 20,
} as const;
type Unit = keyof typeof UNITS;

/** Null: it belongs to several alerts. */
interface Field {
  readonly trigger: OpsTrigger | null;
  readonly unit: Unit;
}

const FIELDS: Readonly<Record<ThresholdName, Field>> = {
  failures: { trigger: 'OPS_ENDPOINT_FAILING', unit: 'attempts' },
  givenUp: { trigger: 'OPS_DELIVERIES_EXHAUSTED', unit: 'deliveries' },
  laneAgeMs: { trigger: 'OPS_LANE_OLD', unit: 'minutes' },
  backlog: { trigger: 'OPS_BACKLOG_LARGE', unit: 'deliveries' },
  diskFreeBytes: { trigger: 'OPS_DISK_LOW', unit: 'mebibytes' },
  retentionBehindMs: { trigger: 'OPS_RETENTION_BEHIND', unit: 'hours' },
  certificateDays: { trigger: 'OPS_CERTIFICATE_ENDING', unit: 'days' },
  sourceSilentMs: { trigger: 'OPS_SOURCE_SILENT', unit: 'hours' },
  sourceRefused: { trigger: 'OPS_SOURCE_REFUSED', unit: 'requests' },
  runsFailed: { trigger: 'OPS_RUNS_FAILING', unit: 'runs' },
  scoreBelow: { trigger: 'OPS_SCORES_LOW', unit: 'percent' },
  windowMs: { trigger: null, unit: 'minutes' },
  recoverAfterMs: { trigger: null, unit: 'seconds' },
};

const SHOWN = [...THRESHOLD_NAMES, 'mail'].map((name) => `/alerts/${name}`);

type Typed = Readonly<Record<ThresholdName, string>>;

export function AlertForm({ project }: { readonly project: ProjectRecord }) {
  const { alerts: t, ...all } = useText('setting');
  const may = useMay('project:admin');
  const save = useSaveProject();
  const { mail } = project.alerts;
  const start = typedOf(project.alerts);
  const form = useForm({ ...start, mail }, ({ mail: to, ...typed }) =>
    save({ alerts: { ...changesOf(typed, start), mail: to } }),
  );
  const range = useRange();
  const say = useAlertWords();
  const labelOf = (name: ThresholdName): string => {
    const { trigger } = FIELDS[name];
    if (trigger !== null) return say.titleOf({ trigger });
    return name === 'windowMs' ? t.window : t.rest;
  };
  return (
    <form onSubmit={form.submit} className="form" noValidate>
      <p>{t.lead}</p>
      {THRESHOLD_NAMES.map((name) => (
        <TextInput
          key={name}
          label={labelOf(name)}
          description={t.threshold[name]}
          inputMode="decimal"
          rightSection={<span className="quiet small unit">{t.unit[FIELDS[name].unit]}</span>}
          rightSectionWidth={88}
          placeholder={THRESHOLDS[name].optional ? t.off : ''}
          value={form.values[name]}
          error={form.faultOf(`/alerts/${name}`) === undefined ? undefined : range(name)}
          disabled={!may}
          onChange={({ currentTarget }) => form.set(name, currentTarget.value)}
        />
      ))}
      <NativeSelect
        label={t.mail}
        description={t.mailHint}
        value={form.values.mail}
        error={form.faultOf('/alerts/mail')}
        disabled={!may}
        data={ALERT_MAILS.map((value) => ({ value, label: t.mails[value] }))}
        onChange={({ currentTarget }) => {
          const next = ALERT_MAILS.find((one) => one === currentTarget.value);
          if (next !== undefined) form.set('mail', next);
        }}
      />
      <FormFoot form={form} action={all.save} shown={SHOWN} blocked={may ? null : all.mayNot} />
    </form>
  );
}

/** A value that has no short text in the unit is shown rounded, and stays as it is. */
function typedOf(alerts: ProjectRecord['alerts']): Typed {
  const typed = THRESHOLD_NAMES.map((name) => {
    const value = alerts[name];
    return [name, value === null ? '' : String(rounded(value / unitOf(name)))];
  });
  // True because THRESHOLD_NAMES names every threshold.
  return Object.fromEntries(typed) as Typed;
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function unitOf(name: ThresholdName): number {
  return UNITS[FIELDS[name].unit];
}

/** A text that is no number goes as it is, so that the service refuses it. */
function changesOf(typed: Typed, before: Typed): Readonly<Record<string, number | string | null>> {
  const changed = THRESHOLD_NAMES.filter((name) => typed[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, storedOf(name, typed[name].trim())]));
}

function storedOf(name: ThresholdName, text: string): number | string | null {
  if (text === '') return null;
  const unit = unitOf(name);
  const value = unit === 1 ? Number(text) : Math.round(Number(text) * unit);
  return Number.isFinite(value) ? value : text;
}

/** What is allowed, in the unit of the field: the service says it in the one that is stored. */
function useRange(): (name: ThresholdName) => string {
  const t = useText('setting').alerts;
  const format = useFormat();
  return (name) => {
    const { least, most, optional } = THRESHOLDS[name];
    const unit = unitOf(name);
    const low = least === 0 ? 0 : Math.max(1, least / unit);
    return t.range(format.number(low), format.number(most / unit), optional);
  };
}

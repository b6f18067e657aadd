/**
 * After how long without a report a call ends
 * with an error, in minutes.
 */
import { Checkbox, TextInput } from '@mantine/core';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { FormFoot } from '../../kit/form/form-foot.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { numberOf, type ProjectRecord } from './project-record.ts';
import { useSaveProject } from './save-project.ts';
import { settingText } from './text.ts';

const TIMES = ['acceptingMs', 'callingMs', 'closingMs', 'otherInternalMs'] as const;
const SHOWN = [...TIMES.map((name) => `/stale/${name}`), '/stale/outbound'];
const MINUTE_MS = 60_000;

export function CallsForm({ project }: { readonly project: ProjectRecord }) {
  const t = useText(settingText);
  const may = useMay('project:admin');
  const save = useSaveProject();
  const { stale } = project;
  const start = {
    ...{ acceptingMs: minutesOf(stale.acceptingMs), callingMs: minutesOf(stale.callingMs) },
    ...{ closingMs: minutesOf(stale.closingMs), outbound: stale.outbound },
    otherInternalMs: minutesOf(stale.otherInternalMs),
  };
  const form = useForm(start, ({ outbound, ...typed }) => {
    const times = TIMES.map((name) => [name, Math.round(numberOf(typed[name]) * MINUTE_MS)]);
    return save({ stale: { ...Object.fromEntries(times), outbound } });
  });
  return (
    <form onSubmit={form.submit} className="form" noValidate>
      <p>{t.callsLead}</p>
      {TIMES.map((name) => (
        <TextInput
          key={name}
          label={t.stale[name]}
          inputMode="decimal"
          rightSection={<span className="quiet small unit">{t.minutes}</span>}
          rightSectionWidth={72}
          value={form.values[name]}
          error={form.faultOf(`/stale/${name}`)}
          disabled={!may}
          onChange={({ currentTarget }) => form.set(name, currentTarget.value)}
        />
      ))}
      <Checkbox
        label={t.outbound}
        description={t.outboundHint}
        checked={form.values.outbound}
        disabled={!may}
        onChange={({ currentTarget }) => form.set('outbound', currentTarget.checked)}
      />
      <FormFoot form={form} action={t.save} shown={SHOWN} blocked={may ? null : t.mayNot} />
    </form>
  );
}

function minutesOf(ms: number): string {
  return String(ms / MINUTE_MS);
}

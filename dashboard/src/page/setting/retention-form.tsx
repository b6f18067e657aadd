/**
 * How long things are
 * kept, in days.
 */
import { TextInput } from '@mantine/core';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { FormFoot } from '../../kit/form/form-foot.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { numberOf, type ProjectRecord } from './project-record.ts';
import { useSaveProject } from './save-project.ts';
import { settingText } from './text.ts';

const KINDS = [
  'deliveredDays',
  'notDeliveredDays',
  'excerptDays',
  'acwResultDays',
  'callLogDays',
  'auditDays',
] as const;
const SHOWN = KINDS.map((name) => `/retention/${name}`);

export function RetentionForm({ project }: { readonly project: ProjectRecord }) {
  const t = useText(settingText);
  const may = useMay('project:admin');
  const save = useSaveProject();
  const { retention } = project;
  const start = {
    deliveredDays: String(retention.deliveredDays),
    notDeliveredDays: String(retention.notDeliveredDays),
    excerptDays: String(retention.excerptDays),
    acwResultDays: String(retention.acwResultDays),
    callLogDays: String(retention.callLogDays),
    auditDays: String(retention.auditDays),
  };
  const form = useForm(start, (typed) => {
    const days = KINDS.map((name) => [name, numberOf(typed[name])]);
    return save({ retention: Object.fromEntries(days) });
  });
  const isShorter = KINDS.some((name) => numberOf(form.values[name]) < retention[name]);
  return (
    <form onSubmit={form.submit} className="form" noValidate>
      <p>{t.retentionLead}</p>
      {KINDS.map((name) => (
        <TextInput
          key={name}
          label={t.retention[name]}
          inputMode="numeric"
          rightSection={<span className="quiet small unit">{t.days}</span>}
          rightSectionWidth={56}
          value={form.values[name]}
          error={form.faultOf(`/retention/${name}`)}
          disabled={!may}
          onChange={({ currentTarget }) => form.set(name, currentTarget.value)}
        />
      ))}
      {isShorter && (
        <p role="status" className="fault">
          {t.shorter}
        </p>
      )}
      <FormFoot form={form} action={t.save} shown={SHOWN} blocked={may ? null : t.mayNot} />
    </form>
  );
}

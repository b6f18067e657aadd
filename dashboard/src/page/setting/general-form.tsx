/**
 * Names: that of the project, and that of the service in the first line of every message. And who
 * sees what callers say and are called.
 */
import { Checkbox, TextInput } from '@mantine/core';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { FormFoot } from '../../kit/form/form-foot.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import type { ProjectRecord } from './project-record.ts';
import { useSaveProject } from './save-project.ts';
import { settingText } from './text.ts';

const SHOWN = ['/name', '/serviceName', '/maskForViewers', '/requireSecondFactor'];
const LINE = '─'.repeat(20);

export function GeneralForm({ project }: { readonly project: ProjectRecord }) {
  const t = useText(settingText);
  const may = useMay('project:admin');
  const save = useSaveProject();
  const { name, serviceName, maskForViewers, requireSecondFactor } = project;
  const rights = { maskForViewers, requireSecondFactor };
  const form = useForm({ name, serviceName, ...rights }, (values) => {
    const { maskForViewers: mask, requireSecondFactor: factor, ...names } = values;
    // Who may what asks to show again who one is: only when it changes.
    return save({
      ...names,
      ...(mask === maskForViewers ? {} : { maskForViewers: mask }),
      ...(factor === requireSecondFactor ? {} : { requireSecondFactor: factor }),
    });
  });
  return (
    <form onSubmit={form.submit} className="form" noValidate>
      <TextInput
        label={t.name}
        value={form.values.name}
        error={form.faultOf('/name')}
        disabled={!may}
        onChange={({ currentTarget }) => form.set('name', currentTarget.value)}
      />
      <TextInput
        label={t.serviceName}
        description={t.serviceNameHint}
        value={form.values.serviceName}
        error={form.faultOf('/serviceName')}
        disabled={!may}
        onChange={({ currentTarget }) => form.set('serviceName', currentTarget.value)}
      />
      <figure className="sample">
        <figcaption className="quiet small">{t.preview}</figcaption>
        <pre>{beginningOf(form.values.serviceName)}</pre>
      </figure>
      <Checkbox
        label={t.mask}
        description={t.maskHint}
        checked={form.values.maskForViewers}
        disabled={!may}
        onChange={({ currentTarget }) => form.set('maskForViewers', currentTarget.checked)}
      />
      <Checkbox
        label={t.factor}
        description={t.factorHint}
        checked={form.values.requireSecondFactor}
        disabled={!may}
        onChange={({ currentTarget }) => form.set('requireSecondFactor', currentTarget.checked)}
      />
      <FormFoot form={form} action={t.save} shown={SHOWN} blocked={may ? null : t.mayNot} />
    </form>
  );
}

/** As `displayText` of the service begins. */
function beginningOf(serviceName: string): string {
  return `[${serviceName}] OUTBOUND_CALL_COMPLETED\n${LINE}\nCall ID: call_01JD3Z9M0T2A`;
}

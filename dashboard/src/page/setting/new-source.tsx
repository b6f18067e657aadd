/**
 * Makes a source: a platform's name and the secret by
 * which its callbacks are proved.
 */

import { Button, TextInput } from '@mantine/core';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useText } from '../../i18n/catalogue.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { FormFoot } from '../../kit/form/form-foot.tsx';
import { PasswordField } from '../../kit/form/password-field.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { showToast } from '../../kit/toast.tsx';
import { settingText } from './text.ts';

const START = { name: 'Twilio', adapter: 'twilio', secret: '', publicUrl: '' };
const SHOWN = ['/name', '/adapter', '/secret', '/publicUrl'];

export function NewSource({ onClose }: { readonly onClose: () => void }) {
  const t = useText(settingText).source;
  const client = useClient();
  const form = useForm(START, async ({ publicUrl, ...values }) => {
    await client.post('v1/sources', { ...values, publicUrl: publicUrl === '' ? null : publicUrl });
    await queryClient.invalidateQueries({ queryKey: ['sources', client.project] });
    showToast({ text: t.made(values.name) });
    onClose();
  });
  const { values, set, faultOf } = form;
  return (
    <Dialog title={t.create} onClose={onClose}>
      <form onSubmit={form.submit} className="form" noValidate>
        <TextInput
          label={t.name}
          value={values.name}
          error={faultOf('/name')}
          onChange={({ currentTarget }) => set('name', currentTarget.value)}
        />
        <TextInput
          label={t.adapter}
          value={values.adapter}
          error={faultOf('/adapter')}
          onChange={({ currentTarget }) => set('adapter', currentTarget.value)}
        />
        <PasswordField
          label={t.secret}
          description={t.secretHint}
          autoComplete="off"
          value={values.secret}
          error={faultOf('/secret')}
          onChange={({ currentTarget }) => set('secret', currentTarget.value)}
        />
        <TextInput
          label={t.publicUrl}
          description={t.publicUrlHint}
          inputMode="url"
          value={values.publicUrl}
          error={faultOf('/publicUrl')}
          onChange={({ currentTarget }) => set('publicUrl', currentTarget.value)}
        />
        <FormFoot form={form} action={t.create} shown={SHOWN} always guarded={false}>
          <Button variant="default" size="sm" onClick={onClose}>
            {t.cancel}
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  );
}

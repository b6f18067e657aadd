/**
 * A new password: it ends all other sessions, and says so. Who signs in by an identity provider has
 * none.
 */

import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import type { UserRecord } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { FormFoot } from '../../kit/form/form-foot.tsx';
import { PasswordField } from '../../kit/form/password-field.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { Panel } from '../../kit/panel.tsx';
import { showToast } from '../../kit/toast.tsx';
import { entryText } from '../login/text.ts';

const EMPTY = { currentPassword: '', newPassword: '' };

export function PasswordForm({ user }: { readonly user: UserRecord }) {
  const { account: t, setup } = useText(entryText);
  const client = useClient();
  const form = useForm(EMPTY, async (values) => {
    await client.patch('v1/account', values);
    form.reset(EMPTY);
    await queryClient.invalidateQueries({ queryKey: ['account'] });
    showToast({ text: t.changed });
  });
  if (!user.hasPassword) {
    return (
      <Panel title={t.password}>
        <p className="quiet">{t.noPassword}</p>
      </Panel>
    );
  }
  return (
    <Panel title={t.password}>
      <form onSubmit={form.submit} className="form" noValidate>
        <PasswordField
          label={t.currentPassword}
          autoComplete="current-password"
          value={form.values.currentPassword}
          error={form.faultOf('/currentPassword')}
          onChange={({ currentTarget }) => form.set('currentPassword', currentTarget.value)}
        />
        <PasswordField
          label={t.newPassword}
          description={setup.passwordHint}
          autoComplete="new-password"
          value={form.values.newPassword}
          error={form.faultOf('/newPassword')}
          onChange={({ currentTarget }) => form.set('newPassword', currentTarget.value)}
        />
        <FormFoot form={form} action={t.change} shown={['/currentPassword', '/newPassword']} />
      </form>
    </Panel>
  );
}

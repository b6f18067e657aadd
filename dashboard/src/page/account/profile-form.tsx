/**
 * Name, e-mail and language of mail. A new e-mail needs the present password, which is asked for
 * only then, and counts later: until then the field shows the present one.
 */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-context.tsx';
import type { Client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { EmailChangeState, UserRecord } from '../../api/record.ts';
import { setupQuery } from '../../api/session.ts';
import { LANGUAGES } from '../../i18n/language.ts';
import { useText } from '../../i18n/words.ts';
import { PasswordField } from '../../kit/form/field.tsx';
import { FormFoot, useForm } from '../../kit/form/form.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Failure } from '../../kit/region/data-region.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';

const FIELDS = ['/name', '/email', '/language', '/currentPassword'];

export function ProfileForm({ user }: { readonly user: UserRecord }) {
  const { account: t, languages } = useText('entry');
  const client = useClient();
  const initial = {
    name: user.name,
    email: user.email,
    language: user.language ?? '',
    currentPassword: '',
  };
  const form = useForm(initial, async ({ name, email, language, currentPassword }) => {
    const change = email === user.email ? {} : { email, currentPassword };
    const saved = { ...change, name, language: language === '' ? null : language };
    await client.patch('v1/account', saved);
    form.reset({ name, email: user.email, language, currentPassword: '' });
    await queryClient.invalidateQueries({ queryKey: ['session'] });
    await queryClient.invalidateQueries({ queryKey: ['email-change'] });
    showToast({ text: email === user.email ? t.saved : t.emailAsked });
  });
  const { values, set, faultOf } = form;
  const mails = useQuery(setupQuery(client)).data?.resetByMail === true;
  return (
    <Panel title={t.profile}>
      <form onSubmit={form.submit} className="form" noValidate>
        <TextInput
          label={t.name}
          autoComplete="name"
          value={values.name}
          error={faultOf('/name')}
          onChange={({ currentTarget }) => set('name', currentTarget.value)}
        />
        <TextInput
          label={t.email}
          {...(values.email === user.email
            ? {}
            : { description: mails ? t.emailHintMail : t.emailHintOwner })}
          type="email"
          autoComplete="email"
          value={values.email}
          error={faultOf('/email')}
          onChange={({ currentTarget }) => set('email', currentTarget.value)}
        />
        <PendingEmail />
        {values.email !== user.email && (
          <PasswordField
            label={t.currentPassword}
            description={t.currentHint}
            autoComplete="current-password"
            value={values.currentPassword}
            error={faultOf('/currentPassword')}
            onChange={({ currentTarget }) => set('currentPassword', currentTarget.value)}
          />
        )}
        <NativeSelect
          label={t.language}
          description={t.languageHint}
          value={values.language}
          error={faultOf('/language')}
          onChange={({ currentTarget }) => set('language', currentTarget.value)}
          data={[
            { value: '', label: t.languageAsBrowser },
            ...LANGUAGES.map((value) => ({ value, label: languages[value] })),
          ]}
        />
        <FormFoot form={form} action={t.save} shown={FIELDS} />
      </form>
    </Panel>
  );
}

/**
 * An e-mail that was asked for and does not count yet:
 * how it comes to count, and the way back.
 */
function emailChangeQuery(client: Client) {
  return queryOptions({
    queryKey: ['email-change'],
    queryFn: ({ signal }) => client.get<EmailChangeState>('v1/account/email-change', { signal }),
  });
}

function PendingEmail() {
  const { account: t } = useText('entry');
  const client = useClient();
  const asked = emailChangeQuery(client);
  const pending = useQuery(asked).data?.pending ?? null;
  const withdraw = useMutation({
    mutationFn: () => client.remove('v1/account/email-change'),
    onSuccess: () => showToast({ text: t.withdrawn }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: asked.queryKey }),
  });
  if (pending === null) return null;
  const { email, way, expiresAt } = pending;
  return (
    <div className="asked-note" role="status">
      {withdraw.error !== null && <Failure error={withdraw.error} />}
      <p>
        {way === 'mail' ? t.pendingMail(email) : t.pendingOwner(email)}{' '}
        <Moment iso={expiresAt} exact />
      </p>
      <Button
        size="compact-sm"
        variant="default"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate()}
      >
        {t.withdraw}
      </Button>
    </div>
  );
}

/**
 * The first start: makes the first account with the token that the service printed. Once that is
 * done it says so, and where to sign in.
 */

import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { setupQuery } from '../../api/session.ts';
import { announceSignedIn } from '../../api/sign-in-state.ts';
import { useText } from '../../i18n/words.ts';
import { EmailField, PasswordField } from '../../kit/form/field.tsx';
import { FormFoot, useForm } from '../../kit/form/form.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Failure } from '../../kit/region/data-region.tsx';
import { EntryFrame } from '../../shell/entry-frame.tsx';
import { useHashToken } from '../../shell/hash-token.ts';

export function Page() {
  const t = useText('entry').setup;
  const query = useQuery(setupQuery(useClient()));
  const token = useHashToken();
  return (
    <EntryFrame>
      {query.data?.needed === false ? (
        <div data-state="ready">
          <PageHead title={t.doneTitle} lead={t.done} />
          <Link to="/login">{t.toLogin}</Link>
        </div>
      ) : (
        <>
          <PageHead title={t.title} lead={t.lead} />
          {query.error !== null && (
            <Failure error={query.error} onRetry={() => void query.refetch()} />
          )}
          <SetupForm token={token} />
        </>
      )}
    </EntryFrame>
  );
}

const FIELDS = ['/token', '/name', '/email', '/password'];

function SetupForm({ token }: { readonly token: string }) {
  const t = useText('entry').setup;
  const client = useClient();
  const navigate = useNavigate();
  const form = useForm({ token, name: '', email: '', password: '' }, async (values) => {
    await client.post('v1/setup', values);
    announceSignedIn();
    queryClient.clear();
    await navigate({ to: '/' });
  });
  const field = (key: keyof typeof form.values) => ({
    value: form.values[key],
    error: form.faultOf(`/${key}`),
    required: true,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      form.set(key, event.currentTarget.value),
  });
  return (
    <form onSubmit={form.submit} className="form" noValidate>
      <TextInput
        label={t.token}
        description={t.tokenHint}
        autoComplete="one-time-code"
        spellCheck={false}
        {...field('token')}
      />
      <TextInput label={t.name} autoComplete="name" {...field('name')} />
      <EmailField label={t.email} {...field('email')} />
      <PasswordField
        label={t.password}
        description={t.passwordHint}
        autoComplete="new-password"
        {...field('password')}
      />
      <FormFoot form={form} action={t.action} shown={FIELDS} always guarded={false} />
    </form>
  );
}

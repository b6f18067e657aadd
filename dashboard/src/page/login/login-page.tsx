/**
 * The sign-in: e-mail and password, a passkey, or the identity provider when one is set. Afterwards
 * one is where one wanted to go. Too many attempts say how long to wait.
 */

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { isCodeMissing } from '../../api/failure.ts';
import { showPasskey } from '../../api/passkey.ts';
import { queryClient } from '../../api/query-client.ts';
import type { PasskeyRequest } from '../../api/record.ts';
import { setupQuery } from '../../api/session.ts';
import { announceSignedIn } from '../../api/sign-in-state.ts';
import { useText } from '../../i18n/words.ts';
import { EmailField, PasswordField } from '../../kit/form/field.tsx';
import { useForm } from '../../kit/form/form.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { EntryFrame } from '../../shell/entry-frame.tsx';
import { GoTo } from '../../shell/go-to.tsx';
import { CodeForm, EntryFailure, PasskeyButton } from './sign-in-parts.tsx';

const route = getRouteApi('/login');

export function Page() {
  const t = useText('entry').login;
  const { problem } = route.useSearch();
  const setup = useQuery(setupQuery(useClient()));
  if (setup.data?.needed === true) return <GoTo target={{ to: '/setup' }} />;
  const provider = setup.data?.oidc ?? null;
  return (
    <EntryFrame>
      <PageHead title={t.title} />
      {problem !== undefined && (
        <p className="fault" role="alert">
          {t.providerErrors[problem] ?? t.providerFailed(problem)}
        </p>
      )}
      {provider !== null && (
        <>
          <Button
            fullWidth
            variant="default"
            onClick={() => location.assign(new URL(provider.startUrl, location.href))}
          >
            {t.provider(provider.name)}
          </Button>
          <p className="entry-or quiet">{t.or}</p>
        </>
      )}
      <LoginForm />
      <p className="small">
        <Link to="/reset">{t.forgot}</Link>
      </p>
    </EntryFrame>
  );
}

function LoginForm() {
  const t = useText('entry').login;
  const client = useClient();
  const navigate = useNavigate();
  const { next, step } = route.useSearch();
  const [isCode, setCode] = useState(step === 'code');
  const enter = async () => {
    announceSignedIn();
    queryClient.clear();
    await navigate({ href: next ?? '/' });
  };
  const form = useForm({ email: '', password: '' }, async (values) => {
    try {
      await client.post('v1/session', values);
    } catch (error) {
      if (!isCodeMissing(error)) throw error;
      setCode(true);
      return;
    }
    await enter();
  });
  const byPasskey = async () => {
    const asked = await client.post<PasskeyRequest>('v1/session/passkey/options');
    await showPasskey(client, 'v1/session/passkey', asked);
    await enter();
  };
  const { failure } = form;
  if (isCode) return <CodeForm onDone={enter} onBack={() => setCode(false)} />;
  return (
    <form onSubmit={form.submit} className="form" noValidate>
      <EmailField
        label={t.email}
        value={form.values.email}
        error={form.faultOf('/email')}
        onChange={({ currentTarget }) => form.set('email', currentTarget.value)}
      />
      <PasswordField
        label={t.password}
        autoComplete="current-password"
        value={form.values.password}
        error={form.faultOf('/password')}
        onChange={({ currentTarget }) => form.set('password', currentTarget.value)}
      />
      {failure !== null && form.faults.length === 0 && <EntryFailure error={failure} />}
      <Button type="submit" fullWidth loading={form.saving}>
        {t.action}
      </Button>
      <PasskeyButton label={t.passkey} onShow={byPasskey} />
    </form>
  );
}

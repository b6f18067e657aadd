/**
 * A lost password: with a link one chooses a new one; without, one asks for a mail, or reads whom
 * to ask. The token stands after `#` and is sent only in the body of requests.
 */

import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { PasswordResetPreview } from '../../../../src/http/schema/password-reset.ts';
import { useClient } from '../../api/api-context.tsx';
import { ApiFailure } from '../../api/failure.ts';
import { queryClient } from '../../api/query-client.ts';
import { setupQuery } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { CopyLine } from '../../kit/copy.tsx';
import { EmailField, PasswordField } from '../../kit/form/field.tsx';
import { FormFoot, useForm } from '../../kit/form/form.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Failure } from '../../kit/region/data-region.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { EntryFrame } from '../../shell/entry-frame.tsx';
import { forgetHashToken, useHashToken } from '../../shell/hash-token.ts';

export function Page() {
  const t = useText('entry').reset;
  const token = useHashToken();
  // A person who comes here again from the sign-in asks for another link.
  useEffect(() => {
    const { pathname } = location;
    return () => forgetHashToken(pathname);
  }, []);
  return (
    <EntryFrame>
      {token === '' ? <Asking /> : <Linked token={token} />}
      <p className="small">
        <Link to="/login">{t.toLogin}</Link>
      </p>
    </EntryFrame>
  );
}

const COMMAND = 'npx ringpost reset-password you@example.com';

function Asking() {
  const t = useText('entry').reset;
  const setup = useQuery(setupQuery(useClient()));
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <PageHead title={t.sentTitle} lead={t.sent(sentTo)} />;
  const mails = setup.data?.resetByMail === true;
  return (
    <>
      <PageHead title={t.title} lead={mails ? t.lead : t.noMail} />
      {setup.error !== null && <Failure error={setup.error} onRetry={() => void setup.refetch()} />}
      {setup.data !== undefined && !mails && (
        <>
          <p>{t.onHost}</p>
          <CopyLine text={COMMAND} what={t.onHostCommand} />
        </>
      )}
      {mails && <AskForm onSent={setSentTo} />}
    </>
  );
}

function AskForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const t = useText('entry').reset;
  const client = useClient();
  const form = useForm({ email: '' }, async (values) => {
    await client.post('v1/password-resets', values);
    onSent(values.email);
  });
  return (
    <form onSubmit={form.submit} className="form" noValidate>
      <EmailField
        label={t.email}
        value={form.values.email}
        error={form.faultOf('/email')}
        onChange={({ currentTarget }) => form.set('email', currentTarget.value)}
      />
      {form.failure !== null && form.faults.length === 0 && <Failure error={form.failure} />}
      <Button type="submit" fullWidth loading={form.saving}>
        {t.ask}
      </Button>
    </form>
  );
}

function Linked({ token }: { readonly token: string }) {
  const t = useText('entry').reset;
  const client = useClient();
  const query = useQuery({
    queryKey: ['password-reset', token],
    queryFn: ({ signal }) =>
      client.post<PasswordResetPreview>('v1/password-resets/preview', { token }, { signal }),
  });
  if (query.error instanceof ApiFailure && query.error.status === 404) {
    return <PageHead title={t.goneTitle} lead={t.gone} />;
  }
  return (
    <>
      {query.error !== null && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && <NewPassword token={token} preview={query.data} />}
    </>
  );
}

interface NewPasswordProps {
  readonly token: string;
  readonly preview: PasswordResetPreview;
}

function NewPassword({ token, preview }: NewPasswordProps) {
  const t = useText('entry');
  const client = useClient();
  const navigate = useNavigate();
  const form = useForm({ password: '' }, async ({ password }) => {
    await client.post('v1/password-resets/complete', { token, password });
    queryClient.clear();
    showToast({ text: t.reset.changed });
    await navigate({ to: '/login' });
  });
  return (
    <>
      <PageHead
        title={t.reset.chooseTitle}
        lead={
          <>
            <p>{t.reset.chooseLead(preview.name)}</p>
            <p className="quiet small">
              {t.reset.until} <Moment iso={preview.expiresAt} exact />
            </p>
          </>
        }
      />
      <form onSubmit={form.submit} className="form" noValidate>
        <TextInput label={t.reset.email} value={preview.email} readOnly autoComplete="username" />
        <PasswordField
          label={t.reset.password}
          description={t.setup.passwordHint}
          autoComplete="new-password"
          value={form.values.password}
          error={form.faultOf('/password')}
          onChange={({ currentTarget }) => form.set('password', currentTarget.value)}
        />
        <FormFoot
          form={form}
          action={t.reset.action}
          shown={['/password']}
          always
          guarded={false}
        />
      </form>
    </>
  );
}

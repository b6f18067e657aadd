/**
 * An invitation: who invites to what, and the account that accepts it. The token stands after `#`
 * and is sent only in the body of requests.
 */

import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { ApiFailure } from '../../api/failure.ts';
import { queryClient } from '../../api/query-client.ts';
import type { InvitationPreview } from '../../api/record.ts';
import { sessionQuery } from '../../api/session.ts';
import { announceSignedIn } from '../../api/sign-in-state.ts';
import { useText } from '../../i18n/words.ts';
import { PasswordField } from '../../kit/form/field.tsx';
import { FormFoot, useForm } from '../../kit/form/form.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Failure } from '../../kit/region/data-region.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { EntryFrame } from '../../shell/entry-frame.tsx';
import { useHashToken } from '../../shell/hash-token.ts';

export function Page() {
  const t = useText('entry').invitation;
  const token = useHashToken();
  const client = useClient();
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      client.post<InvitationPreview>('v1/invitations/preview', { token }, { signal }),
    enabled: token !== '',
  });
  const gone = query.error instanceof ApiFailure && [404, 410].includes(query.error.status);
  return (
    <EntryFrame>
      {token === '' && <PageHead title={t.missingTitle} lead={t.missing} />}
      {gone && <PageHead title={t.goneTitle} lead={t.gone} />}
      {query.error !== null && !gone && (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && <Invitation token={token} preview={query.data} />}
    </EntryFrame>
  );
}

interface InvitationProps {
  readonly token: string;
  readonly preview: InvitationPreview;
}

function Invitation({ token, preview }: InvitationProps) {
  const t = useText('entry').invitation;
  const roles = useText('word').role;
  const session = useQuery(sessionQuery(useClient())).data;
  const isOwn = session?.user.email === preview.email;
  return (
    <>
      <PageHead
        title={t.title}
        lead={
          <>
            <p>{t.lead(preview.projectName, roles[preview.role])}</p>
            <p className="quiet small">
              {t.until} <Moment iso={preview.expiresAt} exact />
            </p>
          </>
        }
      />
      {preview.hasAccount && !isOwn ? (
        <p>
          {t.hasAccount(preview.email)}{' '}
          <Link to="/login" search={{ next: '/invitation' }}>
            {t.accept}
          </Link>
        </p>
      ) : (
        <AcceptForm token={token} preview={preview} known={isOwn} />
      )}
    </>
  );
}

function AcceptForm({ token, preview, known }: InvitationProps & { readonly known: boolean }) {
  const t = useText('entry').invitation;
  const client = useClient();
  const navigate = useNavigate();
  const form = useForm({ name: '', password: '' }, async (values) => {
    await client.post('v1/invitations/accept', known ? { token } : { token, ...values });
    announceSignedIn();
    queryClient.clear();
    await navigate({ to: '/' });
  });
  if (known) {
    return (
      <form onSubmit={form.submit}>
        {form.failure !== null && <Failure error={form.failure} />}
        <Button type="submit" loading={form.saving}>
          {t.accept}
        </Button>
      </form>
    );
  }
  return (
    <form onSubmit={form.submit} className="form" noValidate>
      <TextInput label={t.email} value={preview.email} readOnly autoComplete="username" />
      <TextInput
        label={t.name}
        autoComplete="name"
        value={form.values.name}
        error={form.faultOf('/name')}
        onChange={({ currentTarget }) => form.set('name', currentTarget.value)}
      />
      <PasswordField
        label={t.password}
        autoComplete="new-password"
        value={form.values.password}
        error={form.faultOf('/password')}
        onChange={({ currentTarget }) => form.set('password', currentTarget.value)}
      />
      <FormFoot
        form={form}
        action={t.action}
        shown={['/name', '/password']}
        always
        guarded={false}
      />
    </form>
  );
}

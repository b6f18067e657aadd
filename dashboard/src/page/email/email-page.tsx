/**
 * The link that was mailed to a new e-mail: the person who is signed in to the account confirms it.
 * The token stands after `#` and is sent only in the body of requests.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import type { SessionRecord } from '../../api/record.ts';
import { sessionQuery } from '../../api/session.ts';
import { announceSignedIn } from '../../api/sign-in-state.ts';
import { useText } from '../../i18n/words.ts';
import { useForm } from '../../kit/form/form.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Failure } from '../../kit/region/data-region.tsx';
import { showToast } from '../../kit/toast.tsx';
import { EntryFrame } from '../../shell/entry-frame.tsx';
import { forgetHashToken, useHashToken } from '../../shell/hash-token.ts';

export function Page() {
  const t = useText('entry').emailLink;
  const token = useHashToken();
  const session = useQuery(sessionQuery(useClient()));
  if (token === '') {
    return (
      <EntryFrame>
        <PageHead title={t.missingTitle} lead={t.missing} />
      </EntryFrame>
    );
  }
  if (session.isPending) return <EntryFrame>{null}</EntryFrame>;
  const email = session.data?.user.email;
  return (
    <EntryFrame>
      <PageHead title={t.title} lead={email === undefined ? t.signIn : t.lead(email)} />
      {email === undefined ? (
        <Link to="/login" search={{ next: '/email' }}>
          {t.toLogin}
        </Link>
      ) : (
        <Confirm token={token} />
      )}
    </EntryFrame>
  );
}

function Confirm({ token }: { readonly token: string }) {
  const t = useText('entry').emailLink;
  const client = useClient();
  const navigate = useNavigate();
  const form = useForm({}, async () => {
    const path = 'v1/account/email-change/confirm';
    const { user } = await client.post<SessionRecord>(path, { token });
    forgetHashToken(location.pathname);
    announceSignedIn();
    queryClient.clear();
    showToast({ text: t.changed(user.email) });
    await navigate({ to: '/account' });
  });
  return (
    <form onSubmit={form.submit}>
      {form.failure !== null && <Failure error={form.failure} />}
      <Button type="submit" loading={form.saving}>
        {t.action}
      </Button>
    </form>
  );
}

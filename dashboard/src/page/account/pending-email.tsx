/**
 * An e-mail that was asked for and does not count yet:
 * how it comes to count, and the way back.
 */
import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-context.tsx';
import type { Client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { EmailChangeState } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { Failure } from '../../kit/region/failure.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { entryText } from '../login/text.ts';

export function emailChangeQuery(client: Client) {
  return queryOptions({
    queryKey: ['email-change'],
    queryFn: ({ signal }) => client.get<EmailChangeState>('v1/account/email-change', { signal }),
  });
}

export function PendingEmail() {
  const { account: t } = useText(entryText);
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

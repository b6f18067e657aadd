/**
 * Invitations that nobody has taken yet;
 * each can be withdrawn.
 */
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { InvitationRecord } from '../../../../src/http/schema/member.ts';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import type { Page as PageOf } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { Failure } from '../../kit/region/failure.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { type Column, DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { memberText } from './text.ts';

export function InvitationList() {
  const t = useText(memberText);
  const client = useClient();
  const key = ['invitations', client.project];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.get<PageOf<InvitationRecord>>('v1/invitations', { signal }),
  });
  const withdraw = useMutation({
    mutationFn: ({ id }: InvitationRecord) => client.remove(`v1/invitations/${id}`),
    onSuccess: (_, { email }) => showToast({ text: t.withdrawn(email) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
  const rows = query.data?.data ?? [];
  const columns: readonly Column<InvitationRecord>[] = [
    { id: 'email', head: t.email, as: 'link', cell: ({ email }) => email },
    { id: 'role', head: t.role, as: 'quiet', cell: ({ role }) => t.roles[role] },
    {
      id: 'until',
      head: t.until,
      as: 'when',
      cell: ({ expiresAt }) => <Moment iso={expiresAt} />,
    },
    {
      id: 'withdraw',
      head: <span className="unseen">{t.withdraw}</span>,
      as: 'actions',
      cell: (invitation) => (
        <Button
          size="compact-sm"
          variant="default"
          loading={withdraw.isPending && withdraw.variables === invitation}
          onClick={() => withdraw.mutate(invitation)}
        >
          {t.withdraw}
        </Button>
      ),
    },
  ];
  return (
    <DataRegion
      title={t.invitations}
      region={regionOf(query, { count: rows.length })}
      empty={<EmptyState title={t.noInvitations} />}
      rows={1}
    >
      {withdraw.error !== null && <Failure error={withdraw.error} />}
      <DataTable
        caption={t.invitationsListed}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
      />
    </DataRegion>
  );
}

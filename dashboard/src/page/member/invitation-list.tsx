/**
 * Invitations that were not accepted yet.
 * Each can be withdrawn, after asking.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvitationRecord } from '../../../../src/http/schema/member.ts';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import type { Page as PageOf } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState } from '../../kit/region/empty-state.tsx';
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
  const [asking, setAsking] = useState<InvitationRecord | null>(null);
  const withdraw = async ({ id, email }: InvitationRecord): Promise<void> => {
    await client.remove(`v1/invitations/${id}`);
    showToast({ text: t.withdrawn(email) });
    await queryClient.invalidateQueries({ queryKey: key });
  };
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
        <Button size="compact-sm" variant="default" onClick={() => setAsking(invitation)}>
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
      <DataTable
        caption={t.invitationsListed}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
      />
      {asking !== null && (
        <ConfirmDialog
          title={t.withdrawTitle(asking.email)}
          action={t.withdraw}
          effect={t.withdrawEffect}
          dangerous
          onConfirm={() => withdraw(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </DataRegion>
  );
}

/**
 * The sessions of the account, with a button that ends each, for example that of a browser the
 * person no longer has. Signing out ends the present one.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import type { AccountSession, Page } from '../../api/record.ts';
import { useText } from '../../i18n/words.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';

export function SessionList() {
  const t = useText('entry').account;
  const client = useClient();
  const query = useQuery({
    queryKey: ['account', 'sessions'],
    queryFn: ({ signal }) => client.get<Page<AccountSession>>('v1/account/sessions', { signal }),
  });
  const [asking, setAsking] = useState<AccountSession | null>(null);
  const end = async ({ id }: AccountSession): Promise<void> => {
    await client.remove(`v1/account/sessions/${id}`);
    await queryClient.invalidateQueries({ queryKey: ['account', 'sessions'] });
    showToast({ text: t.ended });
  };
  const rows = query.data?.data ?? [];
  return (
    <DataRegion
      title={t.sessions}
      region={regionOf(query, { count: rows.length })}
      empty={<EmptyState title={t.noSessions} />}
      rows={2}
    >
      <DataTable
        caption={t.sessionCaption}
        rows={rows}
        rowId={({ id }) => id}
        columns={[
          { id: 'device', head: t.device, as: 'link', cell: ({ userAgent }) => userAgent },
          { id: 'address', head: t.address, as: 'quiet', cell: ({ address }) => address },
          {
            id: 'seen',
            head: t.lastSeen,
            as: 'when',
            cell: ({ lastSeenAt }) => <Moment iso={lastSeenAt} />,
          },
          {
            id: 'end',
            head: <span className="unseen">{t.end}</span>,
            as: 'actions',
            cell: (session) =>
              session.current ? (
                <span className="quiet">{t.current}</span>
              ) : (
                <Button size="compact-sm" variant="default" onClick={() => setAsking(session)}>
                  {t.end}
                </Button>
              ),
          },
        ]}
      />
      {asking !== null && (
        <ConfirmDialog
          title={t.endTitle(asking.userAgent)}
          action={t.end}
          effect={t.endEffect}
          dangerous
          onConfirm={() => end(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </DataRegion>
  );
}

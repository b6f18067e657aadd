/**
 * Where one is signed in, and the button that ends a session: that of a browser one no longer has.
 * The present one ends by signing out.
 */
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import type { AccountSession, Page } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { Failure } from '../../kit/region/failure.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { entryText } from '../login/text.ts';

export function SessionList() {
  const t = useText(entryText).account;
  const client = useClient();
  const query = useQuery({
    queryKey: ['account', 'sessions'],
    queryFn: ({ signal }) => client.get<Page<AccountSession>>('v1/account/sessions', { signal }),
  });
  const end = useMutation({
    mutationFn: (id: string) => client.remove(`v1/account/sessions/${id}`),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['account', 'sessions'] });
      showToast({ text: t.ended });
    },
  });
  const rows = query.data?.data ?? [];
  return (
    <DataRegion
      title={t.sessions}
      region={regionOf(query, { count: rows.length })}
      empty={<EmptyState title={t.noSessions} />}
      rows={2}
    >
      {end.error !== null && <Failure error={end.error} />}
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
            cell: ({ id, current }) =>
              current ? (
                <span className="quiet">{t.current}</span>
              ) : (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={end.isPending && end.variables === id}
                  onClick={() => end.mutate(id)}
                >
                  {t.end}
                </Button>
              ),
          },
        ]}
      />
    </DataRegion>
  );
}

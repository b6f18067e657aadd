/**
 * Alerts as a table: all of the project, or those about one endpoint, the newest first. Each leads
 * to its page.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/words.ts';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, DataTable, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { type AlertRecord, alertsQuery, alertWord, useAlertWords } from './alert-query.ts';

/** With an endpoint nothing is shown while it has none. */
export function AlertList({ endpointId }: { readonly endpointId?: string }) {
  const t = useText('alert');
  const client = useClient();
  const query = useQuery(alertsQuery(client, endpointId === undefined ? {} : { endpointId }));
  const columns = useAlertColumns();
  const rows = query.data?.data ?? [];
  if (endpointId !== undefined && rows.length === 0) return null;
  return (
    <DataRegion
      title={t.list}
      region={regionOf(query, { count: rows.length })}
      rows={4}
      empty={
        <EmptyState title={t.emptyTitle}>
          <p>{t.empty}</p>
        </EmptyState>
      }
    >
      <DataTable
        caption={t.list}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ title, name }) => `${title} ${name}`}
      />
    </DataRegion>
  );
}

function useAlertColumns(): readonly Column<AlertRecord>[] {
  const t = useText('alert');
  const project = useClient().project ?? '';
  const say = useAlertWords();
  return useMemo(() => {
    const { column } = t;
    return [
      {
        id: 'what',
        head: column.what,
        as: 'link',
        cell: (alert) => (
          <Link
            to="/p/$project/alerts/$alertId"
            params={{ project, alertId: alert.id }}
            {...ROW_LINK}
          >
            {say.titleOf(alert)}
          </Link>
        ),
      },
      {
        id: 'status',
        head: column.status,
        as: 'state',
        cell: (alert) => <StateBadge {...alertWord(alert, t, serverNowMs())} />,
      },
      { id: 'about', head: column.about, as: 'quiet', cell: (alert) => say.foundOf(alert) },
      {
        id: 'since',
        head: column.since,
        as: 'when',
        cell: ({ since }) => <Moment iso={since} />,
      },
    ];
  }, [t, project, say]);
}

/**
 * Alerts as a table, the newest first, each of which leads to its page: all that the address names,
 * in pages, or the latest about one endpoint.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { OPS_TRIGGERS } from '../../../../src/core/trigger/ops-trigger.ts';
import { useClient } from '../../api/api-context.tsx';
import { useEndpoints } from '../../api/endpoint.ts';
import { useText } from '../../i18n/words.ts';
import type { FilterField } from '../../kit/filter/filter-token.ts';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, DataTable, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { PeekedList } from '../../list/list-page.tsx';
import { type AlertRecord, alertsQuery, alertWord, useAlertWords } from './alert-query.ts';
import { ALERT_STATES, type AlertsSearch, readAlerts } from './alert-search.ts';

export function AlertList({ search }: { readonly search: AlertsSearch }) {
  const t = useText('alert');
  const { endpoint: endpointId, ...asked } = search;
  const query = useQuery(alertsQuery(useClient(), { ...asked, endpointId }));
  const rows = query.data?.data ?? null;
  const filtered = Object.values(search).some((value) => value !== undefined);
  const list = {
    region: regionOf(query, { count: rows?.length ?? 0, filtered }),
    rows,
    nextCursor: query.data?.nextCursor ?? null,
  };
  return (
    <PeekedList
      name="alerts"
      title={t.list}
      titleHidden
      listed={t.listed}
      list={list}
      search={search}
      filter={{ fields: useAlertFields(), read: readAlerts, placeholder: t.placeholder }}
      columns={useAlertColumns()}
      rowId={idOf}
      rowName={nameOf}
      empty={
        <EmptyState title={t.emptyTitle}>
          <p>{t.empty}</p>
        </EmptyState>
      }
      noMatch={t.noMatch}
      likely={4}
      panel={undefined}
    />
  );
}

/** How many are shown beside an endpoint; the list has all of them. */
const LATEST = 5;

/** Nothing is shown while the endpoint has none. */
export function LatestAlerts({ endpointId }: { readonly endpointId: string }) {
  const t = useText('alert');
  const client = useClient();
  const query = useQuery(alertsQuery(client, { endpointId, limit: LATEST }));
  const columns = useAlertColumns();
  const rows = query.data?.data ?? [];
  if (rows.length === 0) return null;
  const more = query.data?.nextCursor ?? null;
  return (
    <DataRegion
      title={t.list}
      region={regionOf(query, { count: rows.length })}
      rows={LATEST}
      empty={null}
      foot={
        more !== null && (
          <p className="pages small">
            <Link
              to="/p/$project/alerts"
              params={{ project: client.project ?? '' }}
              search={{ endpoint: endpointId }}
            >
              {t.allOfIt}
            </Link>
          </p>
        )
      }
    >
      <DataTable caption={t.listed} columns={columns} rows={rows} rowId={idOf} rowName={nameOf} />
    </DataRegion>
  );
}

function idOf({ id }: AlertRecord): string {
  return id;
}

function nameOf({ title, name }: AlertRecord): string {
  return `${title} ${name}`;
}

function useAlertFields(): readonly FilterField[] {
  const t = useText('alert');
  const endpoints = useEndpoints();
  const say = useAlertWords();
  return useMemo(
    () => [
      {
        key: 'state',
        label: t.column.status,
        values: ALERT_STATES.map((value) => ({ value, label: t.status[value].word })),
      },
      {
        key: 'trigger',
        label: t.column.what,
        values: OPS_TRIGGERS.map((value) => ({ value, label: say.titleOf({ trigger: value }) })),
      },
      {
        key: 'endpoint',
        label: t.column.about,
        values: [...endpoints.values()].map(({ id, name }) => ({ value: id, label: name })),
      },
    ],
    [t, endpoints, say],
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

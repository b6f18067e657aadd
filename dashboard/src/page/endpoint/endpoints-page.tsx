/**
 * All endpoints of the project with their health: state, course of the last day, what waits. The
 * states come with the endpoints; without the figures the list still stands.
 */

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ENDPOINT_KINDS } from '../../../../src/core/endpoint/endpoint.ts';
import { useClient } from '../../api/api-context.tsx';
import { endpointsQuery } from '../../api/endpoint.ts';
import { endpointStatsQuery } from '../../api/endpoint-act.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import type { FilterField } from '../../kit/filter/filter-token.ts';
import { Icon } from '../../kit/icon.tsx';
import { EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { ListPage } from '../../list/list-page.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { ENDPOINT_STATES } from '../../word/endpoint-state.ts';
import './endpoint.css';
import { useEndpointColumns } from './endpoint-columns.tsx';
import { type EndpointRow, fileQuery, keptRows, rowsOf } from './endpoint-row.ts';
import { type EndpointsSearch, readEndpoints } from './endpoint-search.ts';

const route = getRouteApi('/p/$project/endpoints');

export function Page() {
  const t = useText('endpoint');
  const search = route.useSearch();
  const { list, all } = useEndpointList(search);
  const query = fileQuery(list.rows, all);
  return (
    <ListPage
      name="endpoints"
      title={t.title}
      lead={t.lead}
      actions={<AddButton />}
      listed={t.listed}
      list={list}
      search={search}
      filter={{ fields: useFields(), read: readEndpoints, placeholder: t.filter.placeholder }}
      {...(query === null ? {} : { file: { path: 'v1/endpoints', query } })}
      columns={useEndpointColumns()}
      rowId={idOf}
      partial={t.noFigures}
      empty={
        <EmptyState title={t.emptyTitle} action={<AddButton small />}>
          <p>{t.empty}</p>
        </EmptyState>
      }
      noMatch={t.noMatch}
      noMatchText={<p>{t.without(all)}</p>}
      likely={5}
    />
  );
}

function AddButton({ small = false }: { readonly small?: boolean }) {
  const t = useText('endpoint');
  const may = useMay('endpoints:write');
  const navigate = useNavigate();
  const project = useClient().project ?? '';
  return (
    <Button
      size={small ? 'xs' : 'sm'}
      leftSection={<Icon name="plus" />}
      disabled={!may}
      title={may ? undefined : t.onlyAdmins}
      onClick={() => void navigate({ to: '/p/$project/endpoints/new', params: { project } })}
    >
      {t.add}
    </Button>
  );
}

function useEndpointList(search: EndpointsSearch) {
  const client = useClient();
  const query = useQuery(endpointsQuery(client));
  const stats = useQuery(endpointStatsQuery(client));
  useLiveQueries(['endpoints', 'deliveries'], ['endpoints', client.project]);
  const rows = useMemo(() => rowsOf(query.data ?? [], stats.data), [query.data, stats.data]);
  const kept = useMemo(() => keptRows(rows, search), [rows, search]);
  const region = regionOf(query, {
    count: kept.length,
    filtered: rows.length > 0,
    partial: stats.error !== null,
  });
  return { list: { region, rows: kept, nextCursor: null }, all: rows.length };
}

function useFields(): readonly FilterField[] {
  const t = useText('endpoint').filter;
  const words = useText('word');
  return useMemo(
    () => [
      {
        key: 'state',
        label: t.state,
        many: true,
        values: ENDPOINT_STATES.map((value) => ({
          value,
          label: words.endpoint.state[value].word,
        })),
      },
      {
        key: 'kind',
        label: t.kind,
        many: true,
        values: ENDPOINT_KINDS.map((value) => ({ value, label: words.kind[value] })),
      },
      { key: 'q', label: t.q },
    ],
    [t, words],
  );
}

function idOf({ endpoint }: EndpointRow): string {
  return endpoint.id;
}

/**
 * All endpoints of the project with their health: state, course of the last day, what waits. The
 * states come with the endpoints; without the figures the list still stands.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { endpointsQuery } from '../../api/endpoint.ts';
import { endpointStatsQuery } from '../../api/endpoint-act.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { FilterBox } from '../../kit/filter/filter-box.tsx';
import {
  activeTokens,
  type FilterField,
  type FilterSearch,
  withoutFilter,
} from '../../kit/filter/filter-token.ts';
import { Icon } from '../../kit/icon.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState, NoMatch } from '../../kit/region/empty-state.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { ENDPOINT_STATES } from '../../word/endpoint-state.ts';
import { wordText } from '../../word/text.ts';
import './endpoint.css';
import { useEndpointColumns } from './endpoint-columns.tsx';
import { keptRows, rowsOf } from './endpoint-row.ts';
import { type EndpointsSearch, readEndpoints } from './endpoint-search.ts';
import { KINDS } from './form/endpoint-default.ts';
import { endpointText } from './text.ts';

const route = getRouteApi('/p/$project/endpoints');

export function Page() {
  const t = useText(endpointText);
  return (
    <>
      <PageHead title={t.title} lead={t.lead} actions={<AddButton />} />
      <EndpointList search={route.useSearch()} />
    </>
  );
}

function AddButton({ small = false }: { readonly small?: boolean }) {
  const t = useText(endpointText);
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

function EndpointList({ search }: { readonly search: EndpointsSearch }) {
  const t = useText(endpointText);
  const client = useClient();
  const navigate = useNavigate();
  const fields = useFields();
  const query = useQuery(endpointsQuery(client));
  const stats = useQuery(endpointStatsQuery(client));
  useLiveQueries(['endpoints', 'deliveries'], ['endpoints', client.project]);
  const rows = useMemo(() => rowsOf(query.data ?? [], stats.data), [query.data, stats.data]);
  const kept = useMemo(() => keptRows(rows, search), [rows, search]);
  const columns = useEndpointColumns();
  const setSearch = (next: FilterSearch): void => {
    void navigate({ to: '.', search: readEndpoints(next), resetScroll: false });
  };
  const filters: FilterSearch = { ...search };
  const region = regionOf(query, {
    count: kept.length,
    filtered: rows.length > 0,
    partial: stats.error !== null,
  });
  return (
    <DataRegion
      title={t.title}
      titleHidden
      region={region}
      rows={5}
      tools={
        <FilterBox
          fields={fields}
          search={filters}
          onSearch={setSearch}
          placeholder={t.filter.placeholder}
        />
      }
      partial={t.noFigures}
      empty={
        <EmptyState title={t.emptyTitle} action={<AddButton small />}>
          <p>{t.empty}</p>
        </EmptyState>
      }
      noMatch={
        <NoMatch
          title={t.noMatch}
          filters={activeTokens(filters, fields).map(({ key, value, label }) => ({
            id: `${key}:${value}`,
            label,
            onRemove: () => setSearch(withoutFilter(filters, key, value)),
          }))}
          onClear={() => setSearch({})}
        >
          <p>{t.without(rows.length)}</p>
        </NoMatch>
      }
    >
      <DataTable
        caption={t.listed}
        columns={columns}
        rows={kept}
        rowId={({ endpoint }) => endpoint.id}
      />
    </DataRegion>
  );
}

function useFields(): readonly FilterField[] {
  const t = useText(endpointText).filter;
  const words = useText(wordText);
  return useMemo(
    () => [
      {
        ...{ key: 'state', label: t.state, many: true },
        values: ENDPOINT_STATES.map((value) => ({
          value,
          label: words.endpoint.state[value].word,
        })),
      },
      {
        ...{ key: 'kind', label: t.kind, many: true },
        values: KINDS.map((value) => ({ value, label: words.kind[value] })),
      },
      { key: 'q', label: t.q },
    ],
    [t, words],
  );
}

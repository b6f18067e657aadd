/**
 * The deliveries that match the filter of the address, the newest first: live without moving, with
 * saved views, bulk actions, and a panel for one of them. The page that the other lists copy.
 */
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { loadDeliveries } from '../../api/delivery.ts';
import { useEndpoints } from '../../api/endpoint.ts';
import type { DeliveryRecord } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { FilterBox } from '../../kit/filter/filter-box.tsx';
import { activeTokens, type FilterSearch } from '../../kit/filter/filter-token.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { type Selection, useSelection } from '../../kit/table/selection.ts';
import { FreshPill } from '../../list/fresh-pill.tsx';
import { ListExport } from '../../list/list-export.tsx';
import { type SteadyList, useSteadyList } from '../../list/use-steady-list.ts';
import { DeliveryBulk } from './delivery-bulk.tsx';
import { useDeliveryColumns } from './delivery-columns.tsx';
import { NoDeliveries, NoDeliveryMatch } from './delivery-nothing.tsx';
import { DeliveryPeek } from './delivery-peek.tsx';
import { type DeliverySearch, readDeliverySearch } from './delivery-search.ts';
import { DeliveryViews } from './delivery-views.tsx';
import { deliveryText } from './text.ts';
import { useDeliveryFields } from './use-delivery-fields.ts';

const route = getRouteApi('/p/$project/deliveries');

export function Page() {
  const t = useText(deliveryText);
  const search = route.useSearch();
  const list = useDeliveryList(search);
  const ids = useMemo(() => (list.rows ?? []).map(idOf), [list.rows]);
  const selection = useSelection(ids);
  const navigate = useNavigate();
  const peek = (id: string | undefined): void => {
    void navigate({ to: '.', search: (before) => ({ ...before, peek: id }), resetScroll: false });
  };
  return (
    <>
      <PageHead title={t.title} lead={t.lead} />
      <DeliveryViews search={search} />
      <DeliveryTable list={list} search={search} selection={selection} onPeek={peek} />
      <DeliveryBulk rows={list.rows ?? []} selection={selection} />
      {search.peek !== undefined && (
        <DeliveryPeek id={search.peek} onClose={() => peek(undefined)} />
      )}
    </>
  );
}

function useDeliveryList(search: DeliverySearch): SteadyList<DeliveryRecord> {
  const client = useClient();
  const { range, cursor } = search;
  const filter = filterOf(search);
  return useSteadyList({
    key: ['deliveries', client.project, filter],
    live: ['deliveries', 'endpoints'],
    filtered: Object.values(filter).some((value) => value !== undefined),
    idOf,
    load: (window, signal) => loadDeliveries(client, { ...filter, ...window }, signal),
    ...{ range, cursor },
  });
}

/** As the API names them. */
function filterOf({ state, endpoint, trigger, call }: DeliverySearch) {
  return { state, endpointId: endpoint, trigger, callId: call };
}

interface DeliveryTableProps {
  readonly list: SteadyList<DeliveryRecord>;
  readonly search: DeliverySearch;
  readonly selection: Selection;
  readonly onPeek: (id: string) => void;
}

function DeliveryTable({ list, search, selection, onPeek }: DeliveryTableProps) {
  const t = useText(deliveryText);
  const endpoints = useEndpoints();
  const fields = useDeliveryFields(endpoints);
  const columns = useDeliveryColumns(endpoints);
  const navigate = useNavigate();
  const setSearch = (next: FilterSearch): void => {
    void navigate({ to: '.', search: readDeliverySearch(next), resetScroll: false });
  };
  const filters: FilterSearch = { ...search };
  return (
    <DataRegion
      title={t.title}
      titleHidden
      region={list.region}
      rows={12}
      tools={
        <>
          <FilterBox
            fields={fields}
            search={filters}
            onSearch={setSearch}
            placeholder={t.filter.placeholder}
          />
          <FreshPill list={list} paused={selection.ids.size > 0} />
          <ListExport path="v1/deliveries" filter={filterOf(search)} range={search.range} />
        </>
      }
      empty={<NoDeliveries />}
      noMatch={
        <NoDeliveryMatch
          search={search}
          tokens={activeTokens(filters, fields)}
          onSearch={setSearch}
        />
      }
      foot={
        <Pager
          what={t.title}
          cursor={search.cursor}
          nextCursor={list.nextCursor}
          shown={list.rows?.length ?? 0}
        />
      }
    >
      {list.rows !== null && (
        <DataTable
          caption={t.listed}
          columns={columns}
          rows={list.rows}
          rowId={idOf}
          rowName={({ trigger, callId }) => `${trigger}, ${callId}`}
          selection={selection}
          onPeek={onPeek}
          peeked={search.peek ?? null}
          faded={({ id }) => list.gone.has(id)}
        />
      )}
    </DataRegion>
  );
}

function idOf({ id }: DeliveryRecord): string {
  return id;
}

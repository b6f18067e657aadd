/**
 * The deliveries that match the filter of the address, the newest first: live without moving, with
 * saved views, bulk actions, and a panel for one of them. The page that the other lists copy.
 */
import { getRouteApi } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { loadDeliveries } from '../../api/delivery.ts';
import { useEndpoints } from '../../api/endpoint.ts';
import type { DeliveryRecord } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { ListPage } from '../../list/list-page.tsx';
import { type SteadyList, useSteadyList } from '../../list/use-steady-list.ts';
import { NothingYet } from '../simulator/nothing-yet.tsx';
import { DeliveryBulk } from './delivery-bulk.tsx';
import { useDeliveryColumns } from './delivery-columns.tsx';
import { DeliveryPeek } from './delivery-peek.tsx';
import { type DeliverySearch, listFilter, readDeliverySearch } from './delivery-search.ts';
import { deliveryText } from './text.ts';
import { useDeliveryFields } from './use-delivery-fields.ts';
import { useDeliveryViews } from './use-delivery-views.ts';
import { useKeepTrail } from './use-keep-trail.ts';

const route = getRouteApi('/p/$project/deliveries');

export function Page() {
  const t = useText(deliveryText);
  const search = route.useSearch();
  const list = useDeliveryList(search);
  const endpoints = useEndpoints();
  const fields = useDeliveryFields(endpoints);
  useKeepTrail(list.rows, search);
  return (
    <ListPage
      name="deliveries"
      title={t.title}
      lead={t.lead}
      listed={t.listed}
      list={list}
      search={search}
      filter={{ fields, read: readDeliverySearch, placeholder: t.filter.placeholder }}
      file={{ path: 'v1/deliveries', query: listFilter(search) }}
      columns={useDeliveryColumns(endpoints)}
      rowId={idOf}
      rowName={({ trigger, callId }) => `${trigger}, ${callId}`}
      empty={
        <NothingYet title={t.emptyTitle} action={t.emptyAction}>
          <p>{t.empty}</p>
        </NothingYet>
      }
      noMatch={t.noMatch}
      noMatchText={search.call !== undefined && <p>{t.noMatchCall}</p>}
      views={useDeliveryViews(search)}
      bulk={(selection) => (
        <DeliveryBulk rows={list.rows ?? []} selection={selection} search={search} />
      )}
      panel={(id, close) => <DeliveryPeek id={id} onClose={close} />}
    />
  );
}

function useDeliveryList(search: DeliverySearch): SteadyList<DeliveryRecord> {
  const client = useClient();
  const { range, cursor } = search;
  const filter = listFilter(search);
  return useSteadyList({
    key: ['deliveries', client.project, filter],
    live: ['deliveries', 'endpoints'],
    filtered: Object.values(filter).some((value) => value !== undefined),
    idOf,
    load: (window, signal) => loadDeliveries(client, { ...filter, ...window }, signal),
    ...{ range, cursor },
  });
}

function idOf({ id }: DeliveryRecord): string {
  return id;
}

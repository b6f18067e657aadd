/**
 * The deliveries of one endpoint: the same live list as that of all, with its panel. Range, page
 * and panel stand in the address.
 */
import { getRouteApi } from '@tanstack/react-router';
import { useClient } from '../../../api/api-context.tsx';
import { loadDeliveries } from '../../../api/delivery.ts';
import { useEndpoints, useEndpointsKnown } from '../../../api/endpoint.ts';
import type { DeliveryRecord, EndpointRecord } from '../../../api/record.ts';
import { useText } from '../../../i18n/words.ts';
import { EmptyState } from '../../../kit/region/data-region.tsx';
import { PeekedList } from '../../../list/list-page.tsx';
import { useSteadyList } from '../../../list/use-steady-list.ts';
import { useDeliveryColumns } from '../../delivery/delivery-columns.tsx';
import { DeliveryPeek } from '../../delivery/delivery-peek.tsx';
import { useKeepTrail } from '../../delivery/use-keep-trail.ts';

const route = getRouteApi('/p/$project/endpoints/$endpointId/{-$tab}');

export function DeliveriesTab({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const t = useText('endpoint');
  const client = useClient();
  const search = route.useSearch();
  const { range, cursor } = search;
  const columns = useDeliveryColumns(useEndpoints()).filter(({ id }) => id !== 'endpoint');
  const query = { endpointId: endpoint.id };
  const list = useSteadyList({
    key: ['deliveries', client.project, query],
    live: ['deliveries', 'endpoints'],
    filtered: false,
    idOf,
    named: useEndpointsKnown(),
    load: (window, signal) => loadDeliveries(client, { ...query, ...window }, signal),
    range,
    cursor,
  });
  useKeepTrail(list.rows);
  return (
    <PeekedList
      name="endpoint-deliveries"
      title={t.deliveriesTitle}
      listed={t.deliveriesTitle}
      list={list}
      search={search}
      file={{ path: 'v1/deliveries', query }}
      columns={columns}
      rowId={idOf}
      empty={
        <EmptyState title={t.noDeliveries}>
          <p>{t.noDeliveriesWhy}</p>
        </EmptyState>
      }
      noMatch={t.noDeliveriesIn}
      panel={(id, close) => <DeliveryPeek id={id} onClose={close} />}
    />
  );
}

function idOf({ id }: DeliveryRecord): string {
  return id;
}

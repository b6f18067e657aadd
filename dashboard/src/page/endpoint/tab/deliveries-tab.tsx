/**
 * The deliveries of one endpoint: the same live list as that of all, with its panel. Range, page
 * and panel stand in the address.
 */
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useClient } from '../../../api/api-context.tsx';
import { loadDeliveries } from '../../../api/delivery.ts';
import { useEndpoints } from '../../../api/endpoint.ts';
import type { DeliveryRecord, EndpointRecord } from '../../../api/record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { DataRegion } from '../../../kit/region/data-region.tsx';
import { EmptyState, NoMatch } from '../../../kit/region/empty-state.tsx';
import { DataTable } from '../../../kit/table/data-table.tsx';
import { Pager } from '../../../kit/table/pager.tsx';
import { FreshPill } from '../../../list/fresh-pill.tsx';
import { useSteadyList } from '../../../list/use-steady-list.ts';
import { useDeliveryColumns } from '../../delivery/delivery-columns.tsx';
import { DeliveryPeek } from '../../delivery/delivery-peek.tsx';
import { endpointText } from '../text.ts';

const route = getRouteApi('/p/$project/endpoints/$endpointId/{-$tab}');

export function DeliveriesTab({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const t = useText(endpointText);
  const client = useClient();
  const { range, cursor, peek } = route.useSearch();
  const navigate = useNavigate();
  const columns = useDeliveryColumns(useEndpoints()).filter(({ id }) => id !== 'endpoint');
  const filter = { endpointId: endpoint.id };
  const list = useSteadyList({
    key: ['deliveries', client.project, filter],
    live: ['deliveries', 'endpoints'],
    filtered: false,
    idOf,
    load: (window, signal) => loadDeliveries(client, { ...filter, ...window }, signal),
    ...{ range, cursor },
  });
  const setPeek = (id: string | undefined): void => {
    void navigate({ to: '.', search: (before) => ({ ...before, peek: id }), resetScroll: false });
  };
  const clear = (): void => {
    void navigate({ to: '.', search: {}, resetScroll: false });
  };
  return (
    <>
      <DataRegion
        title={t.deliveriesTitle}
        region={list.region}
        rows={10}
        tools={<FreshPill list={list} paused={false} />}
        empty={
          <EmptyState title={t.noDeliveries}>
            <p>{t.noDeliveriesWhy}</p>
          </EmptyState>
        }
        noMatch={<NoMatch title={t.noDeliveriesIn} filters={[]} onClear={clear} />}
        foot={
          <Pager
            what={t.deliveriesTitle}
            cursor={cursor}
            nextCursor={list.nextCursor}
            shown={list.rows?.length ?? 0}
          />
        }
      >
        {list.rows !== null && (
          <DataTable
            caption={t.deliveriesTitle}
            columns={columns}
            rows={list.rows}
            rowId={idOf}
            onPeek={setPeek}
            peeked={peek ?? null}
            faded={({ id }) => list.gone.has(id)}
          />
        )}
      </DataRegion>
      {peek !== undefined && <DeliveryPeek id={peek} onClose={() => setPeek(undefined)} />}
    </>
  );
}

function idOf({ id }: DeliveryRecord): string {
  return id;
}

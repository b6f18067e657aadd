/**
 * The deliveries of one call, and why an endpoint did or did not get something.
 * Both are of this call alone.
 */

import { useEndpoints } from '../../api/endpoint.ts';
import type { CallDetail } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useDeliveryColumns } from '../delivery/delivery-columns.tsx';
import { useKeepTrail } from '../delivery/use-keep-trail.ts';
import { CallExplain } from './call-explain.tsx';
import type { CallSearch } from './call-search.ts';
import { callText } from './text.ts';

export interface CallDeliveriesProps {
  readonly call: CallDetail;
  readonly search: CallSearch;
  onPeek(id: string): void;
}

export function CallDeliveries({ call, search, onPeek }: CallDeliveriesProps) {
  const t = useText(callText).deliveries;
  const columns = useDeliveryColumns(useEndpoints()).filter(({ id }) => id !== 'call');
  const { deliveries } = call.timeline;
  useKeepTrail(deliveries);
  return (
    <>
      {deliveries.length === 0 ? (
        <EmptyState title={t.empty}>
          <p>{t.emptyText}</p>
        </EmptyState>
      ) : (
        <DataTable
          caption={t.title}
          columns={columns}
          rows={deliveries}
          rowId={({ id }) => id}
          onPeek={onPeek}
          peeked={search.peek ?? null}
        />
      )}
      <CallExplain callId={call.callId} endpointId={search.endpoint} />
    </>
  );
}

/**
 * The queries of deliveries. Keys begin with the noun, so that one event of the stream can make
 * all of them stale: `['deliveries', …]`.
 */
import { queryOptions } from '@tanstack/react-query';
import type { CallListed } from '../../../src/http/schema/call-list.ts';
import type { Client, Query } from './client.ts';
import type { DeliveryDetail, DeliveryRecord, Page } from './record.ts';
import { goneWhenRemoved } from './removed.ts';

const PAGE_LIMIT = 50;

export function deliveryQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['deliveries', client.project, 'one', id],
    queryFn: ({ signal }) =>
      goneWhenRemoved(client, id, Date.now(), () =>
        client.get<DeliveryDetail>(`v1/deliveries/${encodeURIComponent(id)}`, { signal }),
      ),
  });
}

export function loadDeliveries(
  client: Client,
  query: Query,
  signal: AbortSignal,
): Promise<Page<DeliveryRecord>> {
  return client.get('v1/deliveries', { query: { limit: PAGE_LIMIT, ...query }, signal });
}

export function retryDelivery(client: Client, id: string): Promise<DeliveryDetail> {
  return client.post(`v1/deliveries/${encodeURIComponent(id)}/retry`);
}

export function cancelDelivery(client: Client, id: string): Promise<DeliveryDetail> {
  return client.post(`v1/deliveries/${encodeURIComponent(id)}/cancel`);
}

export type CallRecord = Readonly<CallListed>;

/**
 * A page of the list of calls. Keys of its queries begin with `['calls', …]`, so that an event of
 * the stream can make them stale.
 */
export function loadCalls(
  client: Client,
  query: Query,
  signal: AbortSignal,
): Promise<Page<CallRecord>> {
  return client.get('v1/calls', { query: { limit: PAGE_LIMIT, ...query }, signal });
}

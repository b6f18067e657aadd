/**
 * The overview: how the endpoints are doing, and the deliveries that match the filters. Filters
 * change only the deliveries; what is said of an endpoint never comes from a filtered list.
 */
import { Title } from '@mantine/core';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Api, Page } from './api.ts';
import type { DeliveryFilterProps } from './delivery-filter.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { EndpointList } from './endpoint-list.tsx';
import type { EndpointRecord } from './record.ts';

export interface OverviewProps extends DeliveryFilterProps {
  readonly api: Api;
  readonly endpointQuery: UseQueryResult<Page<EndpointRecord>>;
  readonly refetchInterval: number | false;
}

export function Overview({ api, endpointQuery, refetchInterval, ...filter }: OverviewProps) {
  const { state, endpointId, callId, cursor } = filter.view;
  const deliveries = useQuery({
    queryKey: ['deliveries', state, endpointId, callId, cursor],
    queryFn: ({ signal }) => api.deliveries(filter.view, signal),
    refetchInterval,
    // Another filter leaves the rows in view until its own are there: nothing jumps.
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Title order={1} size="h2">
        Overview
      </Title>
      <EndpointList query={endpointQuery} />
      <DeliveryList query={deliveries} {...filter} />
    </>
  );
}

/**
 * The queries of endpoints. A project has at most a few hundred (2,000 are read): they are loaded
 * as one list, by which every page knows their names.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from './api-context.tsx';
import type { Client, Query } from './client.ts';
import type { EndpointRecord, Page } from './record.ts';

export function endpointsQuery(client: Client) {
  return queryOptions({
    queryKey: ['endpoints', client.project],
    queryFn: ({ signal }) => loadEndpoints(client, signal),
    staleTime: 15_000,
  });
}

const PAGES_MAX = 10;
const LIMIT = 200;

async function loadEndpoints(client: Client, signal: AbortSignal): Promise<EndpointRecord[]> {
  const all: EndpointRecord[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query: Query = { limit: LIMIT, cursor };
    const answer = await client.get<Page<EndpointRecord>>('v1/endpoints', { query, signal });
    all.push(...answer.data);
    cursor = answer.nextCursor;
    if (cursor === null) break;
  }
  return all;
}

/** By id; empty until they came. */
export function useEndpoints(): ReadonlyMap<string, EndpointRecord> {
  const { data } = useQuery(endpointsQuery(useClient()));
  return useMemo(() => new Map(data?.map((endpoint) => [endpoint.id, endpoint])), [data]);
}

/** Whether they came, or cannot be had: until then one that is missing may still be there. */
export function useEndpointsKnown(): boolean {
  return !useQuery(endpointsQuery(useClient())).isPending;
}

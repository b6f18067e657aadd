/**
 * The endpoints whose requests are signed. One page is asked for: where there are more endpoints
 * than it holds, the answer says so.
 */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../api/client.ts';
import type { EndpointRecord, Page } from '../../api/record.ts';

/** The largest page of the API. */
export const COUNTED_MAX = 200;

export interface SignedEndpoints {
  readonly endpoints: readonly EndpointRecord[];
  /** There are endpoints that were not looked at. */
  readonly more: boolean;
}

export function signedEndpointsQuery(client: Client) {
  return queryOptions({
    queryKey: ['endpoints', client.project, 'signed'],
    queryFn: async ({ signal }): Promise<SignedEndpoints> => {
      const query = { limit: COUNTED_MAX };
      const page = await client.get<Page<EndpointRecord>>('v1/endpoints', { query, signal });
      const endpoints = page.data.filter(({ auth }) => auth?.method === 'rsa-sha256');
      return { endpoints, more: page.nextCursor !== null };
    },
    staleTime: 30_000,
  });
}

/**
 * The queries of sources: the platforms that
 * there are, the sources, and what one received.
 */
import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { SourceRequestRecord, showSource } from '../../../../src/http/schema/source.ts';
import type { SourceAdapterRecord } from '../../../../src/http/schema/source-adapter.ts';
import type { Client } from '../../api/client.ts';
import type { Page } from '../../api/record.ts';
import { useMembership } from '../../api/session.ts';

export type AdapterRecord = Readonly<Static<typeof SourceAdapterRecord>>;
export type SourceRecord = Readonly<ReturnType<typeof showSource>>;
export type RequestRecord = Readonly<Static<typeof SourceRequestRecord>>;

/** They change only with the service. */
const ADAPTERS_FRESH_MS = 600_000;

export function adaptersQuery(client: Client) {
  return queryOptions({
    queryKey: ['source-adapters', client.project],
    queryFn: ({ signal }) => client.get<Page<AdapterRecord>>('v1/source-adapters', { signal }),
    staleTime: ADAPTERS_FRESH_MS,
  });
}

/** Sources are not shown to viewers: neither their list nor a page of one. */
export function useMaySeeSources(): boolean {
  const role = useMembership()?.role;
  return role !== undefined && role !== 'viewer';
}

export function sourcesQuery(client: Client) {
  return queryOptions({
    queryKey: ['sources', client.project, 'list'],
    queryFn: ({ signal }) => client.get<Page<SourceRecord>>('v1/sources', { signal }),
  });
}

export function sourceQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['sources', client.project, 'one', id],
    queryFn: ({ signal }) => client.get<SourceRecord>(`v1/sources/${id}`, { signal }),
  });
}

export function requestsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['sources', client.project, 'requests', id],
    queryFn: ({ signal }) =>
      client.get<Page<RequestRecord>>(`v1/sources/${id}/requests`, { signal }),
  });
}

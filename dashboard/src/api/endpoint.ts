/**
 * The queries of endpoints. A project has at most a few hundred (2,000 are read): they are loaded
 * as one list, by which every page knows their names.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type {
  EndpointBody,
  EndpointPatchBody,
  SavedEndpointBody,
} from '../../../src/http/schema/endpoint.ts';
import type { PreviewBody } from '../../../src/http/schema/endpoint-action.ts';
import type { showScorecard } from '../../../src/http/schema/scorecard.ts';
import type { showSigningKey } from '../../../src/http/schema/signing-key.ts';
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

/** The endpoints by id; empty until the answer has arrived. */
export function useEndpoints(): ReadonlyMap<string, EndpointRecord> {
  const { data } = useQuery(endpointsQuery(useClient()));
  return useMemo(() => new Map(data?.map((endpoint) => [endpoint.id, endpoint])), [data]);
}

/** True once the endpoints have arrived or failed to load: before, a missing id proves nothing. */
export function useEndpointsKnown(): boolean {
  return !useQuery(endpointsQuery(useClient())).isPending;
}

/**
 * The types of the service for requests and answers about one endpoint: checks, previews, tests,
 * triggers, figures, and what the form offers to choose from.
 */
export type SavedEndpointRecord = Readonly<SavedEndpointBody>;
export type EndpointInput = Readonly<EndpointBody>;
export type EndpointPatch = Readonly<EndpointPatchBody>;
export type {
  CallPreviewBody,
  CheckReply,
  EnableReply,
  PreviewBody,
  PreviewReply,
  ProbeBody,
  ProbeReply,
  RecoverReply,
  TestReply,
} from '../../../src/http/schema/endpoint-action.ts';
export type { InboxBoxRecord } from '../../../src/http/schema/inbox.ts';
export type { EndpointStatsReply, StatsReply } from '../../../src/http/schema/stats.ts';
export type { TriggerList, TriggerRecord } from '../../../src/http/schema/trigger.ts';
export type ScorecardRecord = Readonly<ReturnType<typeof showScorecard>>;
export type SigningKeyRecord = Readonly<ReturnType<typeof showSigningKey>>;

export type EndpointKind = EndpointInput['kind'];
export type Sample = NonNullable<PreviewBody['sample']>;

/**
 * The queries around one endpoint, and what is done with it. Keys begin with the noun of the
 * stream whose events make them stale.
 */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client.ts';
import type {
  CallPreviewBody,
  CheckReply,
  EnableReply,
  EndpointInput,
  EndpointPatch,
  EndpointStatsReply,
  InboxBoxRecord,
  PreviewBody,
  PreviewReply,
  ProbeBody,
  ProbeReply,
  RecoverReply,
  SavedEndpointRecord,
  ScorecardRecord,
  SigningKeyRecord,
  StatsReply,
  TestReply,
  TriggerList,
} from './endpoint.ts';
import type { DeliveryRecord, EndpointRecord, Page } from './record.ts';

/** Longer than any endpoint's timeout, so that the answer of a test is waited for. */
const TEST_MS = 40_000;

export function endpointQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['endpoints', client.project, 'one', id],
    queryFn: ({ signal }) => client.get<EndpointRecord>(pathOf(id), { signal }),
  });
}

/** Both secrets sign for as long as the service says by itself; the new one is told this once. */
export function rotateSecret(client: Client, id: string): Promise<SavedEndpointRecord> {
  return client.post<SavedEndpointRecord>(`${pathOf(id)}/rotate-secret`);
}

export function endpointStatsQuery(client: Client, range: { from?: string; to?: string } = {}) {
  return queryOptions({
    queryKey: ['endpoints', client.project, 'stats', range],
    queryFn: ({ signal }) =>
      client.get<EndpointStatsReply>('v1/stats/endpoints', { query: range, signal }),
    staleTime: 15_000,
  });
}

export function statsQuery(client: Client, query: Readonly<Record<string, string | number>>) {
  return queryOptions({
    queryKey: ['deliveries', client.project, 'stats', query],
    queryFn: ({ signal }) => client.get<StatsReply>('v1/stats', { query, signal }),
    staleTime: 15_000,
  });
}

export function triggersQuery(client: Client) {
  return queryOptions({
    queryKey: ['endpoints', client.project, 'triggers'],
    queryFn: ({ signal }) => client.get<TriggerList>('v1/triggers', { signal }),
    staleTime: 30_000,
  });
}

/** `atMs`-like parts of the body make equal previews equal: their bytes depend on nothing else. */
export function previewQuery(client: Client, body: PreviewBody) {
  return queryOptions({
    queryKey: ['project', client.project, 'preview', body],
    queryFn: ({ signal }) => client.post<PreviewReply>('v1/endpoints/preview', body, { signal }),
    staleTime: 60_000,
  });
}

/** Previews a real call instead of a sample. */
export function callPreviewQuery(client: Client, callId: string, body: CallPreviewBody) {
  return queryOptions({
    queryKey: ['calls', client.project, 'preview', callId, body],
    queryFn: ({ signal }) => {
      const path = `v1/calls/${encodeURIComponent(callId)}/preview` as const;
      return client.post<PreviewReply>(path, body, { signal });
    },
    staleTime: 60_000,
  });
}

export function boxesQuery(client: Client) {
  return queryOptions({
    queryKey: ['inbox', client.project, 'boxes'],
    queryFn: ({ signal }) => client.get<Page<InboxBoxRecord>>('v1/inbox/boxes', { signal }),
    staleTime: 60_000,
  });
}

export function scorecardsQuery(client: Client) {
  return queryOptions({
    queryKey: ['scorecards', client.project, 'choice'],
    queryFn: ({ signal }) =>
      client.get<Page<ScorecardRecord>>('v1/scorecards', { query: { limit: 200 }, signal }),
    staleTime: 30_000,
  });
}

export function signingKeysQuery(client: Client) {
  return queryOptions({
    queryKey: ['signing-keys', client.project, 'all'],
    queryFn: ({ signal }) => client.get<Page<SigningKeyRecord>>('v1/signing-keys', { signal }),
    staleTime: 30_000,
  });
}

/** More are not counted: "200 or more". */
export const COUNTED_MAX = 200;

/** Open deliveries of an endpoint, of these states and triggers, counted to `COUNTED_MAX`. */
export function queuedQuery(
  client: Client,
  endpointId: string,
  states: readonly string[],
  triggers: readonly string[] = [],
) {
  const query = { endpointId, state: states, trigger: triggers, limit: COUNTED_MAX };
  return queryOptions({
    queryKey: ['deliveries', client.project, 'queued', query],
    queryFn: async ({ signal }) => {
      const page = await client.get<Page<DeliveryRecord>>('v1/deliveries', { query, signal });
      return page.data.length;
    },
  });
}

export const OPEN_STATES = ['waiting', 'due', 'retrying', 'held'] as const;

export function createEndpoint(client: Client, body: EndpointInput): Promise<EndpointRecord> {
  return client.post('v1/endpoints', body);
}

export function changeEndpoint(
  client: Client,
  id: string,
  body: EndpointPatch,
): Promise<EndpointRecord> {
  return client.patch(pathOf(id), body);
}

/** `id` null: of a new one. */
export function checkEndpoint(
  client: Client,
  id: string | null,
  body: EndpointInput | EndpointPatch,
): Promise<CheckReply> {
  return client.post(id === null ? 'v1/endpoints/check' : `${pathOf(id)}/check`, body);
}

export function probeEndpoint(client: Client, body: ProbeBody): Promise<ProbeReply> {
  return client.post('v1/endpoints/probe', body);
}

export function removeEndpoint(client: Client, id: string): Promise<null> {
  return client.remove(pathOf(id));
}

export function enableEndpoint(
  client: Client,
  id: string,
  held: 'send' | 'newest' | 'drop',
): Promise<EnableReply> {
  return client.post(`${pathOf(id)}/enable`, { held });
}

export function disableEndpoint(client: Client, id: string): Promise<EndpointRecord> {
  return client.post(`${pathOf(id)}/disable`);
}

export function recoverEndpoint(client: Client, id: string, since: string): Promise<RecoverReply> {
  return client.post(`${pathOf(id)}/recover`, { since });
}

export function testEndpoint(
  client: Client,
  id: string,
  body: Pick<PreviewBody, 'sample' | 'at' | 'trigger'>,
): Promise<TestReply> {
  return client.post(`${pathOf(id)}/test`, body, { timeoutMs: TEST_MS });
}

function pathOf(id: string) {
  return `v1/endpoints/${encodeURIComponent(id)}` as const;
}

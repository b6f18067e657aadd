/**
 * What the overview asks for: figures of the range and of the one before, calls, endpoints, open
 * issues and the first steps. Keys begin with the noun of the stream that makes them stale.
 */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { IssuePage } from '../../../../src/http/schema/issue.ts';
import type { CallStatsReply } from '../../../../src/http/schema/stats.ts';
import type { OnboardingReply } from '../../../../src/http/schema/system.ts';
import type { BacklogStatsReply, RunStatsReply } from '../../../../src/http/schema/trend.ts';
import type { Client } from '../../api/client.ts';
import type { EndpointStatsReply, StatsReply } from '../../api/endpoint.ts';
import { type ChartRange, stepQuery } from './figure.ts';

export type CallStats = Readonly<Static<typeof CallStatsReply>>;
export type Onboarding = Readonly<Static<typeof OnboardingReply>>;
export type EndpointStats = EndpointStatsReply['endpoints'][number];

const STALE_MS = 5_000;
/**
 * Read again after this time, besides events of the stream, because waits and ages change with time
 * alone.
 */
const REFRESH_MS = 30_000;
const KEEP = {
  placeholderData: keepPreviousData,
  staleTime: STALE_MS,
  refetchInterval: REFRESH_MS,
} as const;

export function figuresQuery(client: Client, range: ChartRange) {
  const query = stepQuery(range);
  return queryOptions({
    queryKey: ['overview', client.project, 'figures', query],
    queryFn: ({ signal }) => client.get<StatsReply>('v1/stats', { query, signal }),
    ...KEEP,
  });
}

export function callStatsQuery(client: Client, range: ChartRange) {
  const query = stepQuery(range);
  return queryOptions({
    queryKey: ['overview', client.project, 'calls', query],
    queryFn: ({ signal }) => client.get<CallStats>('v1/stats/calls', { query, signal }),
    ...KEEP,
  });
}

export function backlogQuery(client: Client, range: ChartRange) {
  const query = stepQuery(range);
  return queryOptions({
    queryKey: ['overview', client.project, 'backlog', query],
    queryFn: ({ signal }) => client.get<BacklogStatsReply>('v1/stats/backlog', { query, signal }),
    ...KEEP,
  });
}

export function runStatsQuery(client: Client, range: ChartRange) {
  const query = stepQuery(range);
  return queryOptions({
    queryKey: ['overview', client.project, 'acw-runs', query],
    queryFn: ({ signal }) => client.get<RunStatsReply>('v1/stats/acw-runs', { query, signal }),
    ...KEEP,
  });
}

export function healthQuery(client: Client, range: ChartRange) {
  const { from, to } = stepQuery(range);
  return queryOptions({
    queryKey: ['overview', client.project, 'endpoints', from, to],
    queryFn: ({ signal }) =>
      client.get<EndpointStatsReply>('v1/stats/endpoints', { query: { from, to }, signal }),
    ...KEEP,
  });
}

export function openIssuesQuery(client: Client) {
  return queryOptions({
    queryKey: ['overview', client.project, 'issues'],
    queryFn: async ({ signal }) => {
      const query = { status: 'open', limit: 1 };
      const page = await client.get<Static<typeof IssuePage>>('v1/issues', { query, signal });
      return page.counts.open;
    },
    ...KEEP,
  });
}

export function onboardingQuery(client: Client) {
  return queryOptions({
    queryKey: ['overview', client.project, 'onboarding'],
    queryFn: ({ signal }) => client.get<Onboarding>('v1/onboarding', { signal }),
    ...KEEP,
  });
}

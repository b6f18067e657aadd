/**
 * What the badges of the rail count. Each is one small request, asked again when the stream says
 * that its subject changed, at most every half minute. A count that cannot be had is no badge,
 * never a zero.
 */
import { useQuery } from '@tanstack/react-query';
import { createClient } from '../api/client.ts';
import { endpointsQuery } from '../api/endpoint.ts';
import { useText } from '../i18n/catalogue.ts';
import { usePageFacts } from './page-facts-context.ts';
import type { RailItemId } from './rail-keys.ts';
import { shellText } from './text.ts';

export interface RailBadge {
  readonly count: number;
  readonly meaning: string;
  readonly tone: 'bad' | 'warn' | 'busy';
}

export type RailBadges = Readonly<Partial<Record<RailItemId, RailBadge>>>;

const EVERY_MS = 30_000;

export function useRailBadges(project: string | null): RailBadges {
  const t = useText(shellText).badge;
  const { basePath } = usePageFacts();
  const client = createClient({ base: new URL(basePath, location.href).href, project });
  const often = { enabled: project !== null, staleTime: EVERY_MS, refetchInterval: EVERY_MS };
  const endpoints = useQuery({ ...endpointsQuery(client), ...often });
  const failed = useQuery({
    queryKey: ['stats', project, 'failed'],
    queryFn: ({ signal }) =>
      client.get<{ total: { failed: number } }>('v1/stats', { query: { step: 3_600 }, signal }),
    ...often,
  });
  const attention = endpoints.data?.filter(({ health }) => health.attentionSince !== null).length;
  const failures = failed.data?.total.failed;
  return {
    ...(failures === undefined
      ? {}
      : { deliveries: { count: failures, meaning: t.failed(failures), tone: 'bad' } }),
    ...(attention === undefined
      ? {}
      : { endpoints: { count: attention, meaning: t.attention(attention), tone: 'warn' } }),
  };
}

/**
 * What the badges of the rail count. Each is one small request of a key of its own, asked again
 * when the stream says that its subject changed, but only now and then (`useLiveNowAndThen`), and
 * every half minute. A count that cannot be had is no badge, never a zero.
 */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { IssuePage } from '../../../src/http/schema/issue.ts';
import { type Client, createClient } from '../api/client.ts';
import { endpointsQuery } from '../api/endpoint.ts';
import type { Page } from '../api/record.ts';
import { useText } from '../i18n/catalogue.ts';
import { useSeen } from '../inbox-seen.ts';
import { useLiveNowAndThen } from '../live/use-live-now-and-then.ts';
import { usePageFacts } from './page-facts-context.ts';
import { type RailCount, unreadOf } from './rail-count.ts';
import type { RailItemId } from './rail-keys.ts';
import { shellText } from './text.ts';
import { useFirstCalm } from './use-first-calm.ts';

export interface RailBadge extends RailCount {
  readonly meaning: string;
  readonly tone: 'bad' | 'warn' | 'busy';
}

export type RailBadges = Readonly<Partial<Record<RailItemId, RailBadge>>>;

const EVERY_MS = 30_000;
/** Counting issues looks at the newest failures: some 10 ms of the server. */
const FAILURES_PAUSE_MS = 5_000;
/** The inbox is memory. */
const INBOX_PAUSE_MS = 2_000;
/** More unread items than these are told as such. */
const INBOX_LIMIT = 50;

export function useRailBadges(project: string | null): RailBadges {
  const t = useText(shellText).badge;
  const { basePath } = usePageFacts();
  const client = createClient({ base: new URL(basePath, location.href).href, project });
  const seen = useSeen();
  const calm = useFirstCalm();
  const often = {
    enabled: project !== null && calm,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  };
  const endpoints = useQuery({ ...endpointsQuery(client), ...often });
  const failed = useQuery({ ...failedQuery(client), ...often });
  const issues = useQuery({ ...issuesQuery(client), ...often });
  const inbox = useQuery({
    ...inboxQuery(client),
    ...often,
    // An inbox that is off stays off for as long as the process runs.
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? false : EVERY_MS),
  });
  useLiveNowAndThen(['deliveries', 'issues'], ['badges', project, 'failures'], FAILURES_PAUSE_MS);
  useLiveNowAndThen(['inbox'], ['badges', project, 'inbox'], INBOX_PAUSE_MS);
  return {
    ...badge('deliveries', failed, 'bad', (count) => ({ count, more: false }), t.failed),
    ...badge('issues', issues, 'bad', (count) => ({ count, more: false }), t.open),
    ...badge(
      'endpoints',
      endpoints,
      'warn',
      (all) => ({
        count: all.filter(({ health }) => health.attentionSince !== null).length,
        more: false,
      }),
      t.attention,
    ),
    ...badge('inbox', inbox, 'busy', (page) => unreadOf(page, seen), t.unread),
  };
}

function badge<Data>(
  item: RailItemId,
  { data }: UseQueryResult<Data>,
  tone: RailBadge['tone'],
  countOf: (data: Data) => RailCount,
  meaningOf: (count: number, more: boolean) => string,
): RailBadges {
  if (data === undefined) return {};
  try {
    const { count, more } = countOf(data);
    return { [item]: { count, more, tone, meaning: meaningOf(count, more) } };
  } catch {
    // An answer of another shape: the frame of every page must not fall for a number.
    return {};
  }
}

function failedQuery(client: Client) {
  return {
    queryKey: ['badges', client.project, 'failures', 'deliveries'],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<number> => {
      const query = { step: 3_600 };
      const { total } = await client.get<{ total: { failed: number } }>('v1/stats', {
        ...{ query, signal },
      });
      return total.failed;
    },
  };
}

function issuesQuery(client: Client) {
  return {
    queryKey: ['badges', client.project, 'failures', 'issues'],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<number> => {
      const query = { status: 'open', limit: 1 };
      const { counts } = await client.get<Static<typeof IssuePage>>('v1/issues', {
        ...{ query, signal },
      });
      return counts.open;
    },
  };
}

function inboxQuery(client: Client) {
  return {
    queryKey: ['badges', client.project, 'inbox'],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      client.get<Page<{ readonly id: string }>>('v1/inbox', {
        ...{ query: { limit: INBOX_LIMIT }, signal },
      }),
  };
}

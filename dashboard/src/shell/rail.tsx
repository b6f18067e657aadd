/**
 * The pages of a project as links, in groups. Roles hide nothing: a page that one may not see says
 * which role it needs. Badges count what asks for attention.
 */

import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Static } from 'typebox';
import type { IssuePage } from '../../../src/http/schema/issue.ts';
import { type Client, createClient } from '../api/client.ts';
import { endpointsQuery } from '../api/endpoint.ts';
import type { Page } from '../api/record.ts';
import { useFormat } from '../i18n/format.ts';
import { useText } from '../i18n/words.ts';
import { useSeen } from '../inbox-seen.ts';
import { useHotkey } from '../keys/use-hotkey.ts';
import { Icon, type IconName } from '../kit/icon.tsx';
import { useLiveNowAndThen } from '../live/use-live-queries.ts';
import { usePageFacts } from '../page-facts.ts';
import { type RailCount, unreadOf } from './rail-count.ts';
import { RAIL_KEYS, type RailItemId } from './rail-keys.ts';

interface RailItem {
  readonly id: RailItemId;
  readonly to: LinkProps['to'];
  readonly icon: IconName;
  readonly nested?: boolean;
}

const MAIN: readonly RailItem[] = [
  { id: 'overview', to: '/p/$project/overview', icon: 'overview' },
  { id: 'calls', to: '/p/$project/calls', icon: 'calls' },
  { id: 'deliveries', to: '/p/$project/deliveries', icon: 'deliveries' },
  { id: 'issues', to: '/p/$project/issues', icon: 'issues' },
  { id: 'alerts', to: '/p/$project/alerts', icon: 'alerts' },
  { id: 'endpoints', to: '/p/$project/endpoints', icon: 'endpoints' },
  { id: 'sources', to: '/p/$project/sources', icon: 'sources' },
  { id: 'acwRuns', to: '/p/$project/acw/runs', icon: 'acw' },
  { id: 'acwTrends', to: '/p/$project/acw/trends', icon: 'overview', nested: true },
  { id: 'scorecards', to: '/p/$project/acw/scorecards', icon: 'catalog', nested: true },
  { id: 'inbox', to: '/p/$project/inbox', icon: 'inbox' },
  { id: 'simulator', to: '/p/$project/simulator', icon: 'simulator' },
];

const BELOW: readonly RailItem[] = [
  { id: 'catalog', to: '/p/$project/catalog/{-$trigger}', icon: 'catalog' },
  { id: 'signing', to: '/p/$project/signing', icon: 'signing' },
  { id: 'apiKeys', to: '/p/$project/api-keys', icon: 'keys' },
  { id: 'members', to: '/p/$project/members', icon: 'members' },
  { id: 'audit', to: '/p/$project/audit', icon: 'audit' },
  { id: 'settings', to: '/p/$project/settings/{-$section}', icon: 'settings' },
  { id: 'system', to: '/system', icon: 'system' },
];

export function Rail({ project }: { readonly project: string | null }) {
  const badges = useRailBadges(project);
  const group = (items: readonly RailItem[]) => (
    <ul>
      {items
        .filter(({ id }) => project !== null || id === 'system')
        .map((item) => (
          <RailLink key={item.id} item={item} project={project} badge={badges[item.id]} />
        ))}
    </ul>
  );
  return (
    <div className="rail-nav">
      {group(MAIN)}
      {group(BELOW)}
    </div>
  );
}

interface RailLinkProps {
  readonly item: RailItem;
  readonly project: string | null;
  readonly badge: RailBadge | undefined;
}

function RailLink({ item, project, badge }: RailLinkProps) {
  const t = useText('shell').nav;
  const format = useFormat();
  const label = item.id === 'acwRuns' ? t.acw : t[item.id];
  const key = RAIL_KEYS[item.id];
  useHotkey(
    `g ${key ?? ''}`,
    () => document.querySelector<HTMLElement>(`[data-rail="${item.id}"]`)?.click(),
    key !== undefined,
  );
  return (
    <li>
      <Link
        // Every path of the rail needs the project and nothing else, or nothing at all.
        to={item.to as '/p/$project/overview'}
        params={{ project: project ?? '' }}
        className="rail-link"
        data-rail={item.id}
        data-nested={item.nested === true}
        title={label}
        activeOptions={{ exact: false, includeSearch: false }}
        activeProps={{ 'aria-current': 'page' }}
      >
        <Icon name={item.icon} />
        <span className="rail-label">{label}</span>
        {badge !== undefined && badge.count > 0 && (
          <span className="rail-badge" data-tone={badge.tone} title={badge.meaning}>
            <span aria-hidden="true">
              {format.number(badge.count)}
              {badge.more && '+'}
            </span>
            <span className="unseen"> {badge.meaning}</span>
          </span>
        )}
      </Link>
    </li>
  );
}

interface RailBadge extends RailCount {
  readonly meaning: string;
  readonly tone: 'bad' | 'warn' | 'busy';
}

type RailBadges = Readonly<Partial<Record<RailItemId, RailBadge>>>;

const EVERY_MS = 30_000;
/** Counting issues looks at the newest failures: some 10 ms of the server. */
const FAILURES_PAUSE_MS = 5_000;
/** The inbox is kept in memory, so counting it is cheap. */
const INBOX_PAUSE_MS = 2_000;
/** More unread items than this are shown as "or more". */
const INBOX_LIMIT = 50;

/**
 * What the badges of the rail count. Each is one small request of a key of its own, asked again
 * when the stream says that its subject changed, but only now and then (`useLiveNowAndThen`), and
 * every half minute. A count that cannot be had is no badge, never a zero.
 */
function useRailBadges(project: string | null): RailBadges {
  const t = useText('shell').badge;
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
    // The answer has an unknown shape: a missing count must not break the frame of every page.
    return {};
  }
}

function failedQuery(client: Client) {
  return {
    queryKey: ['badges', client.project, 'failures', 'deliveries'],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<number> => {
      const query = { step: 3_600 };
      const { total } = await client.get<{ total: { failed: number } }>('v1/stats', {
        query,
        signal,
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
        query,
        signal,
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
        query: { limit: INBOX_LIMIT },
        signal,
      }),
  };
}

/** The longest wait for a page that asks for nothing, or never gets an answer. */
const LONGEST_MS = 3_000;

let once = false;

/**
 * Whether the page has what it shows first. What stands around it asks only then, so that it never
 * takes the way of the page's own requests. Once true it stays so, for every page that follows.
 */
function useFirstCalm(): boolean {
  const queries = useQueryClient();
  const [calm, setCalm] = useState(once);
  useEffect(() => {
    if (calm) return;
    let asked = false;
    const tell = (): void => {
      once = true;
      setCalm(true);
    };
    const look = (): void => {
      if (queries.isFetching() > 0) asked = true;
      else if (asked) tell();
    };
    look();
    const stop = queries.getQueryCache().subscribe(look);
    const timer = setTimeout(tell, LONGEST_MS);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [calm, queries]);
  return calm;
}

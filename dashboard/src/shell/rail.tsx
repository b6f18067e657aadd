/**
 * The pages of a project as links, in groups. Roles hide nothing: a page that one may not see says
 * which role it needs. Badges count what asks for attention.
 */
import { Link, type LinkProps } from '@tanstack/react-router';
import { useText } from '../i18n/catalogue.ts';
import { useFormat } from '../i18n/format.ts';
import { useHotkey } from '../keys/use-hotkey.ts';
import { Icon, type IconName } from '../kit/icon.tsx';
import { type RailBadge, useRailBadges } from './rail-badges.ts';
import { RAIL_KEYS, type RailItemId } from './rail-keys.ts';
import { shellText } from './text.ts';

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
  { id: 'endpoints', to: '/p/$project/endpoints', icon: 'endpoints' },
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
  const t = useText(shellText).nav;
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

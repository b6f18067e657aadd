/**
 * The parts of an endpoint as links: each has an address of its own. Keys 1 to 5 choose them. They
 * keep nothing of the search: it belongs to a part.
 */
import { Link, useNavigate } from '@tanstack/react-router';
import { useClient } from '../../../api/api-context.tsx';
import type { EndpointRecord } from '../../../api/record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { useHotkey } from '../../../keys/use-hotkey.ts';
import { ENDPOINT_TABS } from '../endpoint-search.ts';
import { endpointText } from '../text.ts';

export type EndpointTab = (typeof ENDPOINT_TABS)[number];

interface EndpointTabsProps {
  readonly endpoint: EndpointRecord;
  readonly current: EndpointTab;
}

export function EndpointTabs({ endpoint, current }: EndpointTabsProps) {
  const t = useText(endpointText);
  return (
    <nav className="tabs" aria-label={t.tabs}>
      {ENDPOINT_TABS.map((tab, index) => (
        <TabLink
          key={tab}
          {...{ tab, endpoint }}
          number={index + 1}
          label={t.tab[tab]}
          current={tab === current}
        />
      ))}
    </nav>
  );
}

interface TabLinkProps {
  readonly tab: EndpointTab;
  readonly endpoint: EndpointRecord;
  readonly number: number;
  readonly label: string;
  readonly current: boolean;
}

function TabLink({ tab, endpoint, number, label, current }: TabLinkProps) {
  const project = useClient().project ?? '';
  const navigate = useNavigate();
  const to = '/p/$project/endpoints/$endpointId/{-$tab}';
  const params = {
    ...{ project, endpointId: endpoint.id },
    tab: tab === 'overview' ? undefined : tab,
  };
  useHotkey(String(number), () => void navigate({ to, params, resetScroll: false }));
  return (
    <Link
      to={to}
      params={params}
      resetScroll={false}
      // Its own address only: the others begin with that of the first.
      activeOptions={{ exact: true, includeSearch: false }}
      className="tab"
      aria-current={current ? 'page' : undefined}
    >
      {label}
    </Link>
  );
}

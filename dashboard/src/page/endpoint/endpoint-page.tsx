/**
 * One endpoint: its state in words, what can be done with it, and its five parts as tabs. The
 * parts have addresses of their own.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { endpointQuery } from '../../api/endpoint-act.ts';
import type { EndpointRecord } from '../../api/record.ts';
import { useMay } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { useNow } from '../../kit/time/server-clock.ts';
import { useRecordKeys } from '../../list/list-page.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { endpointWord } from '../../word/endpoint-state.ts';
import './endpoint.css';
import { useHotkey } from '../../keys/use-hotkey.ts';
import { EndpointActDialog } from './endpoint-act-dialog.tsx';
import { EndpointBadge, EndpointMenu } from './endpoint-columns.tsx';
import { ENDPOINT_TABS } from './endpoint-search.ts';
import { DeliveriesTab } from './tab/deliveries-tab.tsx';
import { OverviewTab } from './tab/overview-tab.tsx';
import { AuthTab, SettingsTab } from './tab/settings-tab.tsx';
import { TestTab } from './tab/test-tab.tsx';

const route = getRouteApi('/p/$project/endpoints/$endpointId/{-$tab}');

export function Page() {
  const t = useText('endpoint');
  const client = useClient();
  const { endpointId, tab: named } = route.useParams();
  useRecordKeys('endpointId', endpointId);
  const tab = ENDPOINT_TABS.find((one) => one === named) ?? 'overview';
  const query = useQuery(endpointQuery(client, endpointId));
  useLiveQueries(['endpoints'], ['endpoints', client.project]);
  const { data } = query;
  const back = (
    <Link to="/p/$project/endpoints" params={{ project: client.project ?? '' }}>
      {t.back}
    </Link>
  );
  if (data === undefined) {
    return (
      <>
        <PageHead title={endpointId} mono back={back} />
        <DataRegion title={t.title} titleHidden region={regionOf(query)} rows={8} empty={null}>
          {null}
        </DataRegion>
      </>
    );
  }
  return (
    <>
      <Head endpoint={data} back={back} tab={tab} />
      {query.error !== null && (
        <DataRegion title={t.title} titleHidden plain region={regionOf(query)} empty={null}>
          {null}
        </DataRegion>
      )}
      <EndpointTabs endpoint={data} current={tab} />
      <Tab endpoint={data} tab={tab} />
    </>
  );
}

interface HeadProps {
  readonly endpoint: EndpointRecord;
  readonly back: React.ReactNode;
  readonly tab: EndpointTab;
}

function Head({ endpoint, back, tab }: HeadProps) {
  const t = useText('endpoint');
  const words = useText('word');
  const format = useFormat();
  const nowMs = useNow();
  const may = useMay('deliveries:write');
  const [asking, setAsking] = useState(false);
  const act = endpoint.enabled ? 'disable' : 'enable';
  const { meaning } = endpointWord(endpoint, { t: words, format, nowMs });
  return (
    <>
      <PageHead
        title={endpoint.name}
        documentTitle={`${endpoint.name} · ${t.tab[tab]} · ${t.title}`}
        back={back}
        badge={<EndpointBadge endpoint={endpoint} filled />}
        lead={`${words.kind[endpoint.kind]}. ${meaning}`}
        actions={
          <>
            <Button
              size="sm"
              variant={endpoint.enabled ? 'default' : 'filled'}
              disabled={!may}
              title={may ? undefined : t.onlyOperators}
              onClick={() => setAsking(true)}
            >
              {t[act]}
            </Button>
            <EndpointMenu endpoint={endpoint} />
          </>
        }
      />
      {asking && (
        <EndpointActDialog act={act} endpoint={endpoint} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

function Tab({ endpoint, tab }: { readonly endpoint: EndpointRecord; readonly tab: EndpointTab }) {
  switch (tab) {
    case 'overview':
      return <OverviewTab endpoint={endpoint} />;
    case 'deliveries':
      return <DeliveriesTab endpoint={endpoint} />;
    case 'settings':
      return <SettingsTab endpoint={endpoint} />;
    case 'auth':
      return <AuthTab endpoint={endpoint} />;
    case 'test':
      return <TestTab endpoint={endpoint} />;
  }
}

type EndpointTab = (typeof ENDPOINT_TABS)[number];

interface EndpointTabsProps {
  readonly endpoint: EndpointRecord;
  readonly current: EndpointTab;
}

/**
 * The parts of an endpoint as links: each has an address of its own. Keys 1 to 5 choose them. They
 * keep nothing of the search: it belongs to a part.
 */
function EndpointTabs({ endpoint, current }: EndpointTabsProps) {
  const t = useText('endpoint');
  return (
    <nav className="tabs" aria-label={t.tabs}>
      {ENDPOINT_TABS.map((tab, index) => (
        <TabLink
          key={tab}
          tab={tab}
          endpoint={endpoint}
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
    project,
    endpointId: endpoint.id,
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

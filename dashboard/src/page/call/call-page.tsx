/**
 * One call: its status and errors, and in tabs the timeline, its deliveries, the call log,
 * after-call work, and everything as it came.
 */

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import './call.css';
import { useClient } from '../../api/api-context.tsx';
import { useEndpointsKnown } from '../../api/endpoint.ts';
import type { CallDetail } from '../../api/record.ts';
import { useText } from '../../i18n/words.ts';
import { CopyButton } from '../../kit/copy.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { type Region, regionOf, showsData } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { useRecordKeys } from '../../list/list-page.tsx';
import { DeliveryPeek } from '../delivery/delivery-peek.tsx';
import { CallActions } from './call-actions.tsx';
import { CallAcw } from './call-acw.tsx';
import { CallDeliveries } from './call-deliveries.tsx';
import { CallFacts } from './call-facts.tsx';
import { CallLogTab } from './call-log-tab.tsx';
import { callQuery, useLiveCall } from './call-query.ts';
import { CallRaw } from './call-raw.tsx';
import { CALL_TABS, type CallSearch } from './call-search.ts';
import { callStatus } from './call-status.ts';
import { TimelineTab } from './timeline-tab.tsx';

const route = getRouteApi('/p/$project/calls/$callId');

export function Page() {
  const t = useText('call');
  const search = route.useSearch();
  const { callId } = route.useParams();
  useRecordKeys('callId', callId);
  const client = useClient();
  const answer = useQuery(callQuery(client, callId));
  // Before the endpoints arrive, the timeline would show their ids for a moment.
  const known = useEndpointsKnown();
  const query = { ...answer, data: known ? answer.data : undefined };
  useLiveCall(callId);
  const region = regionOf(query);
  // A call that was deleted meanwhile is no longer shown.
  const call = showsData(region) ? (query.data ?? null) : null;
  const [peek, closePeek] = usePeek(search.peek);
  const status = call === null ? null : callStatus(call.status, t);
  return (
    <>
      <PageHead
        title={callId}
        mono
        pending={answer.isPending || !known}
        documentTitle={[callId, call?.status, t.title].filter(Boolean).join(' · ')}
        back={
          <Link to="/p/$project/calls" params={{ project: client.project ?? '' }}>
            {t.one.back}
          </Link>
        }
        badge={
          <>
            <CopyButton text={callId} what={t.one.copyId} />
            {status !== null && <StateBadge {...status} filled />}
          </>
        }
        actions={call !== null && <CallActions call={call} />}
        lead={call !== null && t.one.statusNote}
      />
      {call !== null && <CallFacts call={call} />}
      {call !== null && <CallTabs call={call} search={search} />}
      <CallPart call={call} search={search} region={regionFor(query, call)} onPeek={peek} />
      {search.peek !== undefined && <DeliveryPeek id={search.peek} onClose={closePeek} />}
    </>
  );
}

function regionFor(query: Parameters<typeof regionOf>[0], call: CallDetail | null): Region {
  return regionOf(query, { partial: call?.timeline.truncated === true });
}

function CallTabs({ call, search }: { readonly call: CallDetail; readonly search: CallSearch }) {
  const t = useText('call').one;
  const notes = {
    timeline: undefined,
    deliveries: call.timeline.deliveries.length,
    log: call.callLog.turns ?? undefined,
    acw: call.acwRuns.length,
    raw: call.timeline.reports.length,
  };
  return (
    <Tabs
      label={t.tabs}
      current={search.tab ?? 'timeline'}
      tabs={CALL_TABS.map((id) => ({ id, label: t.tab[id], note: notes[id] }))}
    />
  );
}

interface CallPartProps {
  readonly call: CallDetail | null;
  readonly search: CallSearch;
  readonly region: Region;
  readonly onPeek: (id: string) => void;
}

function CallPart({ call, search, region, onPeek }: CallPartProps) {
  const t = useText('call').one;
  const timeline = useText('timeline');
  const tab = search.tab ?? 'timeline';
  return (
    <DataRegion
      title={tab === 'timeline' ? timeline.title : t.tab[tab]}
      titleHidden
      region={region}
      rows={8}
      empty={<EmptyState title={timeline.empty} />}
      partial={t.truncated}
    >
      {call !== null && tab === 'timeline' && (
        <TimelineTab call={call} search={search} onPeek={onPeek} />
      )}
      {call !== null && tab === 'deliveries' && (
        <CallDeliveries call={call} search={search} onPeek={onPeek} />
      )}
      {call !== null && tab === 'log' && <CallLogTab call={call} />}
      {call !== null && tab === 'acw' && <CallAcw call={call} onPeek={onPeek} />}
      {call !== null && tab === 'raw' && <CallRaw call={call} />}
    </DataRegion>
  );
}

/** The panel's record in the address; the focus goes back to what opened it. */
function usePeek(current: string | undefined): readonly [(id: string) => void, () => void] {
  const navigate = useNavigate();
  const opener = useRef<Element | null>(null);
  const go = (id: string | undefined): void => {
    void navigate({ to: '.', search: (before) => ({ ...before, peek: id }), resetScroll: false });
  };
  useEffect(() => {
    if (current !== undefined) return;
    const { current: element } = opener;
    opener.current = null;
    if (element instanceof HTMLElement || element instanceof SVGElement) {
      element.focus({ preventScroll: true });
    }
  }, [current]);
  const open = (id: string): void => {
    opener.current = document.activeElement;
    go(id);
  };
  return [open, () => go(undefined)];
}

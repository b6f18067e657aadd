/**
 * What is shown while someone is signed in: the overview, or the call that the address names, and
 * over either the panel of one delivery. Asks again every few seconds while the page is visible.
 */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Api } from './api.ts';
import { CallPage } from './call-page.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { Overview } from './overview.tsx';
import { isSignedOut } from './region.ts';
import { changeView, type ViewChange } from './view.ts';

const REFRESH_MS = 5_000;

export function Workplace({
  api,
  onRefused,
}: {
  readonly api: Api;
  readonly onRefused: () => void;
}) {
  const view = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const [live, setLive] = useState(true);
  const refetchInterval: number | false = live ? REFRESH_MS : false;
  const endpointQuery = useQuery({
    queryKey: ['endpoints'],
    queryFn: ({ signal }) => api.endpoints(signal),
    refetchInterval,
  });

  const refused = isSignedOut(endpointQuery.error);
  useEffect(() => {
    if (refused) onRefused();
  }, [refused, onRefused]);
  useAnnouncedPage(view.call);

  const onView = (change: ViewChange): void => {
    void navigate({ search: (before) => changeView(before, change), resetScroll: false });
  };
  const endpoints = new Map(endpointQuery.data?.data.map((endpoint) => [endpoint.id, endpoint]));
  const shared = { api, view, endpoints, refetchInterval, onView };
  return (
    <>
      {view.call === undefined ? (
        <Overview {...shared} endpointQuery={endpointQuery} live={live} onLive={setLive} />
      ) : (
        <CallPage {...shared} callId={view.call} />
      )}
      <DeliveryPanel
        {...shared}
        id={view.delivery ?? null}
        raw={view.body === 'raw'}
        onRaw={(raw) => onView({ body: raw ? 'raw' : null })}
        onClose={() => onView({ delivery: null, body: null })}
      />
    </>
  );
}

/** Another page begins at its top, with the focus there and a title of its own. */
function useAnnouncedPage(call: string | undefined): void {
  const before = useRef(call);
  useEffect(() => {
    document.title = call === undefined ? 'Ringpost' : `${call} · Ringpost`;
    if (before.current === call) return;
    before.current = call;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [call]);
}

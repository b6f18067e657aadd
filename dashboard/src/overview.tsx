/**
 * The overview: endpoints and the latest deliveries, asked for again every five seconds while the
 * page is visible, and the panel of one delivery when the address names it.
 */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Api } from './api.ts';
import { DeliveryList } from './delivery-list.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { isSignedOut } from './region.ts';
import { changeView } from './view.ts';

const REFRESH_MS = 5_000;

export function Overview({
  api,
  onRefused,
}: {
  readonly api: Api;
  readonly onRefused: () => void;
}) {
  const view = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const [live, setLive] = useState(true);
  const state = view.state ?? null;
  const refetchInterval = live ? REFRESH_MS : false;

  const endpoints = useQuery({
    queryKey: ['endpoints'],
    queryFn: ({ signal }) => api.endpoints(signal),
    refetchInterval,
  });
  const deliveries = useQuery({
    queryKey: ['deliveries', state],
    queryFn: ({ signal }) => api.deliveries(state, signal),
    refetchInterval,
  });

  const refused = isSignedOut(endpoints.error) || isSignedOut(deliveries.error);
  useEffect(() => {
    if (refused) onRefused();
  }, [refused, onRefused]);

  const show = (change: Parameters<typeof changeView>[1]): void => {
    void navigate({ search: (before) => changeView(before, change) });
  };
  const names = new Map(endpoints.data?.data.map(({ id, name }) => [id, name]));

  return (
    <>
      <EndpointList query={endpoints} deliveries={deliveries.data?.data ?? []} />
      <DeliveryList
        query={deliveries}
        endpointNames={names}
        state={state}
        live={live}
        onLive={setLive}
        onState={(next) => show({ state: next })}
        onOpen={(id) => show({ delivery: id })}
      />
      <DeliveryPanel
        api={api}
        id={view.delivery ?? null}
        endpointNames={names}
        refetchInterval={refetchInterval}
        onClose={() => show({ delivery: null })}
      />
    </>
  );
}

/**
 * Composes what serves the consumers of pull endpoints: in every process that has the API, and in
 * workers the watch that ends leases.
 */
import type { EndpointKey } from '../core/id.ts';
import type { Dispatcher } from '../engine/dispatch/dispatcher.ts';
import type { News } from '../engine/ports/dispatch-store.ts';
import { createConsumerWaits } from '../engine/pull/consumer-waits.ts';
import { createLeaseWatch, type LeaseWatch } from '../engine/pull/lease-watch.ts';
import {
  createPullService,
  type PullParts,
  type PullService,
} from '../engine/pull/pull-service.ts';
import { toldDispatcher } from '../engine/pull/told-dispatcher.ts';
import type { OpenedStore } from './open-store.ts';

export interface OpenedPull {
  readonly pull: PullService;
  /** Callers of the result reach consumers too. */
  told(dispatcher: Dispatcher): Dispatcher;
  /** For workers; `leads`: true in one of them. */
  leaseWatch(leads: () => boolean): LeaseWatch;
  /** Changes by other processes. */
  hear(news: News | 'all'): void;
}

export function openPull(
  parts: Omit<PullParts, 'store' | 'waits'> & { readonly store: OpenedStore },
): OpenedPull {
  const waits = createConsumerWaits(parts.clock);
  const onReady = (endpoint: EndpointKey) => waits.wake(endpoint);
  return {
    pull: createPullService({ ...parts, waits }),
    told: (dispatcher) => toldDispatcher(dispatcher, waits),
    leaseWatch: (leads) => createLeaseWatch({ ...parts, leads, onReady }),
    hear(news) {
      if (news === 'all') {
        waits.wakeAll();
        return;
      }
      for (const endpoint of news.heads) waits.wake(endpoint);
      for (const endpoint of news.changed) waits.wakeAll(endpoint);
    },
  };
}

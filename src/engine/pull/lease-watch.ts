/**
 * Ends leases that are over (S6.38): the consumer is gone or too slow, so the attempt failed by its
 * timeout and the message comes again by the schedule of its endpoint. One process of those that
 * share a store does it. What this watch settles twice, or too late, the token of the lease fences.
 */
import type { EndpointKey } from '../../core/id.ts';
import { PollLoop } from '../poll-loop.ts';
import type { LeasedHead, LeaseStore } from '../ports/lease-store.ts';
import { storeRetryMs } from '../store-retry.ts';
import { createLeaseSettler, heldMs, type LeaseSettlerParts } from './lease-settler.ts';

export interface LeaseWatchParts extends LeaseSettlerParts {
  readonly store: LeaseSettlerParts['store'] & Pick<LeaseStore, 'lapsedLeases' | 'dropLeases'>;
  readonly leads: () => boolean;
}

export interface LeaseWatch {
  start(): void;
  stop(): Promise<void>;
}

/** The longest rest. A lease may be shorter, so its end may be noticed so much later. */
export const LEASE_WATCH_MS = 2_000;
/** Leases of one round; few enough that acknowledgements do not wait behind it. */
const LAPSED_MAX = 200;
const DETAIL = 'The lease ended before the consumer settled it.';

export function createLeaseWatch(parts: LeaseWatchParts): LeaseWatch {
  const { store, clock, random, emit, leads } = parts;
  const settler = createLeaseSettler(parts);

  async function round(): Promise<number> {
    if (!leads()) return LEASE_WATCH_MS;
    const nowMs = clock.wallMs();
    const { leased, orphans, nextAtMs } = await store.lapsedLeases({ nowMs, limit: LAPSED_MAX });
    if (orphans.length > 0) await store.dropLeases({ endpoint: null, tokens: orphans });
    for (const [endpoint, leases] of byEndpoint(leased)) {
      await settler.settle(endpoint, leases, (lease, atMs) => ({
        kind: 'error',
        error: 'timeout',
        detail: DETAIL,
        durationMs: heldMs(lease, atMs),
      }));
    }
    if (leased.length >= LAPSED_MAX) return 0;
    return Math.min(LEASE_WATCH_MS, Math.max(1, (nextAtMs ?? Number.POSITIVE_INFINITY) - nowMs));
  }

  const loop = new PollLoop({
    clock,
    emit,
    operation: 'lapsedLeases',
    round,
    retryMs: (failures) => storeRetryMs(failures, random),
  });
  return { start: () => loop.startAfter(LEASE_WATCH_MS), stop: () => loop.stop() };
}

function byEndpoint(leased: readonly LeasedHead[]): ReadonlyMap<EndpointKey, LeasedHead[]> {
  const found = new Map<EndpointKey, LeasedHead[]>();
  for (const lease of leased) {
    const { endpoint } = lease.head;
    const present = found.get(endpoint);
    if (present === undefined) found.set(endpoint, [lease]);
    else present.push(lease);
  }
  return found;
}

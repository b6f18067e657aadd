/**
 * The dispatcher of a process that only serves the API, while other processes, the workers, send.
 * It owns no shard, so it has nothing to send or to wait for; the store tells the workers of new
 * heads.
 */
import type { Dispatcher } from './dispatcher.ts';

export function createIdleDispatcher(): Dispatcher {
  return {
    start: async () => {},
    offer: () => {},
    invalidate: () => {},
    isSending: () => false,
    sendingKeys: () => [],
    leads: () => false,
    alive: () => true,
    gauges: () => ({ inFlight: 0, residentHeads: 0, endpointsWithWork: 0, ownedShards: 0 }),
    stop: async () => {},
  };
}

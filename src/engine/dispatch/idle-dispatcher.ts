/**
 * The dispatcher of a process that only serves the API: others send. It owns nothing, so it has
 * nothing to send, to forget or to wait for, and what it is offered, a worker hears of by itself.
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

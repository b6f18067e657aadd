/** A dispatcher that sends nothing: deliveries stay in the state that a test gives them. */
import type { DeliveryKey, EndpointKey } from '../../src/core/id.ts';
import type { Head } from '../../src/engine/ports/dispatch-store.ts';

export function createQuietDispatcher() {
  const sending = new Set<DeliveryKey>();
  const invalidated: EndpointKey[] = [];
  const offered: Head[] = [];
  let alive = true;
  return {
    sending,
    invalidated,
    offered,
    die: () => {
      alive = false;
    },
    alive: () => alive,
    isSending: (key: DeliveryKey) => sending.has(key),
    sendingKeys: () => [...sending],
    invalidate: (endpoint: EndpointKey) => {
      invalidated.push(endpoint);
    },
    offer: (heads: readonly Head[]) => {
      offered.push(...heads);
    },
    gauges: () => ({
      inFlight: sending.size,
      residentHeads: 0,
      endpointsWithWork: 0,
      ownedShards: 64,
    }),
  };
}

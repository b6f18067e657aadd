/**
 * A dispatcher whose callers reach the consumers of pull endpoints, too: a service that offers
 * heads or changes an endpoint need not know which of its deliveries are sent and which fetched.
 */
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { ConsumerWaits } from './consumer-waits.ts';

export function toldDispatcher(
  dispatcher: Dispatcher,
  waits: Pick<ConsumerWaits, 'wake' | 'wakeAll'>,
): Dispatcher {
  return {
    start: () => dispatcher.start(),
    offer: (heads) => {
      dispatcher.offer(heads);
      for (const { endpoint } of heads) waits.wake(endpoint);
    },
    invalidate: (endpoint) => {
      dispatcher.invalidate(endpoint);
      waits.wakeAll(endpoint);
    },
    isSending: (delivery) => dispatcher.isSending(delivery),
    sendingKeys: () => dispatcher.sendingKeys(),
    leads: () => dispatcher.leads(),
    alive: () => dispatcher.alive(),
    gauges: () => dispatcher.gauges(),
    stop: () => dispatcher.stop(),
  };
}

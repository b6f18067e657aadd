/**
 * The state of a delivery as the API shows it: the stored state, overlaid by what only the
 * dispatcher knows (`sending`) and by the condition of the endpoint (`held`). Source: design page,
 * "Lanes in rows"; S6.6.
 */
import { holdLasts } from '../../core/delivery/health.ts';
import type { ShownState } from '../../core/delivery/state.ts';
import type { DeliverySummary } from '../../engine/ports/query-store.ts';
import type { Service } from '../service.ts';

export type ShownRow = Pick<
  DeliverySummary,
  'key' | 'state' | 'manual' | 'endpointEnabled' | 'endpointHoldUntilMs'
>;

export function shownStateOf(
  service: Pick<Service, 'dispatcher' | 'clock'>,
  delivery: ShownRow,
): ShownState {
  if (service.dispatcher.isSending(delivery.key)) return 'sending';
  return isHeld(delivery, service.clock.wallMs()) ? 'held' : delivery.state;
}

/**
 * A disabled endpoint holds all open deliveries; an endpoint on hold (circuit breaker) holds first
 * attempts, except those asked for by hand.
 */
function isHeld(delivery: ShownRow, nowMs: number): boolean {
  const { state, manual, endpointEnabled, endpointHoldUntilMs } = delivery;
  if (state !== 'due' && state !== 'retrying' && state !== 'waiting') return false;
  if (!endpointEnabled) return true;
  if (state !== 'due' || manual || endpointHoldUntilMs === null) return false;
  return holdLasts(endpointHoldUntilMs, nowMs);
}

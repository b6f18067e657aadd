/**
 * Cancels the open deliveries of one endpoint in bounded batches, so that other writers get the
 * store in between. After each batch the dispatcher reads the endpoint again, so that it does not
 * send what was cancelled.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { EndpointKey } from '../../core/id.ts';
import type { Clock } from '../ports/clock.ts';
import type { CancelScope, DeliveryStore, LanePosition } from '../ports/manage-store.ts';

const BATCH_ROWS = 500;
const BATCHES_MAX = 10_000;

export interface CancelOpenParts {
  readonly store: Pick<DeliveryStore, 'cancelOpen'>;
  readonly clock: Clock;
  readonly dispatcher: { invalidate(endpoint: EndpointKey): void };
}

/** Cancels open deliveries in the scope and returns their number. */
export async function cancelOpen(
  { store, clock, dispatcher }: CancelOpenParts,
  endpoint: EndpointKey,
  scope: CancelScope,
): Promise<number> {
  let cancelled = 0;
  let after: LanePosition | null = null;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const nowMs = clock.wallMs();
    const result: Awaited<ReturnType<DeliveryStore['cancelOpen']>> = await store.cancelOpen({
      endpoint,
      scope,
      nowMs,
      after,
      limit: BATCH_ROWS,
    });
    cancelled += result.changed;
    after = result.last;
    dispatcher.invalidate(endpoint);
    if (!result.more) return cancelled;
  }
  throw tooMany(cancelled);
}

function tooMany(done: number): ServiceError {
  return new ServiceError('LIMIT_REACHED', `${done} deliveries are done; ask again for the rest.`);
}

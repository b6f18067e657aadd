/**
 * Work over the deliveries of one endpoint, in bounded batches that leave the store to others in
 * between. The dispatcher reads the endpoint anew after each batch, so it neither sends what was
 * cancelled nor waits for the end to send what was reopened.
 */
import { FAILED_STATES } from '../../core/delivery/state.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import type { DeliveryKey, EndpointKey, ProjectKey } from '../../core/id.ts';
import type { Clock } from '../ports/clock.ts';
import type { CancelScope, DeliveryStore, LanePosition } from '../ports/manage-store.ts';

const BATCH_ROWS = 500;
const BATCHES_MAX = 10_000;

export interface LaneParts {
  readonly store: Pick<DeliveryStore, 'cancelOpen' | 'reopen'>;
  readonly clock: Clock;
  readonly dispatcher: { invalidate(endpoint: EndpointKey): void };
}

/** Cancels open deliveries in the scope; answers how many. */
export async function cancelOpen(
  { store, clock, dispatcher }: LaneParts,
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

/** Gives failed deliveries made since `sinceMs` their whole retry schedule anew. */
export async function reopenFailed(
  { store, clock, dispatcher }: LaneParts,
  projectKey: ProjectKey,
  endpoint: EndpointKey,
  sinceMs: number,
): Promise<number> {
  const startedAtMs = clock.wallMs();
  // What fails again while this runs was made before and is not taken up twice: keys only grow.
  const filter = {
    endpoint,
    callKey: null,
    trigger: null,
    states: FAILED_STATES,
    fromMs: sinceMs,
    toMs: startedAtMs + 1,
  };
  let reopened = 0;
  let after: DeliveryKey | null = null;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const result: Awaited<ReturnType<DeliveryStore['reopen']>> = await store.reopen({
      projectKey,
      filter,
      mode: 'schedule',
      nowMs: clock.wallMs(),
      afterKey: after,
      limit: BATCH_ROWS,
    });
    reopened += result.changed;
    after = result.lastKey ?? after;
    if (result.changed > 0) dispatcher.invalidate(endpoint);
    if (!result.more) return reopened;
  }
  throw tooMany(reopened);
}

function tooMany(done: number): ServiceError {
  return new ServiceError('LIMIT_REACHED', `${done} deliveries are done; ask again for the rest.`);
}

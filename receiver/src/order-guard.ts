/**
 * Handles each webhook once, and never an older one after a newer one of the same call, except one
 * that an operator reopened. A delivery may arrive twice (your answer was lost); within a call the
 * service sends in order, so only such copies and reopened deliveries come late. It remembers a
 * bounded number of webhooks in memory: a receiver that must be exact across restarts keeps the
 * webhook ids in its own database.
 */

/** The result of `verifyWebhook` for a valid webhook has all these fields. */
export interface OrderedWebhook {
  readonly webhookId: string;
  readonly endpointId: string;
  /** Null: the sequence is not proven, so the order is not checked. */
  readonly sequence: number | null;
  /** Proven; missing counts as false. */
  readonly reopened?: boolean;
  readonly payload: { readonly data: object };
}

export type OrderOutcome =
  | 'handled'
  /** The same after a newer webhook of the same call: an operator reopened its delivery. */
  | 'reopened'
  /** This webhook was handled before. */
  | 'duplicate'
  /** A newer webhook of the same call was handled before; this one was not. */
  | 'late';

export interface OrderGuard {
  /**
   * Runs `handle` for a webhook that is new and in order, or that an operator reopened. If `handle`
   * throws, the webhook counts as not handled and the error is passed on: answer 500, and the
   * service sends the webhook again.
   */
  run(webhook: OrderedWebhook, handle: () => Promise<void> | void): Promise<OrderOutcome>;
}

export interface OrderGuardOptions {
  /**
   * How many webhooks and calls are remembered; the longest unused are forgotten. Default 100,000
   * each.
   */
  readonly capacity?: number;
  /**
   * Told before `handle` runs if webhooks of the same call are missing between the last handled one
   * and this one: they were given up or cancelled, or `handle` threw for them to the end. `count`:
   * how many. Read the state of the call then, if you must not miss one.
   */
  readonly onMissed?: (webhook: OrderedWebhook, count: number) => void;
}

const CAPACITY = 100_000;

export function createOrderGuard(options: OrderGuardOptions = {}): OrderGuard {
  const { capacity = CAPACITY, onMissed } = options;
  const handledIds = new Map<string, true>();
  const lastSequences = new Map<string, number>();
  const running = new Map<string, Promise<void>>();

  return {
    async run(webhook, handle) {
      const id = JSON.stringify([webhook.endpointId, webhook.webhookId]);
      const lane = JSON.stringify([webhook.endpointId, callIdOf(webhook)]);
      const other = running.get(id);
      if (other !== undefined) {
        await other;
        return 'duplicate';
      }
      if (handledIds.has(id)) return 'duplicate';
      const { sequence } = webhook;
      const isLate = sequence !== null && sequence <= (lastSequences.get(lane) ?? 0);
      if (isLate && webhook.reopened !== true) return 'late';
      const last = lastSequences.get(lane);
      // What the guard did not see before the first one is not known to be missing.
      const missed = sequence === null || last === undefined ? 0 : sequence - last - 1;
      const work = (async () => {
        if (missed > 0) onMissed?.(webhook, missed);
        await handle();
      })();
      running.set(id, work);
      try {
        await work;
      } finally {
        running.delete(id);
      }
      remember(handledIds, id, true, capacity);
      if (sequence !== null) {
        const highest = Math.max(sequence, lastSequences.get(lane) ?? 0);
        remember(lastSequences, lane, highest, capacity);
      }
      return isLate ? 'reopened' : 'handled';
    },
  };
}

function callIdOf({ payload }: OrderedWebhook): string {
  return 'callId' in payload.data ? String(payload.data.callId) : '';
}

/** A Map keeps the order of insertion, so the first entry is the longest unused one. */
function remember<Value>(
  map: Map<string, Value>,
  key: string,
  value: Value,
  capacity: number,
): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= capacity) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}

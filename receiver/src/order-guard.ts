/**
 * Handles each webhook once, and never an older one after a newer one of the same call, except one
 * that an operator reopened. A delivery may arrive twice (your answer was lost); within a call the
 * service sends in order, so only such copies and reopened deliveries come late. Unless a store is
 * given it remembers a bounded number of webhooks in memory.
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

/** What a guard remembers; see `examples/sqlite-store.ts` for one that outlives the process. */
export interface OrderStore {
  wasHandled(endpointId: string, webhookId: string): boolean | Promise<boolean>;
  /** Null if none is known. */
  lastSequence(endpointId: string, callId: string): number | null | Promise<number | null>;
  /** `last`: the highest sequence of the call that was handled; null: not known. */
  remember(
    endpointId: string,
    webhookId: string,
    callId: string,
    last: number | null,
  ): void | Promise<void>;
}

export interface OrderGuardOptions {
  /** Default: `createMemoryStore()`. */
  readonly store?: OrderStore;
  /** Of the memory, if no store is given: see `createMemoryStore`. */
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
  const { onMissed, store = createMemoryStore(options.capacity) } = options;
  const running = new Map<string, Promise<OrderOutcome>>();

  const runAlone: OrderGuard['run'] = async (webhook, handle) => {
    const { endpointId, webhookId, sequence } = webhook;
    const callId = callIdOf(webhook);
    if (await store.wasHandled(endpointId, webhookId)) return 'duplicate';
    const last = await store.lastSequence(endpointId, callId);
    const isLate = sequence !== null && last !== null && sequence <= last;
    if (isLate && webhook.reopened !== true) return 'late';
    // What the guard did not see before the first one is not known to be missing.
    const missed = sequence === null || last === null ? 0 : sequence - last - 1;
    if (missed > 0) onMissed?.(webhook, missed);
    await handle();
    await store.remember(endpointId, webhookId, callId, isLate ? last : sequence);
    return isLate ? 'reopened' : 'handled';
  };

  return {
    async run(webhook, handle) {
      const id = JSON.stringify([webhook.endpointId, webhook.webhookId]);
      const other = running.get(id);
      if (other !== undefined) return (await other) === 'late' ? 'late' : 'duplicate';
      const work = runAlone(webhook, handle);
      running.set(id, work);
      try {
        return await work;
      } finally {
        running.delete(id);
      }
    },
  };
}

/** `capacity`: how many webhooks and calls it remembers; the longest unused are forgotten. */
export function createMemoryStore(capacity = CAPACITY): OrderStore {
  const handled = new Map<string, true>();
  const lasts = new Map<string, number>();
  return {
    wasHandled: (endpointId, webhookId) => handled.has(JSON.stringify([endpointId, webhookId])),
    lastSequence: (endpointId, callId) => lasts.get(JSON.stringify([endpointId, callId])) ?? null,
    remember(endpointId, webhookId, callId, last) {
      keep(handled, JSON.stringify([endpointId, webhookId]), true, capacity);
      if (last !== null) keep(lasts, JSON.stringify([endpointId, callId]), last, capacity);
    },
  };
}

function callIdOf({ payload }: OrderedWebhook): string {
  return 'callId' in payload.data ? String(payload.data.callId) : '';
}

/** A Map keeps the order of insertion, so the first entry is the longest unused one. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value, capacity: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= capacity) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}

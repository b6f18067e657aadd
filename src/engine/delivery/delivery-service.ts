/**
 * Deliveries by hand (S6.27, S12.15): retry one, cancel one, retry many. A manual retry is one
 * attempt with the same ids and bytes, never beside another attempt of its lane. The store decides
 * under the lane's lock; `invalidate` after the commit makes the dispatcher look.
 */
import { type ClosedState, FAILED_STATES, isOpen } from '../../core/delivery/state.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import {
  asKey,
  type DeliveryKey,
  type EndpointKey,
  type ProjectKey,
  parseId,
} from '../../core/id.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { DeliveryChange, ReopenFilter } from '../ports/manage-store.ts';
import type { DeliveryDetail } from '../ports/query-store.ts';
import type { Store } from '../ports/store.ts';

/** Rows of one commit, and commits of one request; what is left needs another request. */
const RETRY_BATCH = 500;
const RETRY_BATCHES_MAX = 20;

/** Which closed deliveries to retry; no state named: those that failed. `to` is exclusive. */
export interface RetryFilter {
  readonly endpointId: string | null;
  readonly callId: string | null;
  readonly trigger: Trigger | null;
  readonly states: readonly ClosedState[];
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface DeliveryService {
  /** NOT_FOUND for an unknown id or another project's. */
  get(projectKey: ProjectKey, id: string): Promise<DeliveryDetail>;
  /** ENDPOINT_DISABLED, or DELIVERY_STATE while its attempt is in flight or it is open. */
  retry(projectKey: ProjectKey, id: string, author: Author): Promise<DeliveryDetail>;
  /** DELIVERY_STATE when it is closed already. */
  cancel(
    projectKey: ProjectKey,
    id: string,
    author: Author,
    reason?: string,
  ): Promise<DeliveryDetail>;
  /** `more`: some are left, ask again. */
  retryMany(
    projectKey: ProjectKey,
    filter: RetryFilter,
    author: Author,
  ): Promise<{ readonly retried: number; readonly more: boolean }>;
}

export interface DeliveryServiceParts {
  readonly store: Pick<
    Store,
    'delivery' | 'endpoint' | 'call' | 'retryDelivery' | 'cancelDelivery' | 'reopen' | 'noteAudit'
  >;
  readonly dispatcher: {
    isSending(delivery: DeliveryKey): boolean;
    invalidate(endpoint: EndpointKey): void;
  };
  readonly clock: Pick<Clock, 'wallMs'>;
}

export function createDeliveryService(parts: DeliveryServiceParts): DeliveryService {
  const { store, dispatcher, clock } = parts;
  return {
    get: (projectKey, id) => found(parts, projectKey, id),
    async retry(projectKey, id, author) {
      const before = await found(parts, projectKey, id);
      await refuseUnlessSendable(parts, projectKey, before.endpoint);
      if (dispatcher.isSending(before.key)) {
        throw new ServiceError('DELIVERY_STATE', 'An attempt of this delivery is in flight.');
      }
      const nowMs = clock.wallMs();
      const audit = auditEntry(author, nowMs, 'delivery.retried', id, {
        before: { state: before.state },
        after: null,
      });
      settle(
        await store.retryDelivery({ projectKey, key: before.key, nowMs, audit }),
        parts,
        'retried',
      );
      return found(parts, projectKey, id);
    },
    async cancel(projectKey, id, author, reason) {
      const before = await found(parts, projectKey, id);
      const nowMs = clock.wallMs();
      // The store adds the states.
      const change = { before: null, after: reason === undefined ? null : { reason } };
      const audit = auditEntry(author, nowMs, 'delivery.cancelled', id, change);
      settle(
        await store.cancelDelivery({ projectKey, key: before.key, nowMs, audit }),
        parts,
        'cancelled',
      );
      return found(parts, projectKey, id);
    },
    retryMany: (projectKey, filter, author) => retryMany(parts, projectKey, filter, author),
  };
}

/** The row of an id, in this project only; the id's time must be the row's. */
async function found(
  parts: DeliveryServiceParts,
  projectKey: ProjectKey,
  id: string,
): Promise<DeliveryDetail> {
  const parsed = parseId('dlv', id);
  if (parsed !== null) {
    const row = await parts.store.delivery({ projectKey, key: asKey<DeliveryKey>(parsed.key) });
    if (row !== null && row.createdAtMs === parsed.createdAtMs) return row;
  }
  throw new ServiceError('NOT_FOUND', 'There is no delivery with this id.');
}

async function refuseUnlessSendable(
  parts: DeliveryServiceParts,
  projectKey: ProjectKey,
  key: EndpointKey,
): Promise<void> {
  const endpoint = await parts.store.endpoint({ projectKey, key });
  if (endpoint === null || endpoint.deletedAtMs !== null) {
    throw new ServiceError('STATE_CONFLICT', 'The endpoint of this delivery was deleted.');
  }
  if (!endpoint.enabled) {
    throw new ServiceError(
      'ENDPOINT_DISABLED',
      'Enable the endpoint first; what it holds is sent then.',
    );
  }
}

function settle(
  change: DeliveryChange,
  parts: DeliveryServiceParts,
  what: 'retried' | 'cancelled',
): void {
  switch (change.kind) {
    case 'changed':
      parts.dispatcher.invalidate(change.endpoint);
      return;
    case 'not-found':
      throw new ServiceError('NOT_FOUND', 'There is no delivery with this id.');
    case 'wrong-state':
      throw new ServiceError(
        'DELIVERY_STATE',
        `A delivery that is ${change.state} cannot be ${what}.${hint(change.state, what)}`,
      );
  }
}

function hint(state: DeliveryDetail['state'], what: 'retried' | 'cancelled'): string {
  if (what === 'cancelled') return '';
  return isOpen(state) ? ' Its next attempt comes by itself.' : '';
}

async function retryMany(
  parts: DeliveryServiceParts,
  projectKey: ProjectKey,
  filter: RetryFilter,
  author: Author,
): Promise<{ retried: number; more: boolean }> {
  const reopen = await reopenFilter(parts, projectKey, filter);
  if (reopen === null) return { retried: 0, more: false };
  const nowMs = parts.clock.wallMs();
  // Before the first batch, so that no change is ever without its entry.
  await parts.store.noteAudit({
    projectKey,
    audit: auditEntry(author, nowMs, 'deliveries.retried', filter.endpointId, {
      before: null,
      after: { ...filter, states: reopen.states },
    }),
  });
  let afterKey: DeliveryKey | null = null;
  let retried = 0;
  for (let batch = 0; batch < RETRY_BATCHES_MAX; batch += 1) {
    const done: Awaited<ReturnType<Store['reopen']>> = await parts.store.reopen({
      projectKey,
      filter: reopen,
      mode: 'manual',
      nowMs,
      afterKey,
      limit: RETRY_BATCH,
    });
    retried += done.changed;
    for (const endpoint of done.endpoints) parts.dispatcher.invalidate(endpoint);
    if (!done.more) return { retried, more: false };
    afterKey = done.lastKey;
  }
  return { retried, more: true };
}

/** Null: the call is unknown, so nothing can match. */
async function reopenFilter(
  parts: DeliveryServiceParts,
  projectKey: ProjectKey,
  filter: RetryFilter,
): Promise<ReopenFilter | null> {
  let endpoint: EndpointKey | null = null;
  if (filter.endpointId !== null) {
    endpoint = asKey<EndpointKey>(parseId('ep', filter.endpointId)?.key ?? 0);
    const known = await parts.store.endpoint({ projectKey, key: endpoint });
    if (known?.id !== filter.endpointId) {
      throw new ServiceError('NOT_FOUND', 'There is no endpoint with this id.');
    }
    await refuseUnlessSendable(parts, projectKey, endpoint);
  }
  const call =
    filter.callId === null ? null : await parts.store.call({ projectKey, callId: filter.callId });
  if (filter.callId !== null && call === null) return null;
  return {
    endpoint,
    callKey: call?.key ?? null,
    trigger: filter.trigger,
    states: filter.states.length === 0 ? FAILED_STATES : filter.states,
    fromMs: filter.fromMs,
    toMs: filter.toMs,
  };
}

/**
 * Operations on deliveries by hand (S6.27, S12.15): retry one, cancel one, retry many. A manual
 * retry is one attempt with the same ids and bytes, and never runs beside another attempt of its
 * lane. The store decides under the row lock of the lane; `invalidate` after the commit makes the
 * dispatcher read the lane again.
 */
import { type ClosedState, isOpen } from '../../core/delivery/state.ts';
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import {
  asKey,
  type DeliveryKey,
  type EndpointKey,
  type ProjectKey,
  parseId,
} from '../../core/id.ts';
import { isoTime } from '../../core/time.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { DeliveryChange } from '../ports/manage-store.ts';
import type { DeliveryDetail } from '../ports/query-store.ts';
import type { Store } from '../ports/store.ts';
import { type BulkService, NO_FILTER } from './bulk-service.ts';

/** Which closed deliveries to retry; if no state is named, the failed ones. `to` is exclusive. */
export interface RetryFilter {
  readonly endpointId: string | null;
  readonly callId: string | null;
  readonly trigger: Trigger | null;
  readonly states: readonly ClosedState[];
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface DeliveryService {
  /** Throws NOT_FOUND for an unknown id or one of another project. */
  get(projectKey: ProjectKey, id: string): Promise<DeliveryDetail>;
  /**
   * Throws ENDPOINT_DISABLED, or DELIVERY_STATE if an attempt is in flight or the delivery is open.
   */
  retry(projectKey: ProjectKey, id: string, author: Author): Promise<DeliveryDetail>;
  /** Throws DELIVERY_STATE if the delivery is closed already. */
  cancel(
    projectKey: ProjectKey,
    id: string,
    author: Author,
    reason?: string,
  ): Promise<DeliveryDetail>;
  /** Retries by a bulk job. `more`: the job has not ended and goes on by itself. */
  retryMany(
    projectKey: ProjectKey,
    filter: RetryFilter,
    author: Author,
  ): Promise<{ readonly retried: number; readonly more: boolean; readonly jobId: string }>;
}

export interface DeliveryServiceParts {
  readonly store: Pick<Store, 'delivery' | 'endpoint' | 'retryDelivery' | 'cancelDelivery'>;
  readonly dispatcher: {
    isSending(delivery: DeliveryKey): boolean;
    invalidate(endpoint: EndpointKey): void;
  };
  readonly bulk: Pick<BulkService, 'run'>;
  readonly clock: Pick<Clock, 'wallMs'>;
}

export function createDeliveryService(parts: DeliveryServiceParts): DeliveryService {
  const { store, dispatcher, clock } = parts;
  return {
    get: (projectKey, id) => found(parts, projectKey, id),
    async retry(projectKey, id, author) {
      const before = await found(parts, projectKey, id);
      refuseUnlessSendable(await parts.store.endpoint({ projectKey, key: before.endpoint }));
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
      // The store adds the states before and after.
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

/** The row of an id within this project. The time in the id must be that of the row. */
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

/** `endpoint` as it was just read; null if its row is gone. */
function refuseUnlessSendable(endpoint: Endpoint | null): void {
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
): Promise<{ retried: number; more: boolean; jobId: string }> {
  const { endpointId, callId, trigger, states, fromMs, toMs } = filter;
  if (endpointId !== null) refuseUnlessSendable(await named(parts, projectKey, endpointId));
  const wanted = {
    ...NO_FILTER,
    endpointIds: endpointId === null ? [] : [endpointId],
    callId,
    triggers: trigger === null ? [] : [trigger],
    states,
    fromMs,
    toMs,
  };
  const of = { action: 'retry', filter: wanted } as const;
  const asked = askedAs(filter);
  const job = await parts.bulk.run(projectKey, { of, asked, reason: null }, author);
  return { retried: job.done, more: job.endedAtMs === null, jobId: job.id };
}

/** The filter in the form of the API, which shows it with the job. */
function askedAs({ endpointId, callId, trigger, states, fromMs, toMs }: RetryFilter): object {
  return {
    ...(endpointId === null ? {} : { endpointId: [endpointId] }),
    ...(callId === null ? {} : { callId }),
    ...(trigger === null ? {} : { trigger: [trigger] }),
    ...(states.length === 0 ? {} : { state: states }),
    ...(fromMs === null ? {} : { from: isoTime(fromMs) }),
    ...(toMs === null ? {} : { to: isoTime(toMs) }),
  };
}

async function named(
  { store }: DeliveryServiceParts,
  projectKey: ProjectKey,
  id: string,
): Promise<Endpoint> {
  const key = asKey<EndpointKey>(parseId('ep', id)?.key ?? 0);
  const endpoint = await store.endpoint({ projectKey, key });
  if (endpoint?.id !== id) {
    throw new ServiceError('NOT_FOUND', 'There is no endpoint with this id.');
  }
  return endpoint;
}

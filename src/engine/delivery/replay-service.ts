/**
 * Repeats firings as new deliveries, for one delivery or for a call, and skips the head of a lane.
 * The `webhook-id` stays the same because it names the event, so a receiver that already has it
 * recognises it (docs/decisions/0026). Must never send anything itself: it offers the heads to the
 * dispatcher.
 */
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import { isAgent } from '../../core/endpoint/endpoint.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import {
  asKey,
  type CallKey,
  type DeliveryKey,
  type EndpointKey,
  type ProjectKey,
  parseId,
} from '../../core/id.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import { endpointById } from '../manage/endpoint-by-id.ts';
import type { Clock } from '../ports/clock.ts';
import type { Emit } from '../ports/emit.ts';
import type { DeliveryDetail } from '../ports/query-store.ts';
import {
  REPLAYED_MAX,
  type ReplayAnswer,
  type Replayed,
  type ReplayStore,
} from '../ports/replay-store.ts';
import type { Store } from '../ports/store.ts';

export interface ReplayService {
  /** Throws NOT_FOUND; ENDPOINT_DISABLED; STATE_CONFLICT for an agent or an open delivery. */
  delivery(projectKey: ProjectKey, id: string, author: Author): Promise<DeliveryDetail>;
  /**
   * Throws LIMIT_REACHED if there would be too many deliveries, and INVALID_INPUT if an agent is
   * named.
   */
  call(
    projectKey: ProjectKey,
    callId: string,
    which: { readonly triggers: readonly Trigger[]; readonly endpointIds: readonly string[] },
    author: Author,
  ): Promise<readonly Replayed[]>;
  /** Throws NOT_FOUND; STATE_CONFLICT if the lane is empty. */
  skipHead(
    projectKey: ProjectKey,
    endpointId: string,
    callId: string,
    reason: string,
    author: Author,
  ): Promise<{ readonly skipped: DeliveryDetail; readonly head: DeliveryDetail | null }>;
}

export interface ReplayServiceParts {
  readonly store: ReplayStore & Pick<Store, 'endpoint' | 'call' | 'delivery'>;
  readonly dispatcher: Pick<Dispatcher, 'offer' | 'invalidate'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly emit: Emit;
}

export function createReplayService(parts: ReplayServiceParts): ReplayService {
  const { store, dispatcher, clock } = parts;
  return {
    async delivery(projectKey, id, author) {
      const before = await found(parts, projectKey, id);
      if (before.closedAtMs === null) throw stillOpen(before.state);
      refuseAgent(before.endpointKind);
      const endpoint = await store.endpoint({ projectKey, key: before.endpoint });
      if (endpoint !== null && endpoint.deletedAtMs === null && !endpoint.enabled) throw disabled();
      const nowMs = clock.wallMs();
      const nothing = { before: { state: before.state }, after: null };
      const audit = auditEntry(author, nowMs, 'delivery.replayed', id, nothing);
      const answer = await store.replayDelivery({ projectKey, key: before.key, nowMs, audit });
      const [made] = madeOf(parts, answer, 'There is no delivery with this id.');
      if (made === undefined) throw new Error('a replay makes one');
      return detail(parts, projectKey, made.key);
    },
    async call(projectKey, callId, { triggers, endpointIds }, author) {
      const call = await callOf(parts, projectKey, callId);
      const endpoints: EndpointKey[] = [];
      for (const [at, id] of endpointIds.entries()) {
        const endpoint = await endpointById(store, projectKey, id);
        if (isAgent(endpoint.kind)) throw namedAgent(at);
        endpoints.push(endpoint.key);
      }
      const nowMs = clock.wallMs();
      const after = { triggers, endpointIds };
      const audit = auditEntry(author, nowMs, 'call.replayed', callId, { before: null, after });
      const which = { triggers, endpoints };
      const answer = await store.replayCall({ projectKey, call, which, nowMs, audit });
      return madeOf(parts, answer, NO_CALL);
    },
    async skipHead(projectKey, endpointId, callId, reason, author) {
      const endpoint = await endpointById(store, projectKey, endpointId);
      const call = await callOf(parts, projectKey, callId);
      const nowMs = clock.wallMs();
      const change = { before: null, after: { reason } };
      const audit = auditEntry(author, nowMs, 'lane.head-skipped', null, change);
      const answer = await store.skipHead({
        projectKey,
        endpoint: endpoint.key,
        call,
        nowMs,
        audit,
      });
      if (answer === null) {
        throw new ServiceError(
          'STATE_CONFLICT',
          'Nothing is open in this lane: it is not blocked.',
        );
      }
      dispatcher.invalidate(endpoint.key);
      const skipped = await detail(parts, projectKey, answer.skipped);
      const head = answer.head === null ? null : await detail(parts, projectKey, answer.head);
      return { skipped, head };
    },
  };
}

function madeOf(
  { dispatcher, emit }: ReplayServiceParts,
  answer: ReplayAnswer,
  notFound: string,
): readonly Replayed[] {
  switch (answer.kind) {
    case 'made':
      emit({ name: 'delivery.made', count: answer.made.length });
      if (answer.heads.length > 0) dispatcher.offer(answer.heads);
      return answer.made;
    case 'not-found':
      throw new ServiceError('NOT_FOUND', notFound);
    case 'gone':
      throw new ServiceError(
        'STATE_CONFLICT',
        'The endpoint of this delivery was deleted, or its firing is past its retention.',
      );
    case 'agent':
      throw agentConflict();
    case 'too-many':
      throw new ServiceError(
        'LIMIT_REACHED',
        `That would be more than ${REPLAYED_MAX} deliveries. Name triggers or endpoints.`,
      );
  }
}

async function found(
  { store }: ReplayServiceParts,
  projectKey: ProjectKey,
  id: string,
): Promise<DeliveryDetail> {
  const parsed = parseId('dlv', id);
  const row =
    parsed === null
      ? null
      : await store.delivery({ projectKey, key: asKey<DeliveryKey>(parsed.key) });
  if (row !== null && row.createdAtMs === parsed?.createdAtMs) return row;
  throw new ServiceError('NOT_FOUND', 'There is no delivery with this id.');
}

async function detail(
  { store }: ReplayServiceParts,
  projectKey: ProjectKey,
  key: DeliveryKey,
): Promise<DeliveryDetail> {
  const row = await store.delivery({ projectKey, key });
  if (row === null) throw new Error('a delivery that was changed is there');
  return row;
}

const NO_CALL = 'No report named this call.';

async function callOf(
  { store }: ReplayServiceParts,
  projectKey: ProjectKey,
  callId: string,
): Promise<CallKey> {
  const call = await store.call({ projectKey, callId });
  if (call === null) throw new ServiceError('NOT_FOUND', NO_CALL);
  return call.key;
}

function refuseAgent(kind: Endpoint['kind']): void {
  if (isAgent(kind)) throw agentConflict();
}

function agentConflict(): ServiceError {
  return new ServiceError(
    'STATE_CONFLICT',
    'This launched an agent. Run it again: POST /v1/acw-runs/{runId}/rerun.',
  );
}

function namedAgent(at: number): ServiceError {
  return new ServiceError('INVALID_INPUT', 'An agent gets no replay; see errors.', {
    fields: [
      {
        field: `/endpointIds/${at}`,
        message: 'Launch an agent by POST /v1/calls/{callId}/acw-runs.',
      },
    ],
  });
}

function stillOpen(state: DeliveryDetail['state']): ServiceError {
  return new ServiceError(
    'DELIVERY_STATE',
    `A delivery that is ${state} is still to be sent; replay it when it has ended.`,
  );
}

function disabled(): ServiceError {
  return new ServiceError('ENDPOINT_DISABLED', 'Enable the endpoint first, then replay.');
}

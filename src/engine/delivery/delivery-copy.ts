/**
 * Sends a copy of a delivery to the local inbox: the body that its receiver got or will get,
 * through the channel of its kind, to a box of this project. The copy is flagged as a test, is no
 * attempt, and changes neither the delivery nor its endpoint. The endpoint's credentials must never
 * be sent, since they are for another receiver.
 */

import { type AttemptOutcome, judge } from '../../core/delivery/outcome.ts';
import { type Endpoint, type EndpointKind, hasSecretTarget } from '../../core/endpoint/endpoint.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import {
  asKey,
  type DeliveryKey,
  type EndpointKey,
  formatId,
  type ProjectKey,
  parseId,
} from '../../core/id.ts';
import { bodyFor, readForm } from '../../core/payload/render.ts';
import { type Channel, type SendRequest, UNENDING_PERMIT } from '../ports/channel.ts';
import type { Clock } from '../ports/clock.ts';
import type { Inbox, InboxAccess, InboxChannel, InboxItem } from '../ports/inbox.ts';
import type { DeliveryDetail } from '../ports/query-store.ts';
import { recordPlace, type Secrets, TARGET_CONTEXT, TOKEN_CONTEXT } from '../ports/secrets.ts';
import type { Store } from '../ports/store.ts';

const COPY_WAIT_S = 5;
/**
 * The box for copies. It is separate, so that copies do not use up what an operator told the box of
 * an endpoint to do, such as to fail once.
 */
export const COPY_BOX = 'copies';
/** A box of mail is an address. No real mail is sent to this one. */
export const COPY_MAIL_BOX = 'copies@inbox.invalid';
/** How many of the newest items are searched; attempts of the same delivery may be among them. */
const LOOKED_AT = 50;
const COPY_TOKEN = 'copy-for-the-local-inbox';

export interface DeliveryCopied {
  /** Null: the copy did not arrive, or the inbox has already dropped it. */
  readonly itemId: string | null;
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly durationMs: number;
}

export interface DeliveryCopyService {
  /**
   * Throws NOT_FOUND, also while the inbox is off, and STATE_CONFLICT for deliveries that are never
   * sent.
   */
  sendToInbox(projectKey: ProjectKey, id: string): Promise<DeliveryCopied>;
}

export interface DeliveryCopyParts {
  readonly store: Pick<Store, 'delivery' | 'endpoint'>;
  readonly secrets: Pick<Secrets, 'seal'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly inbox: InboxAccess;
  /** The channels that send to the inbox, by kind. */
  readonly channels: ReadonlyMap<EndpointKind, Channel>;
}

const BOXES: Partial<Readonly<Record<EndpointKind, InboxChannel>>> = {
  custom: 'http',
  'self-provided-agent': 'http',
  slack: 'slack',
  teams: 'teams',
  email: 'email',
};

export function createDeliveryCopyService(parts: DeliveryCopyParts): DeliveryCopyService {
  const { store, clock, inbox: access, channels } = parts;
  /**
   * One copy at a time for each project, so that the new item in the inbox is known to be the copy.
   */
  const underWay = new Set<ProjectKey>();
  return {
    async sendToInbox(projectKey, id) {
      if (access.kind === 'off') throw new ServiceError('NOT_FOUND', access.reason);
      const key = asKey<DeliveryKey>(parseId('dlv', id)?.key ?? 0);
      const row = await store.delivery({ projectKey, key });
      const endpoint =
        row === null ? null : await store.endpoint({ projectKey, key: row.endpoint });
      if (row === null || endpoint === null || formatId('dlv', row.createdAtMs, row.key) !== id) {
        throw new ServiceError('NOT_FOUND', 'There is no delivery with this id.');
      }
      const to = BOXES[endpoint.kind];
      const channel = channels.get(endpoint.kind);
      if (to === undefined || channel === undefined) throw nothingSent();
      if (underWay.has(projectKey)) throw tooMany();
      underWay.add(projectKey);
      try {
        const request = copyOf(
          row,
          towardsInbox(endpoint, to, access.inbox, parts),
          clock.wallMs(),
        );
        const before = await newest(access.inbox, request, to);
        const result = await channel.send(request);
        const { outcome } = judge(result, request.endpoint, clock.wallMs());
        const status = result.kind === 'response' ? result.status : null;
        const last = await newest(access.inbox, request, to);
        const itemId = last === null || last.key === before?.key ? null : last.id;
        return { itemId, outcome, status, durationMs: result.durationMs };
      } finally {
        underWay.delete(projectKey);
      }
    },
  };
}

/** Mail keeps its recipient's address; its channel sends every copy to `COPY_MAIL_BOX`. */
function towardsInbox(
  endpoint: Endpoint,
  channel: InboxChannel,
  inbox: Inbox,
  { secrets }: Pick<DeliveryCopyParts, 'secrets'>,
): Endpoint {
  const bearer = endpoint.auth?.method === 'bearer';
  const token = () => ({
    token: secrets.seal(COPY_TOKEN, TOKEN_CONTEXT, recordPlace(endpoint)),
    tokenHint: COPY_TOKEN.slice(-4),
  });
  const safe: Endpoint = {
    ...endpoint,
    // No endpoint has this key, so caches by endpoint key never confuse the copy with the original.
    key: asKey<EndpointKey>(-endpoint.key),
    headers: [],
    auth: bearer ? { method: 'bearer', ...token() } : endpoint.auth,
  };
  if (channel === 'email') return safe;
  const { target } = inbox.box(endpoint.projectId, { channel, name: COPY_BOX });
  const sealed = hasSecretTarget(endpoint.kind)
    ? secrets.seal(target, TARGET_CONTEXT, recordPlace(endpoint))
    : null;
  return { ...safe, target, secretTarget: sealed };
}

function copyOf(row: DeliveryDetail, endpoint: Endpoint, atMs: number): SendRequest {
  const { trigger, callId, sequence, firedAtMs, text, data, errors, facts } = row;
  const firing = { trigger, firedAtMs, text, data, errors, facts };
  return {
    endpoint,
    webhookId: formatId('msg', firedAtMs, row.firing),
    deliveryId: formatId('dlv', row.createdAtMs, row.key),
    trigger,
    callId,
    sequence,
    atMs,
    firing,
    attempt: Math.max(1, row.attempts),
    payloadVersion: readForm(row.bodyForm).payloadVersion,
    body: bodyFor(endpoint, row.bodyForm, firing),
    test: true,
    permit: UNENDING_PERMIT,
  };
}

/** The newest copy of this delivery in the inbox. */
async function newest(
  inbox: Inbox,
  { endpoint, deliveryId }: SendRequest,
  channel: InboxChannel,
): Promise<InboxItem | null> {
  const filter = { channel, name: null, callId: null, text: deliveryId, fromMs: null, toMs: null };
  const items = await inbox.list(endpoint.projectId, filter, null, LOOKED_AT);
  return items.find((item) => item.test && item.deliveryId === deliveryId) ?? null;
}

function nothingSent(): ServiceError {
  const detail = 'Nothing of it could be copied: a built-in agent works within the service.';
  return new ServiceError('STATE_CONFLICT', detail);
}

function tooMany(): ServiceError {
  const detail = 'A copy of this project is on its way to the inbox already.';
  return new ServiceError('RATE_LIMITED', detail, { retryAfterS: COPY_WAIT_S });
}

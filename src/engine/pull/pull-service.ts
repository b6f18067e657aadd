/**
 * Pull endpoints (S6.34 to S6.39): consumers fetch the heads of lanes and settle them. A message is
 * out under a lease; acknowledged, failed and given back is a lease, by its token, and each only
 * once. Any process may serve any request, because all that decides is in the store. Must never
 * give out two messages of one lane at once, or one that is not the head.
 */
import { holdPhase, repairedHold } from '../../core/delivery/health.ts';
import { type Endpoint, type EndpointKind, isPulled } from '../../core/endpoint/endpoint.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import { requestOf } from '../dispatch/attempt.ts';
import { isUnticked } from '../dispatch/in-flight.ts';
import { endpointById } from '../manage/endpoint-by-id.ts';
import { type Channel, type SendRequest, UNENDING_PERMIT } from '../ports/channel.ts';
import type { DispatchStore } from '../ports/dispatch-store.ts';
import type { LeasedHead, LeaseStore } from '../ports/lease-store.ts';
import type { EndpointStore } from '../ports/manage-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { ConsumerWaits } from './consumer-waits.ts';
import {
  createLeaseSettler,
  heldMs,
  type LeaseSettler,
  type LeaseSettlerParts,
} from './lease-settler.ts';

/** A message in the hands of a consumer. `headers` and `body`: as a Custom endpoint gets them. */
export interface PulledMessage {
  readonly lease: string;
  readonly leaseUntilMs: number;
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly callId: string;
  readonly trigger: Trigger;
  readonly sequence: number;
  /** Counted from 1, over the whole life of the delivery. */
  readonly attempt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PullWish {
  readonly max: number;
  readonly waitMs: number;
  /** Null: the timeout of the endpoint. */
  readonly leaseMs: number | null;
  /** Aborted when the consumer is gone; what was taken for it is given back. */
  readonly signal: AbortSignal;
}

/** `lost`: leases that were over; another consumer may have those messages by now. */
export interface LeasesSettled {
  readonly settled: number;
  readonly lost: readonly string[];
}

export interface Failing {
  readonly reason: string | null;
  readonly retryAfterMs: number | null;
  /** No retry can help: the message is given up. */
  readonly isFinal: boolean;
}

export interface PullService {
  /** Resolves when there are messages, or empty when the wait is over. */
  take(projectKey: ProjectKey, id: string, wish: PullWish): Promise<readonly PulledMessage[]>;
  acknowledge(
    projectKey: ProjectKey,
    id: string,
    leases: readonly string[],
  ): Promise<LeasesSettled>;
  fail(
    projectKey: ProjectKey,
    id: string,
    leases: readonly string[],
    failing: Failing,
  ): Promise<LeasesSettled>;
  /** Gives messages back: no attempt counts, and the next consumer gets them. */
  release(projectKey: ProjectKey, id: string, leases: readonly string[]): Promise<LeasesSettled>;
  /** Ends all waits: the process stops. */
  close(): void;
}

export interface PullParts extends Omit<LeaseSettlerParts, 'store' | 'onReady'> {
  readonly store: LeaseSettlerParts['store'] &
    Pick<DispatchStore, 'readyHeads'> &
    LeaseStore &
    Pick<EndpointStore, 'endpoint'>;
  readonly channels: ReadonlyMap<EndpointKind, Channel>;
  readonly secrets: Pick<Secrets, 'token'>;
  readonly waits: ConsumerWaits;
}

export const MESSAGES_MAX = { default: 10, max: 100 } as const;
export const WAIT_MS_MAX = 60_000;
export const LEASE_MS = { min: 1_000, max: 3_600_000 } as const;
/** A consumer that waits looks this often, in case word of a message got lost. */
const LOOK_EVERY_MS = 5_000;
const TOKEN_BYTES = 18;
const WAIT_S = 5;

export function createPullService(parts: PullParts): PullService {
  const { store, waits, clock } = parts;
  const settler = createLeaseSettler({ ...parts, onReady: (endpoint) => waits.wake(endpoint) });

  async function settle(
    projectKey: ProjectKey,
    id: string,
    leases: readonly string[],
    work: (endpoint: EndpointKey, tokens: readonly string[]) => Promise<readonly string[]>,
  ): Promise<LeasesSettled> {
    const { key } = await pulledEndpoint(store, projectKey, id);
    const tokens = [...new Set(leases)];
    const settled = new Set(await work(key, tokens));
    return { settled: settled.size, lost: tokens.filter((token) => !settled.has(token)) };
  }

  return {
    async take(projectKey, id, wish) {
      const endpoint = await pulledEndpoint(store, projectKey, id);
      const wait = waits.enter(projectKey, endpoint.key);
      if (wait === null) {
        throw new ServiceError('RATE_LIMITED', 'Too many consumers wait; try again soon.', {
          retryAfterS: WAIT_S,
        });
      }
      const { signal } = wish;
      const onAbort = () => wait.end();
      signal.addEventListener('abort', onAbort);
      if (signal.aborted) wait.end();
      const endMs = clock.monoMs() + wish.waitMs;
      let isFull = false;
      try {
        for (;;) {
          const found = await takeOnce(parts, settler, endpoint.key, wish);
          isFull = found.messages.length >= wish.max;
          if (found.messages.length > 0) return found.messages;
          const leftMs = endMs - clock.monoMs();
          if (leftMs <= 0 || wait.isOver) return [];
          await wait.next(Math.min(leftMs, LOOK_EVERY_MS, found.againMs));
        }
      } finally {
        signal.removeEventListener('abort', onAbort);
        wait.leave(isFull);
      }
    },

    acknowledge: (projectKey, id, leases) =>
      settle(projectKey, id, leases, async (endpoint, tokens) =>
        settler.settle(
          endpoint,
          await store.leasedMessages({ endpoint, tokens }),
          (lease, nowMs) => ({ kind: 'done', durationMs: heldMs(lease, nowMs) }),
        ),
      ),

    fail: (projectKey, id, leases, { reason: excerpt, retryAfterMs, isFinal }) =>
      settle(projectKey, id, leases, async (endpoint, tokens) =>
        settler.settle(
          endpoint,
          await store.leasedMessages({ endpoint, tokens }),
          (lease, nowMs) => {
            const durationMs = heldMs(lease, nowMs);
            return { kind: 'failed', isFinal, retryAfterMs, excerpt, durationMs };
          },
        ),
      ),

    release: (projectKey, id, leases) =>
      settle(projectKey, id, leases, async (endpoint, tokens) => {
        const dropped = await store.dropLeases({ endpoint, tokens });
        if (dropped.length > 0) waits.wake(endpoint);
        return dropped;
      }),

    close: () => waits.close(),
  };
}

async function pulledEndpoint(
  store: Pick<EndpointStore, 'endpoint'>,
  projectKey: ProjectKey,
  id: string,
): Promise<Endpoint> {
  const endpoint = await endpointById(store, projectKey, id);
  if (isPulled(endpoint.kind)) return endpoint;
  throw new ServiceError(
    'STATE_CONFLICT',
    `An endpoint of kind ${endpoint.kind} is sent its deliveries; only one of kind pull has ` +
      'messages to fetch.',
  );
}

/** `againMs`: when it makes sense to look again, even without word. */
interface Found {
  readonly messages: readonly PulledMessage[];
  readonly againMs: number;
}

async function takeOnce(
  parts: PullParts,
  settler: LeaseSettler,
  key: EndpointKey,
  { max, leaseMs, signal }: PullWish,
): Promise<Found> {
  const { store, clock, secrets } = parts;
  const runtime = await store.runtime(key);
  if (runtime === null) throw new ServiceError('NOT_FOUND', 'The endpoint was deleted.');
  const { endpoint } = runtime;
  const nowMs = clock.wallMs();
  if (!endpoint.enabled) return NOTHING;
  const health = repairedHold(runtime.health, nowMs);
  const phase = holdPhase(health, nowMs);
  const recoveredAtMs = phase === 'open' ? pastOrNull(health.recoveredAtMs, nowMs) : null;
  const look = { endpoint: key, nowMs, recoveredAtMs, held: phase === 'held', limit: 1 };
  // A look takes no lock; most looks of a consumer that waits find nothing.
  const ready = await store.readyHeads(look);
  const holdLeftMs = phase === 'held' ? (health.holdUntilMs ?? nowMs) - nowMs : LOOK_EVERY_MS;
  const dueInMs = (ready.nextDueAtMs ?? Number.POSITIVE_INFINITY) - nowMs;
  const againMs = Math.max(1, Math.min(holdLeftMs, dueInMs));
  if (ready.heads.length === 0) return { messages: [], againMs };
  const untilMs = nowMs + (leaseMs ?? endpoint.timeoutMs);
  const tokens = Array.from({ length: max }, () => secrets.token(TOKEN_BYTES));
  const leasesMax = endpoint.pacing.concurrency;
  const asked = { endpoint: key, nowMs, untilMs, phase, recoveredAtMs, leasesMax, tokens };
  const { taken } = await store.takeMessages(asked);
  if (signal.aborted) {
    const given = taken.map(({ token }) => token);
    if (given.length > 0) await store.dropLeases({ endpoint: key, tokens: given });
    return NOTHING;
  }
  const written = await Promise.all(
    taken.map((lease) => messageOf(parts, settler, endpoint, lease)),
  );
  const messages = written.filter((message) => message !== null);
  // All that was taken was cancelled or could not be signed: there may be more.
  return { messages, againMs: taken.length > 0 ? 0 : againMs };
}

const NOTHING: Found = { messages: [], againMs: Number.POSITIVE_INFINITY };

function pastOrNull(atMs: number | null, nowMs: number): number | null {
  return atMs !== null && atMs <= nowMs ? atMs : null;
}

/** Null if the message must not or cannot be given out: its lease is settled. */
async function messageOf(
  { channels, clock, beginSpan }: PullParts,
  settler: LeaseSettler,
  endpoint: Endpoint,
  lease: LeasedHead,
): Promise<PulledMessage | null> {
  const { head, token } = lease;
  const nowMs = clock.wallMs();
  if (isUnticked(endpoint, head)) {
    await settler.settle(endpoint.key, [lease], () => null);
    return null;
  }
  const span = beginSpan?.(head, endpoint, { token, heldMs: 0 }) ?? null;
  const request = requestOf(head, endpoint, nowMs, UNENDING_PERMIT, span);
  const written = await write(channels.get(endpoint.kind), request);
  if (written.kind === 'unwritten') {
    const { result } = written;
    await settler.settle(endpoint.key, [lease], () => result);
    return null;
  }
  const { deliveryId, webhookId, callId, sequence, attempt } = request;
  const { trigger } = head;
  const { headers, body } = written;
  const facts = { deliveryId, webhookId, callId, trigger, sequence, attempt };
  return { lease: token, leaseUntilMs: lease.untilMs, ...facts, headers, body };
}

async function write(channel: Channel | undefined, request: SendRequest) {
  if (channel?.write !== undefined) return channel.write(request);
  const detail = 'no such channel';
  const result = { kind: 'error', error: 'configuration', detail, durationMs: 0 } as const;
  return { kind: 'unwritten', result } as const;
}

/**
 * Consumers of pull endpoints: they fetch messages and settle them. `engine/pull/pull-service.ts`
 * does the work. Source: S6.34 to S6.39.
 */
import type { FastifyReply } from 'fastify';
import { MESSAGES_MAX } from '../../engine/pull/pull-service.ts';
import type { App } from '../app.ts';
import { reasonOf } from '../request/parameter.ts';
import { EndpointPath } from '../schema/endpoint.ts';
import {
  FailBody,
  LeasesBody,
  MessageQuery,
  MessageReply,
  SettledReply,
  showMessage,
  WAIT_S_MAX,
} from '../schema/message.ts';
import { replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';

export function registerMessageRoutes(app: App, service: Service): void {
  const { pull } = service;
  app.addHook('preClose', async () => pull.close());
  app.get(
    '/v1/endpoints/:id/messages',
    {
      config: { scope: 'deliveries:pull' },
      schema: {
        operationId: 'pullMessages',
        summary: 'Fetch messages of a pull endpoint, each under a lease',
        description:
          'The next message of each call, the longest due first; the one after it comes when it ' +
          'is settled. Empty if there is none after `wait` seconds ' +
          `(at most ${WAIT_S_MAX}). A message that is not settled by leaseUntil comes again. 409 ` +
          'if the endpoint is of another kind; 429 if too many consumers wait.',
        tags: ['messages'],
        params: EndpointPath,
        querystring: MessageQuery,
        response: replies({ 200: MessageReply }),
      },
    },
    async ({ method, actor, params, query }, reply) => {
      const { max = MESSAGES_MAX.default, wait = 0, lease } = query;
      const leaseMs = lease === undefined ? null : lease * 1_000;
      const signal = goneSignal(reply);
      // An answer to HEAD has no body, so the messages would be lost.
      const asked = method === 'HEAD' ? { max: 0, waitMs: 0 } : { max, waitMs: wait * 1_000 };
      const wish = { ...asked, leaseMs, signal };
      const messages = await pull.take(actor.projectKey, params.id, wish);
      return { messages: messages.map(showMessage) };
    },
  );
  registerSettling(app, service);
}

function registerSettling(app: App, { pull }: Service): void {
  app.post(
    '/v1/endpoints/:id/messages/ack',
    {
      config: { scope: 'deliveries:pull' },
      schema: {
        operationId: 'acknowledgeMessages',
        summary: 'Messages are done; the next of each call may be fetched',
        tags: ['messages'],
        params: EndpointPath,
        body: LeasesBody,
        response: replies({ 200: SettledReply }),
      },
    },
    async ({ actor, params, body }) => {
      const { settled, lost } = await pull.acknowledge(actor.projectKey, params.id, body.leases);
      return { settled, lost: [...lost] };
    },
  );
  app.post(
    '/v1/endpoints/:id/messages/fail',
    {
      config: { scope: 'deliveries:pull' },
      schema: {
        operationId: 'failMessages',
        summary: 'Messages failed; each comes again by the schedule of the endpoint',
        tags: ['messages'],
        params: EndpointPath,
        body: FailBody,
        response: replies({ 200: SettledReply }),
      },
    },
    async ({ actor, params, body }) => {
      const { leases, reason, retryAfter, retry = true } = body;
      const { settled, lost } = await pull.fail(actor.projectKey, params.id, leases, {
        reason: reasonOf(reason, '/reason') ?? null,
        retryAfterMs: retryAfter === undefined ? null : retryAfter * 1_000,
        isFinal: !retry,
      });
      return { settled, lost: [...lost] };
    },
  );
  app.post(
    '/v1/endpoints/:id/messages/release',
    {
      config: { scope: 'deliveries:pull' },
      schema: {
        operationId: 'releaseMessages',
        summary: 'Give messages back without an attempt; the next consumer gets them',
        tags: ['messages'],
        params: EndpointPath,
        body: LeasesBody,
        response: replies({ 200: SettledReply }),
      },
    },
    async ({ actor, params, body }) => {
      const { settled, lost } = await pull.release(actor.projectKey, params.id, body.leases);
      return { settled, lost: [...lost] };
    },
  );
}

/** Aborted when the connection closes before the answer was sent. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

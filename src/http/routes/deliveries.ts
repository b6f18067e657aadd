/**
 * Deliveries: search, one with its body and attempts, and by hand: retry, cancel, retry many. The
 * work is done by `engine/manage/delivery-service.ts`. Source: decisions sections 5 and 11.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { asKey, type EndpointKey, parseId } from '../../core/id.ts';
import { ID_BOUNDS, lineFault } from '../../core/text.ts';
import type { App } from '../app.ts';
import { authorOf } from '../author.ts';
import { listDeliveries } from '../delivery-list.ts';
import {
  DeliveryDetails,
  DeliveryPage,
  DeliveryPath,
  DeliveryQuery,
  RetryBody,
  RetryReply,
  showDeliveryDetails,
} from '../schema/delivery.ts';
import { replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';
import { shownStateOf } from '../shown-state.ts';
import { timeRangeOf } from '../time-parameter.ts';

export function registerDeliveryRoutes(app: App, service: Service): void {
  app.get(
    '/v1/deliveries',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'listDeliveries',
        summary: 'Deliveries, the newest first',
        tags: ['deliveries'],
        querystring: DeliveryQuery,
        response: replies({ 200: DeliveryPage }),
      },
    },
    async ({ query, actor }) => {
      refuseNoCallId(query.callId);
      return listDeliveries(service, actor.projectKey, {
        ...query,
        ...timeRangeOf(query, 'query.'),
        endpoint: query.endpointId === undefined ? null : endpointKeyOf(query.endpointId),
      });
    },
  );
  app.get(
    '/v1/deliveries/:id',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'getDelivery',
        summary: 'A delivery with its body and attempts',
        tags: ['deliveries'],
        params: DeliveryPath,
        response: replies({ 200: DeliveryDetails }),
      },
    },
    async ({ params, actor }) => {
      const row = await service.deliveries.get(actor.projectKey, params.id);
      return showDeliveryDetails(row, shownStateOf(service, row));
    },
  );
  registerByHand(app, service);
  registerRetryMany(app, service);
}

/** No call has it, and a database may not even take it: PostgreSQL knows no NUL. */
function refuseNoCallId(callId: string | undefined): void {
  const message = callId === undefined ? null : lineFault(callId, ID_BOUNDS);
  if (message === null) return;
  throw new ServiceError('INVALID_PARAMETER', 'The call id is not one; see errors.', {
    fields: [{ field: 'query.callId', message }],
  });
}

function registerByHand(app: App, service: Service): void {
  app.post(
    '/v1/deliveries/:id/retry',
    {
      config: { scope: 'deliveries:write' },
      schema: {
        operationId: 'retryDelivery',
        summary: 'One more attempt, with the same ids and body',
        description:
          'A closed delivery takes its old place in its lane for one attempt that counts against ' +
          'no schedule; one that waits for a retry is tried now.',
        tags: ['deliveries'],
        params: DeliveryPath,
        response: replies({ 200: DeliveryDetails }),
      },
    },
    async (request) => {
      const { params, actor } = request;
      const row = await service.deliveries.retry(actor.projectKey, params.id, authorOf(request));
      return showDeliveryDetails(row, shownStateOf(service, row));
    },
  );
  app.post(
    '/v1/deliveries/:id/cancel',
    {
      config: { scope: 'deliveries:write' },
      schema: {
        operationId: 'cancelDelivery',
        summary: 'Give an open delivery up; its lane goes on',
        tags: ['deliveries'],
        params: DeliveryPath,
        response: replies({ 200: DeliveryDetails }),
      },
    },
    async (request) => {
      const { params, actor } = request;
      const row = await service.deliveries.cancel(actor.projectKey, params.id, authorOf(request));
      return showDeliveryDetails(row, shownStateOf(service, row));
    },
  );
}

function registerRetryMany(app: App, service: Service): void {
  app.post(
    '/v1/deliveries/retry',
    {
      config: { scope: 'deliveries:write' },
      schema: {
        operationId: 'retryDeliveries',
        summary: 'One more attempt for every closed delivery that matches',
        description:
          'From the oldest on, lanes in their order. Those of a disabled endpoint are held until ' +
          'it is enabled.',
        tags: ['deliveries'],
        body: RetryBody,
        response: replies({ 200: RetryReply }),
      },
    },
    async (request) => {
      const { filter } = request.body;
      return service.deliveries.retryMany(
        request.actor.projectKey,
        {
          endpointId: filter.endpointId ?? null,
          callId: filter.callId ?? null,
          trigger: filter.trigger ?? null,
          states: filter.state ?? [],
          ...timeRangeOf(filter, '/filter/'),
        },
        authorOf(request),
      );
    },
  );
}

/** An id that was never given matches nothing; 0 is no row's key. */
function endpointKeyOf(id: string): EndpointKey {
  return asKey<EndpointKey>(parseId('ep', id)?.key ?? 0);
}

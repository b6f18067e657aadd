/**
 * Deliveries: search, one with its body and attempts, and by hand: retry, cancel, retry many. The
 * work is done by `engine/delivery/delivery-service.ts`. Source: S12.14, S12.15.
 */
import type { Static } from 'typebox';
import type { App } from '../app.ts';
import { authorOf } from '../person/person.ts';
import { deliveryDetails } from '../reply/delivery-details.ts';
import { listDeliveries } from '../reply/delivery-list.ts';
import { exportable } from '../reply/export.ts';
import { callIdOfQuery, endpointKeyOf, reasonOf, timeRangeOf } from '../request/parameter.ts';
import {
  CancelBody,
  Delivery,
  DeliveryDetails,
  DeliveryPage,
  DeliveryPath,
  DeliveryQuery,
  RetryBody,
  RetryReply,
} from '../schema/delivery.ts';
import { replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';

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
    exportable(
      service,
      { noun: 'deliveries', item: Delivery },
      ({ actor }, query: Static<typeof DeliveryQuery>) => {
        callIdOfQuery(query);
        return listDeliveries(service, actor.projectKey, {
          ...query,
          ...timeRangeOf(query, 'query.'),
          endpoints: (query.endpointId ?? []).map(endpointKeyOf),
          notEndpoints: (query.notEndpointId ?? []).map(endpointKeyOf),
        });
      },
    ),
  );
  app.get(
    '/v1/deliveries/:id',
    {
      config: { scope: 'deliveries:read', personal: 'read' },
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
      return deliveryDetails(service, actor, row);
    },
  );
  registerByHand(app, service);
  registerRetryMany(app, service);
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
          'A closed delivery takes its old place in its lane for one attempt that does not count ' +
          'against the schedule; a delivery that waits for a retry is tried now.',
        tags: ['deliveries'],
        params: DeliveryPath,
        response: replies({ 200: DeliveryDetails }),
      },
    },
    async (request) => {
      const { params, actor } = request;
      const row = await service.deliveries.retry(actor.projectKey, params.id, authorOf(request));
      return deliveryDetails(service, actor, row);
    },
  );
  app.post(
    '/v1/deliveries/:id/cancel',
    {
      config: { scope: 'deliveries:write', bodyOptional: true },
      schema: {
        operationId: 'cancelDelivery',
        summary: 'Give an open delivery up; its lane goes on',
        description: 'A body with a reason may be sent; the reason is kept in the audit trail.',
        tags: ['deliveries'],
        params: DeliveryPath,
        body: CancelBody,
        response: replies({ 200: DeliveryDetails }),
      },
    },
    async (request) => {
      const { params, actor, body } = request;
      const reason = reasonOf(body?.reason, '/reason');
      const author = authorOf(request);
      const row = await service.deliveries.cancel(actor.projectKey, params.id, author, reason);
      return deliveryDetails(service, actor, row);
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
          'A bulk job does it from the oldest on, lanes in their order; a project has at most 5 ' +
          'jobs under way. Deliveries of a disabled endpoint are held until it is enabled.',
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

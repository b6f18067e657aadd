/**
 * Endpoints: create, read, change, delete. `endpoint-actions.ts` has the actions on one. The work
 * is done by `engine/endpoint/endpoint-service.ts`. Source: S12.8 to S12.11.
 */
import type { Static } from 'typebox';
import type { EndpointKey } from '../../core/id.ts';
import type { EndpointChecked } from '../../engine/endpoint/endpoint-change.ts';
import type { App } from '../app.ts';
import { authorOf } from '../person/person.ts';
import { keyOfCursor, pageFrom, pageLimit } from '../reply/cursor.ts';
import { exportable } from '../reply/export.ts';
import { savedEndpoint, shownEndpoint, shownEndpoints } from '../reply/shown-endpoint.ts';
import {
  EndpointBody,
  EndpointPage,
  EndpointPatchBody,
  EndpointPath,
  EndpointQuery,
  EndpointRecord,
  SavedEndpointRecord,
} from '../schema/endpoint.ts';
import { CheckReply } from '../schema/endpoint-action.ts';
import { replies, Type } from '../schema/shared.ts';
import type { Service } from '../service.ts';
import { registerEndpointActions } from './endpoint-actions.ts';

export function registerEndpointRoutes(app: App, service: Service): void {
  registerReading(app, service);
  registerChanging(app, service);
  registerChecking(app, service);
  registerEndpointActions(app, service);
}

function registerReading(app: App, service: Service): void {
  const { endpoints } = service;
  app.get(
    '/v1/endpoints',
    {
      config: { scope: 'endpoints:read', instance: true },
      schema: {
        operationId: 'listEndpoints',
        summary: 'The endpoints of the project, the oldest first',
        tags: ['endpoints'],
        querystring: EndpointQuery,
        response: replies({ 200: EndpointPage }),
      },
    },
    exportable(
      service,
      { noun: 'endpoints', item: EndpointRecord },
      async ({ actor }, query: Static<typeof EndpointQuery>) => {
        const { show, ask } = pageLimit(query.limit);
        const afterKey = keyOfCursor<EndpointKey>(query.cursor);
        const rows = await endpoints.list(actor.projectKey, { afterKey, limit: ask });
        const page = pageFrom(
          rows,
          show,
          (row) => row.key,
          (row) => row,
        );
        const wanted = page.data.filter(({ id }) => query.id?.includes(id) ?? true);
        return { ...page, data: await shownEndpoints(service, wanted) };
      },
    ),
  );
  app.get(
    '/v1/endpoints/:id',
    {
      config: { scope: 'endpoints:read', instance: true },
      schema: {
        operationId: 'getEndpoint',
        summary: 'One endpoint',
        tags: ['endpoints'],
        params: EndpointPath,
        response: replies({ 200: EndpointRecord }),
      },
    },
    async ({ actor, params }) =>
      shownEndpoint(service, await endpoints.get(actor.projectKey, params.id)),
  );
}

function registerChanging(app: App, service: Service): void {
  const { endpoints } = service;
  app.post(
    '/v1/endpoints',
    {
      config: { scope: 'endpoints:write', instance: true },
      schema: {
        operationId: 'createEndpoint',
        summary: 'Register an endpoint',
        tags: ['endpoints'],
        body: EndpointBody,
        response: replies({ 201: SavedEndpointRecord }),
      },
    },
    async (request, reply) => {
      const { actor, body } = request;
      const endpoint = await endpoints.create(actor.projectKey, body, authorOf(request));
      reply.code(201).header('location', `/v1/endpoints/${endpoint.id}`);
      return savedEndpoint(service, endpoint);
    },
  );
  app.patch(
    '/v1/endpoints/:id',
    {
      config: { scope: 'endpoints:write' },
      schema: {
        operationId: 'updateEndpoint',
        summary: 'Change an endpoint',
        description:
          'The next attempt uses the new settings. Queued deliveries of a trigger that is no ' +
          'longer in the list are cancelled.',
        tags: ['endpoints'],
        params: EndpointPath,
        body: EndpointPatchBody,
        response: replies({ 200: SavedEndpointRecord }),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      const author = authorOf(request);
      const endpoint = await endpoints.update(actor.projectKey, params.id, body, author);
      return savedEndpoint(service, endpoint);
    },
  );
  app.delete(
    '/v1/endpoints/:id',
    {
      config: { scope: 'endpoints:write' },
      schema: {
        operationId: 'deleteEndpoint',
        summary: 'Remove an endpoint; its open deliveries are cancelled',
        tags: ['endpoints'],
        params: EndpointPath,
        response: replies({ 204: Type.Null({ description: 'Removed' }) }),
      },
    },
    async (request, reply) => {
      await endpoints.remove(request.actor.projectKey, request.params.id, authorOf(request));
      reply.code(204);
      return null;
    },
  );
}

function registerChecking(app: App, { endpoints }: Service): void {
  app.post(
    '/v1/endpoints/check',
    {
      config: { scope: 'endpoints:write', repeats: 'makes-nothing' },
      schema: {
        operationId: 'checkEndpoint',
        summary: 'Whether such an endpoint would be accepted, without registering it',
        tags: ['endpoints'],
        body: EndpointBody,
        response: replies({ 200: CheckReply }),
      },
    },
    async ({ actor, body }) => shownCheck(await endpoints.check(actor.projectKey, body)),
  );
  app.post(
    '/v1/endpoints/:id/check',
    {
      config: { scope: 'endpoints:write', repeats: 'makes-nothing' },
      schema: {
        operationId: 'checkEndpointChange',
        summary: 'Whether a change of an endpoint would be accepted, without making it',
        tags: ['endpoints'],
        params: EndpointPath,
        body: EndpointPatchBody,
        response: replies({ 200: CheckReply }),
      },
    },
    async ({ actor, params, body }) =>
      shownCheck(await endpoints.checkPatch(actor.projectKey, params.id, body)),
  );
}

function shownCheck({ errors, warnings }: EndpointChecked): Static<typeof CheckReply> {
  return { errors: errors.map((error) => ({ ...error })), warnings: [...warnings] };
}

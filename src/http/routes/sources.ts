/**
 * Ingest sources: make, read, change, remove, and look at the last requests of one (decisions
 * sections 9 and 11). The work is done by `engine/manage/source-service.ts`.
 */
import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Source } from '../../engine/ports/manage-store.ts';
import type { App } from '../app.ts';
import { authorOf } from '../author.ts';
import { pageQuery, replies, strictObject } from '../schema/shared.ts';
import {
  SourceBody,
  SourcePage,
  SourcePatchBody,
  SourcePath,
  SourceRecord,
  SourceRequestPage,
  showSource,
  showSourceRequest,
} from '../schema/source.ts';
import type { Service } from '../service.ts';
import { pageOfAll } from '../small-list.ts';

export function registerSourceRoutes(app: App, service: Service): void {
  registerReading(app, service);
  registerChanging(app, service);
}

function registerReading(app: App, service: Service): void {
  const { sources } = service;
  app.get(
    '/v1/sources',
    {
      config: { scope: 'project:admin' },
      schema: {
        operationId: 'listSources',
        summary: 'The ingest sources of the project',
        tags: ['sources'],
        querystring: strictObject(pageQuery),
        response: replies({ 200: SourcePage }),
      },
    },
    async (request) => {
      const rows = await sources.list(request.actor.projectKey);
      const render = (row: Source) => show(service, request, row);
      return pageOfAll(rows, request.query, (row) => row.key, render);
    },
  );
  app.get(
    '/v1/sources/:id',
    {
      config: { scope: 'project:admin' },
      schema: {
        operationId: 'getSource',
        summary: 'One ingest source',
        tags: ['sources'],
        params: SourcePath,
        response: replies({ 200: SourceRecord }),
      },
    },
    async (request) => {
      const source = await sources.get(request.actor.projectKey, request.params.id);
      return show(service, request, source);
    },
  );
  app.get(
    '/v1/sources/:id/requests',
    {
      config: { scope: 'project:admin' },
      schema: {
        operationId: 'listSourceRequests',
        summary: 'The last requests that a source received, the newest first',
        tags: ['sources'],
        params: SourcePath,
        response: replies({ 200: SourceRequestPage }),
      },
    },
    async ({ actor, params }) => {
      const rows = await sources.requests(actor.projectKey, params.id);
      return { data: rows.map(showSourceRequest), nextCursor: null };
    },
  );
}

function registerChanging(app: App, service: Service): void {
  const { sources } = service;
  app.post(
    '/v1/sources',
    {
      config: { scope: 'project:admin' },
      schema: {
        operationId: 'createSource',
        summary: 'Let a telephony platform post its own callbacks',
        tags: ['sources'],
        body: SourceBody,
        response: replies({ 201: SourceRecord }),
      },
    },
    async (request, reply) => {
      const { actor, body } = request;
      const input = { ...body, publicUrl: body.publicUrl ?? null };
      const source = await sources.create(actor.projectKey, input, authorOf(request));
      reply.code(201).header('location', `/v1/sources/${source.id}`);
      return show(service, request, source);
    },
  );
  app.patch(
    '/v1/sources/:id',
    {
      config: { scope: 'project:admin' },
      schema: {
        operationId: 'updateSource',
        summary: 'Change an ingest source',
        tags: ['sources'],
        params: SourcePath,
        body: SourcePatchBody,
        response: replies({ 200: SourceRecord }),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      const source = await sources.update(actor.projectKey, params.id, body, authorOf(request));
      return show(service, request, source);
    },
  );
  app.delete(
    '/v1/sources/:id',
    {
      config: { scope: 'project:admin' },
      schema: {
        operationId: 'deleteSource',
        summary: 'Remove an ingest source; its address answers 404 from then on',
        tags: ['sources'],
        params: SourcePath,
        response: replies({ 204: Type.Null({ description: 'Removed' }) }),
      },
    },
    async (request, reply) => {
      await sources.remove(request.actor.projectKey, request.params.id, authorOf(request));
      reply.code(204);
      return null;
    },
  );
}

/** Without a configured address, the one that the operator used is the best guess. */
function show(
  service: Service,
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  source: Source,
) {
  const base = service.publicUrl ?? `${request.protocol}://${request.host}`;
  return showSource(source, base, service.sources.shownSecret(source));
}

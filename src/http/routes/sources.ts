/**
 * Ingest sources: create, read, change, delete, and read the last requests of one (S12.27). The
 * work is done by `engine/manage/source-service.ts`.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { parseIsoTime } from '../../core/time.ts';
import type { Source } from '../../engine/ports/manage-store.ts';
import type { App } from '../app.ts';
import { baseOf } from '../base-url.ts';
import { authorOf } from '../person/person.ts';
import { pageOfAll } from '../reply/cursor.ts';
import { pageQuery, replies, strictObject, Type } from '../schema/shared.ts';
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

export function registerSourceRoutes(app: App, service: Service): void {
  registerReading(app, service);
  registerChanging(app, service);
}

function registerReading(app: App, service: Service): void {
  const { sources } = service;
  app.get(
    '/v1/sources',
    {
      config: { scope: 'project:admin', roles: ['operator'] },
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
      const render = (row: Source) => show(app, service, row);
      return pageOfAll(rows, request.query, (row) => row.key, render);
    },
  );
  app.get(
    '/v1/sources/:id',
    {
      config: { scope: 'project:admin', roles: ['operator'] },
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
      return show(app, service, source);
    },
  );
  app.get(
    '/v1/sources/:id/requests',
    {
      config: { scope: 'project:admin', roles: ['operator'] },
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
      if ((body.publicUrl ?? null) === null) refuseGuess(app, service, body.adapter);
      const { previousSecret = null, previousSecretEndsAt = null, ...rest } = body;
      const input = {
        ...rest,
        previousSecret,
        previousSecretEndsAtMs: endOf(previousSecretEndsAt),
        publicUrl: body.publicUrl ?? null,
        settings: body.settings ?? null,
      };
      const source = await sources.create(actor.projectKey, input, authorOf(request));
      reply.code(201).header('location', `/v1/sources/${source.id}`);
      return show(app, service, source);
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
      if (body.publicUrl === null) {
        const { adapter } = await sources.get(actor.projectKey, params.id);
        refuseGuess(app, service, adapter);
      }
      const { previousSecretEndsAt: end, ...rest } = body;
      const patch = end === undefined ? rest : { ...rest, previousSecretEndsAtMs: endOf(end) };
      const source = await sources.update(actor.projectKey, params.id, patch, authorOf(request));
      return show(app, service, source);
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

/** A signature over a guessed address would never match. */
function refuseGuess(app: App, service: Service, adapter: string): void {
  const { signsAddress = false } = service.adapters.find(({ name }) => name === adapter) ?? {};
  if (!signsAddress || baseOf(service.publicUrl, app.server).known) return;
  throw new ServiceError('INVALID_INPUT', 'The address that the platform signs is not known.', {
    fields: [
      {
        field: '/publicUrl',
        message:
          'Send the whole address that the platform is given, or start the service with ' +
          '--public-url (RINGPOST_PUBLIC_URL).',
      },
    ],
  });
}

function show(app: App, service: Service, source: Source) {
  const base = baseOf(service.publicUrl, app.server).url;
  const { previous } = source;
  const counts = previous !== null && service.clock.wallMs() < previous.endsAtMs;
  return showSource(source, base, {
    secret: service.sources.shownSecret(source),
    previous: counts ? service.sources.shownSecret(source, previous.secret) : null,
  });
}

function endOf(text: string | null): number | null {
  const atMs = text === null ? null : parseIsoTime(text);
  if (text === null || atMs !== null) return atMs;
  const message = 'Send an ISO 8601 time with a zone, such as 2026-11-20T11:19:00.125Z.';
  throw new ServiceError('INVALID_INPUT', 'The source breaks a rule.', {
    fields: [{ field: '/previousSecretEndsAt', message }],
  });
}

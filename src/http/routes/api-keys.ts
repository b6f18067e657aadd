/**
 * API keys: make, list, revoke (S12.20 to S12.23). The work is done by
 * `engine/key/api-key-service.ts`.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { parseIsoTime } from '../../core/time.ts';
import type { App } from '../app.ts';
import { authorOf } from '../person/person.ts';
import { pageOfAll } from '../reply/cursor.ts';
import {
  ApiKeyBody,
  ApiKeyCreated,
  ApiKeyPage,
  ApiKeyPath,
  ApiKeyQuery,
  ApiKeyRecord,
  showApiKey,
} from '../schema/api-key.ts';
import { replies, Type } from '../schema/shared.ts';
import type { Service } from '../service.ts';

export function registerApiKeyRoutes(app: App, service: Service): void {
  registerReading(app, service);
  registerChanging(app, service);
}

function registerReading(app: App, { apiKeys }: Service): void {
  app.get(
    '/v1/api-keys',
    {
      config: { scope: 'project:admin', instance: true },
      schema: {
        operationId: 'listApiKeys',
        summary: 'The API keys of the project, also revoked ones',
        tags: ['project'],
        querystring: ApiKeyQuery,
        response: replies({ 200: ApiKeyPage }),
      },
    },
    async ({ actor, query }) => {
      const { madeBy, makerState } = query;
      const found = await apiKeys.list(actor.projectKey, madeBy);
      const rows = found.filter(({ maker }) => maker.state === (makerState ?? maker.state));
      return pageOfAll(rows, query, ({ key }) => key, showApiKey);
    },
  );
  app.get(
    '/v1/api-keys/:id',
    {
      config: { scope: 'project:admin', instance: true },
      schema: {
        operationId: 'getApiKey',
        summary: 'One API key, without the key itself',
        tags: ['project'],
        params: ApiKeyPath,
        response: replies({ 200: ApiKeyRecord }),
      },
    },
    async ({ actor, params }) => showApiKey(await apiKeys.get(actor.projectKey, params.id)),
  );
}

function registerChanging(app: App, { apiKeys }: Service): void {
  app.post(
    '/v1/api-keys',
    {
      config: { scope: 'project:admin', instance: true, proven: true },
      schema: {
        operationId: 'createApiKey',
        summary: 'Make an API key; only this answer shows it',
        tags: ['project'],
        body: ApiKeyBody,
        response: replies({ 201: ApiKeyCreated }),
      },
    },
    async (request, reply) => {
      const { name, scopes, expiresAt } = request.body;
      const input = { name, scopes, expiresAtMs: expiryOf(expiresAt ?? null) };
      const { apiKey, token } = await apiKeys.create(request.actor, input, authorOf(request));
      reply.code(201).header('location', `/v1/api-keys/${apiKey.id}`);
      return { ...showApiKey(await apiKeys.get(request.actor.projectKey, apiKey.id)), token };
    },
  );
  app.delete(
    '/v1/api-keys/:id',
    {
      config: { scope: 'project:admin', instance: true, proven: true },
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key for good',
        description:
          'It stops at once here and within 5 seconds on other processes. A key cannot revoke ' +
          'itself (409). If it is the RINGPOST_API_KEY of a process, the header ringpost-notice ' +
          'says so: take it out of the environment.',
        tags: ['project'],
        params: ApiKeyPath,
        response: replies({ 204: Type.Null({ description: 'Revoked' }) }),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { inEnvironment } = await apiKeys.revoke(request.actor, id, authorOf(request));
      if (inEnvironment) reply.header('ringpost-notice', IN_ENVIRONMENT);
      reply.code(204);
      return null;
    },
  );
}

const IN_ENVIRONMENT =
  'This key is RINGPOST_API_KEY of this service. It is revoked and stays so; take it out of the ' +
  'environment, or set another one.';

function expiryOf(expiresAt: string | null): number | null {
  const atMs = expiresAt === null ? null : parseIsoTime(expiresAt);
  if (expiresAt === null || atMs !== null) return atMs;
  throw new ServiceError('INVALID_INPUT', 'The expiry is not usable.', {
    fields: [{ field: '/expiresAt', message: 'Use ISO 8601 with a zone.' }],
  });
}

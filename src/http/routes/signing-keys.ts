/**
 * Signing keys: list, add, rotate, revoke; and their public halves for receivers, without login
 * (S7.14 to S7.17). The work is done by `engine/key/signing-key-service.ts`.
 */
import { OVERLAP_DAYS_MAX } from '../../engine/key/signing-key-moves.ts';
import type { PublicSigningKey } from '../../engine/key/signing-key-service.ts';
import type { App } from '../app.ts';
import { authorOf } from '../person/person.ts';
import { replies, Type } from '../schema/shared.ts';
import {
  Jwks,
  PublishedKeyPath,
  PublishedPath,
  RotateBody,
  SigningKeyPage,
  SigningKeyPath,
  SigningKeyRecord,
  showSigningKey,
} from '../schema/signing-key.ts';
import type { Service } from '../service.ts';

/**
 * Receivers read the keys again within the time for which a next key is published before it signs.
 */
const PUBLISHED_CACHE = 'public, max-age=300';

export function registerSigningKeyRoutes(app: App, service: Service): void {
  registerManaging(app, service);
  registerRotating(app, service);
  registerPublished(app, service);
}

function registerManaging(app: App, { signingKeys }: Service): void {
  app.get(
    '/v1/signing-keys',
    {
      config: { scope: 'endpoints:read' },
      schema: {
        operationId: 'listSigningKeys',
        summary: 'The keys that sign, signed or will sign requests',
        tags: ['signing keys'],
        response: replies({ 200: SigningKeyPage }),
      },
    },
    async ({ actor }) => listOf(await signingKeys.list(actor.projectKey)),
  );
  app.post(
    '/v1/signing-keys',
    {
      config: { scope: 'project:admin', proven: true },
      schema: {
        operationId: 'createSigningKey',
        summary: 'Publish the next key ahead of its use',
        description:
          'Receivers that keep keys learn it before it signs. 409 if there is one already.',
        tags: ['signing keys'],
        response: replies({ 201: SigningKeyRecord }),
      },
    },
    async (request, reply) => {
      const { projectKey, projectId } = request.actor;
      const next = await signingKeys.addNext(projectKey, authorOf(request));
      reply.code(201).header('location', `/v1/projects/${projectId}/signing-keys/${next.kid}.pem`);
      return showSigningKey(next);
    },
  );
}

function registerRotating(app: App, { signingKeys }: Service): void {
  app.post(
    '/v1/signing-keys/rotate',
    {
      config: { scope: 'project:admin', bodyOptional: true, proven: true },
      schema: {
        operationId: 'rotateSigningKeys',
        summary: 'Sign with the next key; the old one signs too for a while',
        description: 'Makes a key if none is published. Without a body the overlap is 7 days.',
        tags: ['signing keys'],
        body: RotateBody,
        response: replies({ 200: SigningKeyPage }),
      },
    },
    async (request) => {
      const overlapDays = request.body?.overlapDays ?? OVERLAP_DAYS_MAX;
      const { projectKey } = request.actor;
      return listOf(await signingKeys.rotate(projectKey, overlapDays, authorOf(request)));
    },
  );
  app.post(
    '/v1/signing-keys/:kid/revoke',
    {
      config: { scope: 'project:admin', proven: true },
      schema: {
        operationId: 'revokeSigningKey',
        summary: 'Stop a key at once (it leaked); the next or a new one takes over',
        tags: ['signing keys'],
        params: SigningKeyPath,
        response: replies({ 200: SigningKeyPage }),
      },
    },
    async (request) => {
      const { actor, params } = request;
      return listOf(await signingKeys.revoke(actor.projectKey, params.kid, authorOf(request)));
    },
  );
}

function registerPublished(app: App, { signingKeys }: Service): void {
  app.get(
    '/v1/projects/:projectId/.well-known/jwks.json',
    {
      config: { scope: null },
      schema: {
        operationId: 'getJwks',
        summary: 'The public keys to verify signatures with',
        tags: ['signing keys'],
        security: [],
        params: PublishedPath,
        response: replies({ 200: Jwks }),
      },
    },
    async ({ params }, reply) => {
      const { keys } = await signingKeys.jwks(params.projectId);
      reply.header('cache-control', PUBLISHED_CACHE);
      return { keys: keys.map((key) => ({ ...key })) };
    },
  );
  app.get(
    '/v1/projects/:projectId/signing-keys/:kid.pem',
    {
      config: { scope: null },
      schema: {
        operationId: 'getSigningKeyPem',
        summary: 'One public key as PEM',
        tags: ['signing keys'],
        security: [],
        params: PublishedKeyPath,
        response: replies({
          200: {
            description: 'SPKI PEM',
            content: { 'application/x-pem-file': { schema: Type.String() } },
          },
        }),
      },
    },
    async ({ params }, reply) => {
      const pem = await signingKeys.pem(params.projectId, params.kid);
      return reply
        .header('cache-control', PUBLISHED_CACHE)
        .type('application/x-pem-file')
        .send(pem);
    },
  );
}

/** A project has few keys: one page holds them all. */
function listOf(keys: readonly PublicSigningKey[]) {
  return { data: keys.map(showSigningKey), nextCursor: null };
}

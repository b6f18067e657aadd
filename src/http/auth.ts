/**
 * Who may do what: one hook reads `Authorization: Bearer rp_...`, finds the key, and compares its
 * scopes with the one that the route declares in its config. A route that declares none cannot be
 * registered; `scope: null` says public. Never logs a key. Source: decisions section 11.
 */
import type { FastifyRequest, RouteOptions } from 'fastify';
import { ServiceError } from '../core/error/service-error.ts';
import type { Actor } from '../engine/manage/actor.ts';
import type { Scope } from '../engine/ports/manage-store.ts';
import type { App } from './app.ts';
import type { Service } from './service.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a key needs for this route; null: anyone. */
    scope?: Scope | null;
  }
  interface FastifyRequest {
    /** The key, its project and scopes; reading it in a public route is a programmer's error. */
    actor: Actor;
    /** Our wall clock when the head of the request had come, epoch ms. */
    receivedAtMs: number;
  }
}

/** RFC 6750 `b64token`. Ours begin with `rp_`; RINGPOST_API_KEY may be any. */
const CREDENTIALS = /^Bearer +([A-Za-z0-9._~+/-]{8,512}={0,2})$/i;

export function registerAuth(app: App, service: Pick<Service, 'apiKeys'>): void {
  const actors = new WeakMap<FastifyRequest, Actor>();
  app.decorateRequest('actor', {
    getter() {
      const actor = actors.get(this);
      if (actor === undefined) throw new Error('a public route has no actor');
      return actor;
    },
  });
  // Checked when all routes are known: a scope of routes may add the config in its own hook.
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    const open = routes.find((route) => route.config?.scope === undefined);
    if (open !== undefined) throw new Error(`the route ${open.url} declares no scope`);
  });
  app.addHook('onRequest', async (request) => {
    const { scope } = request.routeOptions.config;
    if (scope === null || (scope === undefined && request.is404)) return;
    if (scope === undefined) throw new Error('a route without a scope');
    const actor = await authenticate(request, service);
    if (!actor.scopes.has(scope)) {
      throw new ServiceError('FORBIDDEN', `This needs an API key with the scope ${scope}.`);
    }
    actors.set(request, actor);
  });
}

async function authenticate(
  request: FastifyRequest,
  service: Pick<Service, 'apiKeys'>,
): Promise<Actor> {
  const header = request.headers.authorization;
  if (header === undefined) {
    throw new ServiceError('UNAUTHENTICATED', 'Send an API key: Authorization: Bearer rp_...');
  }
  const token = CREDENTIALS.exec(header)?.[1];
  const found = token === undefined ? null : await service.apiKeys.authenticate(token);
  if (found?.kind !== 'ok') {
    throw new ServiceError('UNAUTHENTICATED', 'The API key is unknown, expired or revoked.');
  }
  return found.actor;
}

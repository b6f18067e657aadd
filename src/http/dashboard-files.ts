/**
 * Serves the built dashboard: hashed assets for a year, `index.html` never from a cache, and that
 * page for every address of a page, so that links into the dashboard survive a reload. The API's
 * own addresses never fall back to a page. Source: design of the dashboard, sections 2.8 and 5.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { App } from './app.ts';
import { PAGE_DIRECTIVES } from './security-headers.ts';

const YEAR_S = 31_536_000;

/** `directory`: the build. Without one there is no page, and `/` says so as a problem. */
export function registerDashboard(app: App, directory: string | null): void {
  if (directory === null || !existsSync(join(directory, 'index.html'))) return;
  app.register(async (scope) => {
    await scope.register(helmet, {
      contentSecurityPolicy: { useDefaults: false, directives: PAGE_DIRECTIVES },
      referrerPolicy: { policy: 'no-referrer' },
      // The service does not end TLS; a proxy that does decides about this.
      strictTransportSecurity: false,
    });
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, scope: null, page: true };
      route.schema = { ...route.schema, hide: true };
    });
    await scope.register(fastifyStatic, {
      root: directory,
      wildcard: false,
      preCompressed: true,
      index: ['index.html'],
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      },
    });
  });
}

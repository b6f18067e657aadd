/**
 * Serves the built dashboard at `/`: hashed assets for a year, compressed copies where the build
 * made them, `index.html` never from a cache. The page keeps its state in the query, so `/` is
 * its only address and an unknown one stays a 404 of the API. Must never serve outside the build.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import { ServiceError } from '../core/error/service-error.ts';
import type { App } from './app.ts';
import { PAGE_DIRECTIVES } from './security-headers.ts';

const YEAR_S = 31_536_000;
const NOT_BUILT = 'The dashboard is not built: run `npm run build` and start again.';

/** `directory`: the build. Without one there is no page, and log and `/` say so. */
export function registerDashboard(app: App, directory: string | null): void {
  if (directory === null || !existsSync(join(directory, 'index.html'))) {
    if (directory !== null) app.log.warn(NOT_BUILT);
    registerAbsence(app);
    return;
  }
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

function registerAbsence(app: App): void {
  app.get('/', { config: { scope: null }, schema: { hide: true } }, () => {
    throw new ServiceError('NOT_FOUND', `${NOT_BUILT} The API works without it; see /docs.`);
  });
}

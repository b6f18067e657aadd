/**
 * Serves the built dashboard: hashed assets cached for a year, compressed copies if the build made
 * them, and the page itself at each of its addresses, never from a cache, and not stored if it
 * shows who is signed in. An address that is no page of the dashboard stays a 404 of the API. Must
 * never serve files outside the build.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../core/error/service-error.ts';
import type { App } from '../app.ts';
import { PAGE_DIRECTIVES } from '../reply/page-directives.ts';
import type { SessionRecord } from '../schema/session.ts';
import { basePathOf, readDashboardPage } from './dashboard-page.ts';

const YEAR_S = 31_536_000;
const NOT_BUILT = 'The dashboard is not built: run `npm run build` and start again.';

/**
 * The same as in `dashboard/src/routes.tsx`, so that links into the page work when they are opened
 * anew.
 */
export const PAGE_ADDRESSES = [
  '/',
  '/setup',
  '/login',
  '/invitation',
  '/reset',
  '/email',
  '/account',
  '/reauthenticated',
  '/system',
  '/go/:id',
  '/p/:project',
  '/p/:project/*',
];

/** Set by `dashboard/src/i18n/words.ts` when a person chooses a language. */
const LANGUAGE_COOKIE = /(?:^|; )ringpost-language=(\w+)/;

export interface DashboardOptions {
  /** The folder of the build. Null: there is no page, and none is expected. */
  readonly directory: string | null;
  readonly version: string;
  readonly publicUrl: string | null;
  /** Called with what to do if there is no build. */
  readonly onMissing: (text: string) => void;
  /** Whether the first owner does not exist yet. */
  isSetupNeeded(): Promise<boolean>;
  /** The session of the request; null: not signed in. */
  sessionOf(request: FastifyRequest): Promise<SessionRecord | null>;
}

/** Without a build there is no page; the log and `/` then say so. */
export function registerDashboard(app: App, options: DashboardOptions): void {
  const { directory } = options;
  if (directory === null || !existsSync(join(directory, 'index.html'))) {
    if (directory !== null) options.onMissing(NOT_BUILT);
    registerAbsence(app);
    return;
  }
  app.register(async (scope) => {
    await scope.register(helmet, {
      contentSecurityPolicy: { useDefaults: false, directives: PAGE_DIRECTIVES },
      referrerPolicy: { policy: 'no-referrer' },
      // The first hook sets it for every reply, where the public URL is https.
      strictTransportSecurity: false,
    });
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, scope: null, page: true };
      route.schema = { ...route.schema, hide: true };
    });
    const files = { preCompressed: true, index: false, cacheControl: false } as const;
    await scope.register(fastifyStatic, {
      ...files,
      root: directory,
      wildcard: false,
      globIgnore: ['index.html*', 'assets/**'],
      setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
    });
    // One route for all of them: 220 files, each with routes of its own, took 70 ms of each start.
    await scope.register(fastifyStatic, {
      ...files,
      root: join(directory, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      setHeaders: (reply) => reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`),
    });
    registerPage(scope, directory, options);
  });
}

function registerPage(scope: App, directory: string, options: DashboardOptions): void {
  const page = readDashboardPage(directory);
  const { version } = options;
  const basePath = basePathOf(options.publicUrl);
  // Once there is an owner there always is one, so only `false` is cached.
  let setupNeeded = true;
  for (const address of PAGE_ADDRESSES) {
    scope.get(address, async (request, reply) => {
      setupNeeded = setupNeeded && (await options.isSetupNeeded());
      // If this fails, the page reads the session itself and reports the error.
      const session = await options.sessionOf(request).catch(() => null);
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', session === null ? 'no-cache' : 'no-store');
      const path = request.url.replace(/[?#].*/, '');
      const facts = { version, basePath, setupNeeded, session };
      return page.render(path, facts, {
        languages: request.headers['accept-language'],
        chosen: LANGUAGE_COOKIE.exec(request.headers.cookie ?? '')?.[1],
      });
    });
  }
}

function registerAbsence(app: App): void {
  app.get('/', { config: { scope: null }, schema: { hide: true } }, () => {
    throw new ServiceError('NOT_FOUND', `${NOT_BUILT} The API works without it; see /docs.`);
  });
}

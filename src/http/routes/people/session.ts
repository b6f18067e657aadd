/**
 * Signing in with e-mail and password, reading the session, signing out (S13.6 to S13.8). The work
 * is done by `engine/people/sign-in-service.ts`.
 */
import { ServiceError } from '../../../core/error/service-error.ts';
import { STEP_MS } from '../../../engine/people/entrance.ts';
import type { App } from '../../app.ts';
import { baseOf } from '../../base-url.ts';
import { clientOf } from '../../person/person.ts';
import {
  createEntryCookies,
  createSessionCookie,
  createStepCookie,
} from '../../person/session-cookie.ts';
import { showSession } from '../../person/shown-session.ts';
import { assertSameOrigin } from '../../request/same-origin.ts';
import { SecondFactorCode, SessionBody, SessionRecord } from '../../schema/session.ts';
import { NoContent, replies } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

export function registerSessionRoutes(app: App, service: Service): void {
  registerSigningIn(app, service);
  registerSession(app, service);
}

function registerSigningIn(app: App, service: Service): void {
  const { people, publicUrl } = service;
  const cookies = createEntryCookies(service);
  const step = createStepCookie(publicUrl);
  const origin = () => new URL(baseOf(publicUrl, app.server).url).origin;
  app.post(
    '/v1/session',
    {
      config: { scope: null },
      schema: {
        operationId: 'signIn',
        summary: 'Sign in with e-mail and password',
        description:
          'The answer sets the cookie of the session. After some wrong tries the next ones wait ' +
          '(429 with Retry-After).',
        tags: ['people'],
        body: SessionBody,
        response: replies({ 200: SessionRecord }),
      },
    },
    async (request, reply) => {
      assertSameOrigin(request, publicUrl, false);
      const client = clientOf(request, service);
      const entered = await people.signIn.signIn(request.body, client);
      if (entered.kind === 'second-factor') {
        step.set(reply, entered.kept, STEP_MS);
        throw new ServiceError(
          'SECOND_FACTOR_REQUIRED',
          'The password is right. Send the code of your authenticator app, or a recovery code: ' +
            'POST /v1/session/second-factor.',
        );
      }
      const entry = await people.sessions.entry(entered.token);
      cookies.set(reply, entry, client);
      return showSession(entry.signedIn, origin());
    },
  );
  app.post(
    '/v1/session/second-factor',
    {
      config: { scope: null },
      schema: {
        operationId: 'signInWithCode',
        summary: 'Sign in with the code of the second factor',
        description:
          'After 401 SECOND_FACTOR_REQUIRED, with the cookie of that answer, within 10 minutes. ' +
          'A code counts once; after some wrong ones the next ones wait (429 with Retry-After).',
        tags: ['people'],
        body: SecondFactorCode,
        response: replies({ 200: SessionRecord }),
      },
    },
    async (request, reply) => {
      assertSameOrigin(request, publicUrl, false);
      const client = clientOf(request, service);
      const entry = await people.signIn.finish(step.read(request), request.body.code, client);
      step.set(reply, '', 0);
      cookies.set(reply, entry, client);
      return showSession(entry.signedIn, origin());
    },
  );
}

function registerSession(app: App, service: Service): void {
  const { people, publicUrl } = service;
  const cookie = createSessionCookie(publicUrl);
  const origin = () => new URL(baseOf(publicUrl, app.server).url).origin;
  app.get(
    '/v1/session',
    {
      config: { scope: 'account' },
      schema: {
        operationId: 'getSession',
        summary: 'The person who is signed in, with their rights in each project',
        tags: ['people'],
        response: replies({ 200: SessionRecord }),
      },
    },
    async ({ person }) => showSession(person, origin()),
  );
  app.delete(
    '/v1/session',
    {
      config: { scope: 'account' },
      schema: {
        operationId: 'signOut',
        summary: 'Sign out',
        tags: ['people'],
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      await people.signIn.signOut(request.person, clientOf(request, service));
      // Clears the cached pages but no cookies, so the browser stays a known device.
      reply.header('clear-site-data', '"cache"');
      cookie.clear(reply.code(204));
      return null;
    },
  );
}

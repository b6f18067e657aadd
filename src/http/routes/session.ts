/**
 * Signing in with e-mail and password, looking at the session, signing out (decisions section 11).
 * The work is done by `engine/people/sign-in-service.ts`.
 */
import type { App } from '../app.ts';
import { baseOf } from '../base-url.ts';
import { clientOf } from '../person.ts';
import { assertSameOrigin } from '../same-origin.ts';
import { SessionBody, SessionRecord } from '../schema/session.ts';
import { NoContent, replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';
import { createSessionCookie } from '../session-cookie.ts';
import { showSession } from '../shown-session.ts';

export function registerSessionRoutes(app: App, service: Service): void {
  const { people, publicUrl } = service;
  const cookie = createSessionCookie(publicUrl);
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
      const entry = await people.signIn.signIn(request.body, clientOf(request, service));
      cookie.set(reply, entry.token);
      return showSession(entry.signedIn, origin());
    },
  );
  app.get(
    '/v1/session',
    {
      config: { scope: 'account' },
      schema: {
        operationId: 'getSession',
        summary: 'Who is signed in, and what they may do in which project',
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
      // What the browser has put away of the pages; views and language of its user stay.
      reply.header('clear-site-data', '"cache"');
      cookie.clear(reply.code(204));
      return null;
    },
  );
}

/**
 * The first start: whether there is an owner yet, and creating the first one with the one-time
 * token that the start printed (S13.5). `engine/people/setup-service.ts` does the work.
 */
import type { App } from '../../app.ts';
import { baseOf } from '../../base-url.ts';
import { basePathOf } from '../../dashboard/dashboard-page.ts';
import { clientOf } from '../../person/person.ts';
import { createEntryCookies } from '../../person/session-cookie.ts';
import { showSession } from '../../person/shown-session.ts';
import { assertSameOrigin } from '../../request/same-origin.ts';
import { SessionRecord } from '../../schema/session.ts';
import { SetupBody, SetupState } from '../../schema/setup.ts';
import { replies } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

export function registerSetupRoutes(app: App, service: Service): void {
  const { people, publicUrl } = service;
  const cookies = createEntryCookies(service);
  const startUrl = `${basePathOf(publicUrl)}v1/oidc/start`;
  app.get(
    '/v1/setup',
    {
      config: { scope: null },
      schema: {
        operationId: 'getSetup',
        summary: 'Whether the first owner must still be made, and the ways to sign in',
        tags: ['people'],
        response: replies({ 200: SetupState }),
      },
    },
    async () => ({
      needed: await people.setup.isNeeded(),
      resetByMail: people.resets.mails,
      oidc: people.oidc === null ? null : { name: people.oidc.name, startUrl },
    }),
  );
  app.post(
    '/v1/setup',
    {
      config: { scope: null },
      schema: {
        operationId: 'completeSetup',
        summary: 'Make the first owner and sign them in',
        description: 'Needs the token of the link that the start printed. It works only once.',
        tags: ['people'],
        body: SetupBody,
        response: replies({ 201: SessionRecord }),
      },
    },
    async (request, reply) => {
      assertSameOrigin(request, publicUrl, false);
      const client = clientOf(request, service);
      const entry = await people.setup.complete(request.body, client);
      cookies.set(reply.code(201), entry, client);
      return showSession(entry.signedIn, new URL(baseOf(publicUrl, app.server).url).origin);
    },
  );
}

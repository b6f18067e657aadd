/**
 * A person's own account: name, e-mail, language, password, and open sessions (S13). The work is
 * done by `engine/people/account-service.ts`.
 */
import type { App } from '../../app.ts';
import { baseOf } from '../../base-url.ts';
import { clientOf, languageOf } from '../../person/person.ts';
import { createSessionCookie } from '../../person/session-cookie.ts';
import { showAccountSession, showSession } from '../../person/shown-session.ts';
import { pageOfAll } from '../../reply/cursor.ts';
import { AccountPatchBody, AccountSessionPage, SessionPath } from '../../schema/account.ts';
import { SessionRecord } from '../../schema/session.ts';
import { NoContent, pageQuery, replies, strictObject } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

export function registerAccountRoutes(app: App, service: Service): void {
  registerAccount(app, service);
  registerSessions(app, service);
}

function registerAccount(app: App, service: Service): void {
  const { people, publicUrl } = service;
  const cookie = createSessionCookie(publicUrl);
  app.patch(
    '/v1/account',
    {
      config: { scope: 'account' },
      schema: {
        operationId: 'updateAccount',
        summary: 'Change your name, e-mail, language or password',
        description:
          'A new e-mail does not count yet: a link is mailed to it, or, if no mail server is ' +
          'set, an owner confirms it. The answer does not show whether an account has the address.',
        tags: ['people'],
        body: AccountPatchBody,
        response: replies({ 200: SessionRecord }),
      },
    },
    async (request, reply) => {
      const client = clientOf(request, service);
      const { url } = baseOf(publicUrl, app.server);
      const linkOf = (token: string) => `${url}/email#token=${token}`;
      const { signedIn, token } = await people.accounts.update(
        ...([request.person, request.body] as const),
        { linkOf, language: languageOf(request) },
        client,
      );
      if (token !== null) cookie.set(reply, token);
      return showSession(signedIn, new URL(url).origin);
    },
  );
}

function registerSessions(app: App, service: Service): void {
  const { accounts } = service.people;
  app.get(
    '/v1/account/sessions',
    {
      config: { scope: 'account' },
      schema: {
        operationId: 'listSessions',
        summary: 'Where you are signed in',
        tags: ['people'],
        querystring: strictObject(pageQuery),
        response: replies({ 200: AccountSessionPage }),
      },
    },
    async ({ person, query }) => {
      const sessions = (await accounts.sessions(person)).toSorted((a, b) => a.key - b.key);
      const show = (each: (typeof sessions)[number]) => showAccountSession(each, person.session);
      return pageOfAll(sessions, query, (each) => each.key, show);
    },
  );
  app.delete(
    '/v1/account/sessions/:id',
    {
      config: { scope: 'account' },
      schema: {
        operationId: 'endSession',
        summary: 'End one of your sessions',
        tags: ['people'],
        params: SessionPath,
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      const client = clientOf(request, service);
      await accounts.endSession(request.person, request.params.id, client);
      reply.code(204);
      return null;
    },
  );
  app.delete(
    '/v1/account/sessions',
    {
      config: { scope: 'account' },
      schema: {
        operationId: 'endOtherSessions',
        summary: 'End all of your sessions but this one',
        tags: ['people'],
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      await accounts.endOtherSessions(request.person, clientOf(request, service));
      reply.code(204);
      return null;
    },
  );
}

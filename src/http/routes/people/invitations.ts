/**
 * Invitations: owners make, list and withdraw them; the holder of the link reads and accepts them
 * (S13.13 to S13.15). `engine/people/invitation-service.ts` does the work.
 */
import { isoTime } from '../../../core/time.ts';
import type { App } from '../../app.ts';
import { baseOf } from '../../base-url.ts';
import { authorOf, clientOf, languageOf, personOf } from '../../person/person.ts';
import { createEntryCookies } from '../../person/session-cookie.ts';
import { showSession } from '../../person/shown-session.ts';
import { pageOfAll } from '../../reply/cursor.ts';
import { assertSameOrigin } from '../../request/same-origin.ts';
import {
  InvitationAcceptBody,
  InvitationBody,
  InvitationCreated,
  InvitationPage,
  InvitationPath,
  InvitationPreview,
  InvitationPreviewBody,
  showInvitation,
} from '../../schema/member.ts';
import { SessionRecord } from '../../schema/session.ts';
import { NoContent, pageQuery, replies, strictObject } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

export function registerInvitationRoutes(app: App, service: Service): void {
  registerManaging(app, service);
  registerLink(app, service);
}

function registerManaging(app: App, { people: { invitations }, publicUrl }: Service): void {
  app.post(
    '/v1/invitations',
    {
      config: { scope: 'members:admin', proven: true },
      schema: {
        operationId: 'createInvitation',
        summary: 'Invite a person; only this answer shows the link',
        description:
          'It works once, for 72 hours. A new invitation of the same e-mail ends the former one. ' +
          'If a mail server is set, it is mailed too; `mail` says how that went.',
        tags: ['people'],
        body: InvitationBody,
        response: replies({ 201: InvitationCreated }),
      },
    },
    async (request, reply) => {
      const { projectKey } = request.actor;
      const { url } = baseOf(publicUrl, app.server);
      const linkOf = (token: string) => `${url}/invitation#token=${token}`;
      const { invitation, token, mail } = await invitations.create(
        projectKey,
        { ...request.body, linkOf, language: languageOf(request) },
        authorOf(request),
      );
      reply.code(201);
      return { ...showInvitation(invitation), link: linkOf(token), mail };
    },
  );
  app.get(
    '/v1/invitations',
    {
      config: { scope: 'members:read' },
      schema: {
        operationId: 'listInvitations',
        summary: 'Invitations that were not accepted yet',
        tags: ['people'],
        querystring: strictObject(pageQuery),
        response: replies({ 200: InvitationPage }),
      },
    },
    async ({ actor, query }) =>
      pageOfAll(
        await invitations.list(actor.projectKey),
        query,
        (each) => each.key,
        showInvitation,
      ),
  );
  app.delete(
    '/v1/invitations/:id',
    {
      config: { scope: 'members:admin' },
      schema: {
        operationId: 'deleteInvitation',
        summary: 'Take an invitation back; its link ends',
        tags: ['people'],
        params: InvitationPath,
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      await invitations.remove(request.actor.projectKey, request.params.id, authorOf(request));
      reply.code(204);
      return null;
    },
  );
}

/** The token is in the body, because addresses are kept in histories and logs. */
function registerLink(app: App, service: Service): void {
  const { people, publicUrl } = service;
  const cookies = createEntryCookies(service);
  app.post(
    '/v1/invitations/preview',
    {
      config: { scope: null },
      schema: {
        operationId: 'previewInvitation',
        summary: 'The subject of an invitation, for the holder of its link',
        tags: ['people'],
        body: InvitationPreviewBody,
        response: replies({ 200: InvitationPreview }),
      },
    },
    async ({ body }) => {
      const { invitation, projectName, hasAccount } = await people.invitations.look(body.token);
      const { email, role, expiresAtMs } = invitation;
      return { email, role, projectName, expiresAt: isoTime(expiresAtMs), hasAccount };
    },
  );
  app.post(
    '/v1/invitations/accept',
    {
      config: { scope: null },
      schema: {
        operationId: 'acceptInvitation',
        summary: 'Join the project that an invitation is for',
        description:
          'Makes an account and signs in. A person who has an account with the invited e-mail ' +
          'signs in first and sends only the token.',
        tags: ['people'],
        body: InvitationAcceptBody,
        response: replies({ 200: SessionRecord }),
      },
    },
    async (request, reply) => {
      assertSameOrigin(request, publicUrl, false);
      const person = await personOf(request, service);
      const client = clientOf(request, service);
      const entry = await people.invitations.accept(request.body, person, client);
      if (person === null) cookies.set(reply, entry, client);
      return showSession(entry.signedIn, new URL(baseOf(publicUrl, app.server).url).origin);
    },
  );
}

/**
 * Pending changes of an e-mail: read, withdrawn, confirmed by link or by an owner (decision 34).
 * The work is done by `engine/people/email-change-service.ts`.
 */
import type { App } from '../../app.ts';
import { baseOf } from '../../base-url.ts';
import { authorOf, clientOf } from '../../person/person.ts';
import { createSessionCookie } from '../../person/session-cookie.ts';
import { showSession } from '../../person/shown-session.ts';
import {
  EmailChangeConfirmBody,
  EmailChangeOwnerBody,
  EmailChangeState,
  showEmailChange,
} from '../../schema/account.ts';
import { MemberPath, MemberRecord, showMember } from '../../schema/member.ts';
import { SessionRecord } from '../../schema/session.ts';
import { NoContent, replies } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

export function registerEmailChangeRoutes(app: App, service: Service): void {
  registerOwn(app, service);
  registerOfMembers(app, service);
}

function registerOwn(app: App, service: Service): void {
  const { people, publicUrl } = service;
  const cookie = createSessionCookie(publicUrl);
  app.get(
    '/v1/account/email-change',
    {
      config: { scope: 'account' },
      schema: {
        operationId: 'getEmailChange',
        summary: 'The e-mail that you asked for and that does not count yet',
        tags: ['people'],
        response: replies({ 200: EmailChangeState }),
      },
    },
    async ({ person }) => ({ pending: showEmailChange(await people.emails.pending(person)) }),
  );
  app.delete(
    '/v1/account/email-change',
    {
      config: { scope: 'account' },
      schema: {
        operationId: 'withdrawEmailChange',
        summary: 'Keep your e-mail; a link that was mailed ends',
        tags: ['people'],
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      await people.emails.withdraw(request.person, clientOf(request, service));
      reply.code(204);
      return null;
    },
  );
  app.post(
    '/v1/account/email-change/confirm',
    {
      config: { scope: 'account' },
      schema: {
        operationId: 'confirmEmailChange',
        summary: 'Confirm your new e-mail by the link that was mailed to it',
        description:
          'Ends your other sessions, links for a new password and invitations to the former ' +
          'e-mail. 409 if another account has the address meanwhile.',
        tags: ['people'],
        body: EmailChangeConfirmBody,
        response: replies({ 200: SessionRecord }),
      },
    },
    async (request, reply) => {
      const client = clientOf(request, service);
      const entry = await people.emails.confirm(request.body.token, request.person, client);
      cookie.set(reply, entry.token);
      return showSession(entry.signedIn, new URL(baseOf(publicUrl, app.server).url).origin);
    },
  );
}

function registerOfMembers(app: App, service: Service): void {
  const { emails } = service.people;
  app.post(
    '/v1/members/:id/email-change/confirm',
    {
      config: { scope: 'members:admin', proven: true },
      schema: {
        operationId: 'confirmMemberEmail',
        summary: "Confirm a member's new e-mail if no mail server is set",
        description:
          'Only for a person who has no more rights than you, in every project of theirs (403), ' +
          'and not for yourself while another owner could. Ends all their sessions.',
        tags: ['people'],
        params: MemberPath,
        body: EmailChangeOwnerBody,
        response: replies({ 200: MemberRecord }),
      },
    },
    async (request) => {
      const { actor, params, body, person } = request;
      const client = clientOf(request, service);
      const asked = [actor.projectKey, params.id, body.email] as const;
      return showMember(await emails.confirmFor(...asked, person, client), null);
    },
  );
  app.delete(
    '/v1/members/:id/email-change',
    {
      config: { scope: 'members:admin', proven: true },
      schema: {
        operationId: 'refuseMemberEmail',
        summary: "Refuse a member's new e-mail; they keep the present one",
        tags: ['people'],
        params: MemberPath,
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      await emails.refuse(request.actor.projectKey, request.params.id, authorOf(request));
      reply.code(204);
      return null;
    },
  );
}

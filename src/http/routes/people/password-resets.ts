/**
 * A new password for a person who lost theirs: a link that a member with enough rights creates, or
 * that is mailed on request, and its use (S13.13 to S13.16).
 * `engine/people/password-reset-service.ts` does the work.
 */

import { RESET_ROLES } from '../../../core/person/role-rights.ts';
import { isoTime } from '../../../core/time.ts';
import type { App } from '../../app.ts';
import { baseOf } from '../../base-url.ts';
import { authorOf, clientOf, languageOf } from '../../person/person.ts';
import { createSessionCookie } from '../../person/session-cookie.ts';
import { assertSameOrigin } from '../../request/same-origin.ts';
import { MemberPath } from '../../schema/member.ts';
import {
  PasswordResetBody,
  PasswordResetLink,
  PasswordResetPreview,
  PasswordResetPreviewBody,
  PasswordResetRequest,
} from '../../schema/password-reset.ts';
import { NoContent, replies } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

export function registerPasswordResetRoutes(app: App, service: Service): void {
  registerMaking(app, service);
  registerLink(app, service);
}

function registerMaking(app: App, service: Service): void {
  const { people, publicUrl } = service;
  const linkOf = (token: string) => `${baseOf(publicUrl, app.server).url}/reset#token=${token}`;
  app.post(
    '/v1/members/:id/password-reset',
    {
      config: { scope: 'members:admin', roles: RESET_ROLES, proven: true },
      schema: {
        operationId: 'createPasswordReset',
        summary: 'Make a link by which a member chooses a new password',
        description:
          'It works once, for 24 hours, and ends a former link. Only for a person who has no ' +
          'more rights than you, in every project of theirs (403).',
        tags: ['people'],
        params: MemberPath,
        response: replies({ 201: PasswordResetLink }),
      },
    },
    async (request, reply) => {
      const { projectKey } = request.actor;
      const { id } = request.params;
      const made = await people.resets.create(projectKey, id, authorOf(request));
      reply.code(201);
      return { link: linkOf(made.token), expiresAt: isoTime(made.expiresAtMs) };
    },
  );
  app.post(
    '/v1/password-resets',
    {
      config: { scope: null },
      schema: {
        operationId: 'requestPasswordReset',
        summary: 'Ask for a link for a new password by mail',
        description:
          'The answer is the same whether an account has this e-mail or not. The link works ' +
          'once, for an hour. 409 if no mail server is set; after some tries the next ones wait ' +
          '(429).',
        tags: ['people'],
        body: PasswordResetRequest,
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      assertSameOrigin(request, publicUrl, false);
      const asked = { email: request.body.email, language: languageOf(request), linkOf };
      await people.resets.request(asked, clientOf(request, service));
      reply.code(204);
      return null;
    },
  );
}

/** The token is in the body, because addresses are kept in histories and logs. */
function registerLink(app: App, service: Service): void {
  const { people, publicUrl } = service;
  const cookie = createSessionCookie(publicUrl);
  app.post(
    '/v1/password-resets/preview',
    {
      config: { scope: null },
      schema: {
        operationId: 'previewPasswordReset',
        summary: 'The account whose password a link changes',
        tags: ['people'],
        body: PasswordResetPreviewBody,
        response: replies({ 200: PasswordResetPreview }),
      },
    },
    async ({ body }) => {
      const { user, expiresAtMs } = await people.resets.look(body.token);
      return { email: user.email, name: user.name, expiresAt: isoTime(expiresAtMs) };
    },
  );
  app.post(
    '/v1/password-resets/complete',
    {
      config: { scope: null },
      schema: {
        operationId: 'completePasswordReset',
        summary: 'Choose the new password; every session ends',
        description: 'It does not sign in: do so with the new password.',
        tags: ['people'],
        body: PasswordResetBody,
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      assertSameOrigin(request, publicUrl, false);
      await people.resets.complete(request.body, clientOf(request, service));
      cookie.clear(reply.code(204));
      return null;
    },
  );
}

/**
 * Members of the project: list, change their role, remove, leave (S13.1 to S13.3). The work is done
 * by `engine/people/member-service.ts`.
 */
import type { ProjectKey, UserKey } from '../../../core/id.ts';
import type { EmailChangeService } from '../../../engine/people/email-change-service.ts';
import type { Member } from '../../../engine/ports/people-store.ts';
import type { App } from '../../app.ts';
import { authorOf } from '../../person/person.ts';
import { pageOfAll } from '../../reply/cursor.ts';
import {
  MemberPage,
  MemberPatchBody,
  MemberPath,
  MemberRecord,
  MemberRemovalQuery,
  showMember,
} from '../../schema/member.ts';
import { NoContent, pageQuery, replies, strictObject } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

export function registerMemberRoutes(app: App, { people: { members, emails } }: Service): void {
  app.get(
    '/v1/members',
    {
      config: { scope: 'members:read' },
      schema: {
        operationId: 'listMembers',
        summary: 'The members of the project',
        tags: ['people'],
        querystring: strictObject(pageQuery),
        response: replies({ 200: MemberPage }),
      },
    },
    async ({ actor, query }) => {
      const pending = await pendingIn(emails, actor.projectKey);
      const show = (each: Member) => showMember(each, pending.get(each.user.key) ?? null);
      return pageOfAll(await members.list(actor.projectKey), query, ({ user }) => user.key, show);
    },
  );
  app.patch(
    '/v1/members/:id',
    {
      config: { scope: 'members:admin', proven: true },
      schema: {
        operationId: 'updateMember',
        summary: "Change a member's role",
        description: 'The last owner cannot get another role (409).',
        tags: ['people'],
        params: MemberPath,
        body: MemberPatchBody,
        response: replies({ 200: MemberRecord }),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      const author = authorOf(request);
      // The member's open streams ended with the role.
      const to = { role: body.role, revokeKeys: body.revokeKeys ?? false };
      const changed = await members.setRole(actor.projectKey, params.id, to, author);
      return showMember(changed, null);
    },
  );
  app.delete(
    '/v1/members/:id',
    {
      config: { scope: 'members:admin', proven: true },
      schema: {
        operationId: 'removeMember',
        summary: 'Remove a member from the project',
        description:
          'Records that they made stay; `revokeKeys` revokes their API keys. The last owner ' +
          'cannot be removed (409).',
        tags: ['people'],
        params: MemberPath,
        querystring: MemberRemovalQuery,
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      const { actor, params, query } = request;
      const revokeKeys = query.revokeKeys ?? false;
      await members.remove(actor.projectKey, params.id, authorOf(request), revokeKeys);
      reply.code(204);
      return null;
    },
  );
  app.delete(
    '/v1/members/me',
    {
      config: { scope: 'member' },
      schema: {
        operationId: 'leaveProject',
        summary: 'Leave the project',
        description: 'A member in any role may leave, except the last owner (409).',
        tags: ['people'],
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      await members.remove(request.actor.projectKey, request.actor.id, authorOf(request));
      reply.code(204);
      return null;
    },
  );
}

/** The changes that wait for an owner. */
async function pendingIn(
  emails: EmailChangeService,
  projectKey: ProjectKey,
): Promise<ReadonlyMap<UserKey, string>> {
  const changes = await emails.pendingIn(projectKey);
  return new Map(
    changes.flatMap(({ userKey, email, way }) => (way === 'owner' ? [[userKey, email]] : [])),
  );
}

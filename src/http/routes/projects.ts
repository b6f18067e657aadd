/**
 * The projects of the signed-in person, and new ones (S12.28). `engine/people/member-service.ts`
 * does the work; `project.ts` has the settings of one project.
 */
import type { App } from '../app.ts';
import { clientOf } from '../person/person.ts';
import { pageOfAll } from '../reply/cursor.ts';
import { ProjectBody, ProjectPage, ProjectRecord, showProject } from '../schema/project.ts';
import { pageQuery, replies, strictObject } from '../schema/shared.ts';
import type { Service } from '../service.ts';

export function registerProjectsRoutes(app: App, service: Service): void {
  const { members } = service.people;
  app.get(
    '/v1/projects',
    {
      config: { scope: 'account' },
      schema: {
        operationId: 'listProjects',
        summary: 'The projects that you are a member of',
        tags: ['people'],
        querystring: strictObject(pageQuery),
        response: replies({ 200: ProjectPage }),
      },
    },
    async ({ person, query }) =>
      pageOfAll(await members.projects(person), query, (each) => each.key, showProject),
  );
  app.post(
    '/v1/projects',
    {
      config: { scope: 'account' },
      schema: {
        operationId: 'createProject',
        summary: 'Make a project; you are its owner',
        description:
          'Any owner of a project may do this. It has defaults and a signing key of its own.',
        tags: ['people'],
        body: ProjectBody,
        response: replies({ 201: ProjectRecord }),
      },
    },
    async (request, reply) => {
      const { person, body } = request;
      const { address, requestId } = clientOf(request, service);
      const author = { actor: person.user.id, address, requestId };
      reply.code(201);
      return showProject(await members.createProject(person, body, author));
    },
  );
}

/**
 * The project of the asking key or session: read and change its settings (S12.29). The work is done
 * by `engine/manage/project-service.ts`.
 */
import type { App } from '../app.ts';
import { authorOf } from '../person/person.ts';
import { ProjectPatchBody, ProjectRecord, showProject } from '../schema/project.ts';
import { replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';

export function registerProjectRoutes(app: App, { projects }: Service): void {
  app.get(
    '/v1/project',
    {
      config: { scope: 'endpoints:read' },
      schema: {
        operationId: 'getProject',
        summary: 'The project that the API key belongs to',
        tags: ['project'],
        response: replies({ 200: ProjectRecord }),
      },
    },
    async ({ actor }) => showProject(await projects.get(actor.projectKey)),
  );
  app.patch(
    '/v1/project',
    {
      config: { scope: 'project:admin', proven: ['maskForViewers', 'requireSecondFactor'] },
      schema: {
        operationId: 'updateProject',
        summary: 'Change settings of the project',
        tags: ['project'],
        body: ProjectPatchBody,
        response: replies({ 200: ProjectRecord }),
      },
    },
    async (request) => {
      const { actor, body } = request;
      return showProject(await projects.update(actor.projectKey, body, authorOf(request)));
    },
  );
}

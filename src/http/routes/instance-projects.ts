/**
 * Projects that an instance key makes, one for each customer of a platform (S12.39, S12.40). The
 * work is done by `engine/manage/instance-project-service.ts`; API keys and endpoints of such a
 * project are made on their own routes, with the header `ringpost-project`.
 */
import type { FastifyRequest } from 'fastify';
import type { ProjectKey } from '../../core/id.ts';
import type { Author } from '../../engine/manage/author.ts';
import type { App } from '../app.ts';
import { clientAddress } from '../person/person.ts';
import { keyOfCursor, pageFrom, pageLimit } from '../reply/cursor.ts';
import {
  InstanceProjectBody,
  InstanceProjectPatchBody,
  InstanceProjectPath,
  InstanceProjectQuery,
} from '../schema/instance-project.ts';
import { ProjectPage, ProjectRecord, showProject } from '../schema/project.ts';
import { replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';

export function registerInstanceProjectRoutes(app: App, service: Service): void {
  registerReading(app, service);
  registerChanging(app, service);
}

function registerReading(app: App, { instanceProjects }: Service): void {
  app.get(
    '/v1/instance/projects',
    {
      config: { scope: 'instance' },
      schema: {
        operationId: 'listInstanceProjects',
        summary: 'The projects that instance keys made, the oldest first',
        tags: ['instance'],
        querystring: InstanceProjectQuery,
        response: replies({ 200: ProjectPage }),
      },
    },
    async ({ query }) => {
      const { show, ask } = pageLimit(query.limit);
      const afterKey = keyOfCursor<ProjectKey>(query.cursor);
      const externalId = query.externalId ?? null;
      const rows = await instanceProjects.list({ afterKey, externalId, limit: ask });
      return pageFrom(rows, show, ({ key }) => key, showProject);
    },
  );
  app.get(
    '/v1/instance/projects/:projectId',
    {
      config: { scope: 'instance' },
      schema: {
        operationId: 'getInstanceProject',
        summary: 'One of these projects, with its limits and what it uses',
        tags: ['instance'],
        params: InstanceProjectPath,
        response: replies({ 200: ProjectRecord }),
      },
    },
    async ({ params }) => showProject(await instanceProjects.get(params.projectId)),
  );
}

function registerChanging(app: App, { instanceProjects }: Service): void {
  app.post(
    '/v1/instance/projects',
    {
      config: { scope: 'instance' },
      schema: {
        operationId: 'createInstanceProject',
        summary: 'Make a project for a customer',
        description:
          'It has defaults and a signing key of its own, and no members. If an instance key made ' +
          'a project with this externalId before, that one is answered as it is, with 200.',
        tags: ['instance'],
        body: InstanceProjectBody,
        response: replies({ 200: ProjectRecord, 201: ProjectRecord }),
      },
    },
    async (request, reply) => {
      const { project, made } = await instanceProjects.create(request.body, authorOf(request));
      reply.code(made ? 201 : 200).header('location', `/v1/instance/projects/${project.id}`);
      return showProject(project);
    },
  );
  app.patch(
    '/v1/instance/projects/:projectId',
    {
      config: { scope: 'instance' },
      schema: {
        operationId: 'updateInstanceProject',
        summary: 'Rename, limit, suspend or resume one of these projects',
        description:
          'While it is suspended its reports are refused (403 PROJECT_SUSPENDED); what was ' +
          'accepted before is delivered, and everything can be read.',
        tags: ['instance'],
        params: InstanceProjectPath,
        body: InstanceProjectPatchBody,
        response: replies({ 200: ProjectRecord }),
      },
    },
    async (request) => {
      const { params, body } = request;
      return showProject(await instanceProjects.update(params.projectId, body, authorOf(request)));
    },
  );
}

function authorOf(request: Pick<FastifyRequest, 'instanceKey' | 'id' | 'ip' | 'ips'>): Author {
  return {
    actor: request.instanceKey.id,
    requestId: request.id,
    address: clientAddress(request),
  };
}

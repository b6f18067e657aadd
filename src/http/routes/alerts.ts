/**
 * Alerts (S17): the list, one alert with where it went, marks of members on it, and maintenance
 * windows. `engine/alert/alert-service.ts` does the work; thresholds are settings of the project.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { parseIsoTime } from '../../core/time.ts';
import type { App } from '../app.ts';
import { authorOf } from '../person/person.ts';
import { keyOfCursor, pageFrom, pageLimit, pageOfAll } from '../reply/cursor.ts';
import { endpointKeyOf, reasonOf } from '../request/parameter.ts';
import {
  AlertDetails,
  AlertPage,
  AlertPatchBody,
  AlertPath,
  AlertQuery,
  MaintenanceWindow,
  MaintenanceWindowBody,
  MaintenanceWindowPage,
  MaintenanceWindowPath,
  showAlert,
  showAlertDetails,
  showMaintenanceWindow,
} from '../schema/alert.ts';
import { pageQuery, replies, strictObject, Type } from '../schema/shared.ts';
import type { Service } from '../service.ts';

export function registerAlertRoutes(app: App, { alerts }: Service): void {
  app.get(
    '/v1/alerts',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'listAlerts',
        summary: 'What the service found wrong with itself, the newest first',
        tags: ['alerts'],
        querystring: AlertQuery,
        response: replies({ 200: AlertPage }),
      },
    },
    async ({ actor, query }) => {
      const { state, trigger, endpointId, cursor } = query;
      const { show, ask } = pageLimit(query.limit);
      const filter = {
        open: state === undefined ? null : state === 'open',
        trigger: trigger ?? null,
        endpoint: endpointId === undefined ? null : endpointKeyOf(endpointId),
      };
      const page = { beforeKey: keyOfCursor<number>(cursor), limit: ask };
      const found = await alerts.list(actor.projectKey, filter, page);
      return { ...pageFrom(found.alerts, show, ({ key }) => key, showAlert), open: found.open };
    },
  );
  app.get(
    '/v1/alerts/:id',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'getAlert',
        summary: 'An alert, and which notices of it went where',
        tags: ['alerts'],
        params: AlertPath,
        response: replies({ 200: AlertDetails }),
      },
    },
    async ({ actor, params }) => showAlertDetails(await alerts.get(actor.projectKey, params.id)),
  );
  app.patch(
    '/v1/alerts/:id',
    {
      config: { scope: 'deliveries:write' },
      schema: {
        operationId: 'updateAlert',
        summary: 'Acknowledge or mute an alert, with a note',
        description:
          'Of a muted alert no notice is sent until its time is over; if it is still open then, ' +
          'people are told.',
        tags: ['alerts'],
        params: AlertPath,
        body: AlertPatchBody,
        response: replies({ 200: AlertDetails }),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      const { mutedUntil } = body;
      const patch = {
        acknowledged: body.acknowledged,
        note: reasonOf(body.note, '/note'),
        mutedUntilMs:
          typeof mutedUntil === 'string' ? timeOf(mutedUntil, '/mutedUntil') : mutedUntil,
      };
      const author = authorOf(request);
      return showAlertDetails(await alerts.mark(actor.projectKey, params.id, patch, author));
    },
  );
  registerWindows(app, alerts);
}

function registerWindows(app: App, alerts: Service['alerts']): void {
  app.get(
    '/v1/maintenance-windows',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'listMaintenanceWindows',
        summary: 'Maintenance windows that have not ended',
        tags: ['alerts'],
        querystring: strictObject(pageQuery),
        response: replies({ 200: MaintenanceWindowPage }),
      },
    },
    async ({ actor, query }) => {
      const windows = await alerts.windows(actor.projectKey);
      const sorted = windows.toSorted((one, other) => one.key - other.key);
      return pageOfAll(sorted, query, ({ key }) => key, showMaintenanceWindow);
    },
  );
  app.post(
    '/v1/maintenance-windows',
    {
      config: { scope: 'project:admin' },
      schema: {
        operationId: 'createMaintenanceWindow',
        summary: 'Tell of no alerts for a while; what is still open afterwards is told then',
        tags: ['alerts'],
        body: MaintenanceWindowBody,
        response: replies({ 201: MaintenanceWindow }),
      },
    },
    async (request, reply) => {
      const { actor, body } = request;
      const input = {
        fromMs: body.from === undefined ? null : timeOf(body.from, '/from'),
        untilMs: timeOf(body.until, '/until'),
        triggers: [...new Set(body.triggers ?? [])],
        note: reasonOf(body.note, '/note') ?? null,
      };
      const window = await alerts.createWindow(actor.projectKey, input, authorOf(request));
      reply.code(201);
      return showMaintenanceWindow(window);
    },
  );
  app.delete(
    '/v1/maintenance-windows/:id',
    {
      config: { scope: 'project:admin' },
      schema: {
        operationId: 'deleteMaintenanceWindow',
        summary: 'End a maintenance window, or call it off',
        tags: ['alerts'],
        params: MaintenanceWindowPath,
        response: replies({ 204: Type.Null({ description: 'Removed' }) }),
      },
    },
    async (request, reply) => {
      await alerts.deleteWindow(request.actor.projectKey, request.params.id, authorOf(request));
      reply.code(204);
      return null;
    },
  );
}

function timeOf(text: string, field: string): number {
  const atMs = parseIsoTime(text);
  if (atMs !== null) return atMs;
  const message = 'must be ISO 8601 with a zone: 2026-11-20T11:19:00.000Z';
  throw new ServiceError('INVALID_INPUT', 'The time is wrong; see errors.', {
    fields: [{ field, message }],
  });
}

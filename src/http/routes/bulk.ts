/**
 * Bulk jobs: made, looked at, aborted, and what one would match. The request only makes the job;
 * what it does is decided by `engine/delivery/bulk-service.ts`. A job that deletes calls needs what
 * the deletion of one call needs.
 */
import type { Static } from 'typebox';
import { ServiceError } from '../../core/error/service-error.ts';
import type { BulkKey } from '../../core/id.ts';
import { ID_BOUNDS, lineFault } from '../../core/text.ts';
import type { AskedFilter, AskedOf } from '../../engine/delivery/bulk-service.ts';
import type { App } from '../app.ts';
import { authorOf } from '../person/person.ts';
import { keyOfCursor, pageFrom, pageLimit } from '../reply/cursor.ts';
import { exportable } from '../reply/export.ts';
import { reasonOf, timeRangeOf } from '../request/parameter.ts';
import {
  BulkBody,
  type BulkFilter,
  BulkItem,
  BulkItemPage,
  BulkJob,
  BulkPage,
  BulkPath,
  BulkQuery,
  PreviewBody,
  PreviewReply,
  showBulkItem,
  showBulkJob,
} from '../schema/bulk.ts';
import { replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';

/** Needed besides the scope of the route. */
const DELETING = { field: 'action', value: 'delete-calls', scope: 'calls:delete' } as const;

export function registerBulkRoutes(app: App, service: Service): void {
  registerMaking(app, service);
  registerReading(app, service);
}

function registerMaking(app: App, { bulk }: Service): void {
  app.post(
    '/v1/bulk',
    {
      config: { scope: 'deliveries:write', also: { ...DELETING, proven: true } },
      schema: {
        operationId: 'createBulkJob',
        summary: 'One action on many deliveries, by filter or by ids; calls of a client deleted',
        description:
          'The answer comes at once; the job runs by itself, from the oldest delivery on, lanes ' +
          'in their order, and survives a restart. It takes no deliveries that are made after it ' +
          'was created. At most 5 jobs of a project are under way. `delete-calls` deletes every ' +
          'call, ended or open, whose clientId is exactly `filter.clientId` and that was first ' +
          'reported before the job was asked for, as `DELETE /v1/calls/{callId}` does; aborted, ' +
          'it leaves the rest. It has no items.',
        tags: ['bulk'],
        body: BulkBody,
        response: replies({ 202: BulkJob }),
      },
    },
    async (request, reply) => {
      const { actor, body } = request;
      const job = {
        of: ofBody(body),
        asked: body.filter ?? null,
        reason: reasonOf(body.reason ?? null, '/reason'),
      };
      const made = await bulk.create(actor.projectKey, job, authorOf(request));
      reply.code(202).header('location', `/v1/bulk/${made.id}`);
      return showBulkJob(made);
    },
  );
  app.post(
    '/v1/bulk/preview',
    {
      config: { scope: 'deliveries:read', also: DELETING, repeats: 'makes-nothing' },
      schema: {
        operationId: 'previewBulkJob',
        summary: "The number of deliveries, or of a client's calls, that an action would take",
        description: 'Exact up to 10,000; it changes nothing.',
        tags: ['bulk'],
        body: PreviewBody,
        response: replies({ 200: PreviewReply }),
      },
    },
    async ({ actor, body }) => {
      const count = await bulk.preview(actor.projectKey, ofFilter(body.action, body.filter));
      return { matched: count.matched, matchedExact: count.exact, endpoints: count.endpoints };
    },
  );
  app.delete(
    '/v1/bulk/:id',
    {
      config: { scope: 'deliveries:write' },
      schema: {
        operationId: 'abortBulkJob',
        summary: 'Abort a bulk job; finished items stay done',
        tags: ['bulk'],
        params: BulkPath,
        response: replies({ 200: BulkJob }),
      },
    },
    async (request) => {
      const { actor, params } = request;
      return showBulkJob(await bulk.abort(actor.projectKey, params.id, authorOf(request)));
    },
  );
}

type PageQuery = Static<typeof BulkQuery>;

function registerReading(app: App, service: Service): void {
  const { bulk } = service;
  app.get(
    '/v1/bulk',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'listBulkJobs',
        summary: 'Bulk jobs, the newest first',
        tags: ['bulk'],
        querystring: BulkQuery,
        response: replies({ 200: BulkPage }),
      },
    },
    exportable(service, { noun: 'bulk', item: BulkJob }, async ({ actor }, query: PageQuery) => {
      const { show, ask } = pageLimit(query.limit);
      const before = keyOfCursor<BulkKey>(query.cursor);
      const jobs = await bulk.list(actor.projectKey, before, ask);
      return pageFrom(jobs, show, ({ key }) => key, showBulkJob);
    }),
  );
  app.get(
    '/v1/bulk/:id',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'getBulkJob',
        summary: 'A bulk job and its progress',
        tags: ['bulk'],
        params: BulkPath,
        response: replies({ 200: BulkJob }),
      },
    },
    async ({ actor, params }) => showBulkJob(await bulk.get(actor.projectKey, params.id)),
  );
  app.get(
    '/v1/bulk/:id/items',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'listBulkItems',
        summary: 'The results of the first 1,000 deliveries of a bulk job',
        tags: ['bulk'],
        params: BulkPath,
        querystring: BulkQuery,
        response: replies({ 200: BulkItemPage }),
      },
    },
    exportable(
      service,
      { noun: 'bulk-items', item: BulkItem },
      async ({ actor, params }, query: PageQuery) => {
        // The route's own schema has checked it.
        const { id } = params as Static<typeof BulkPath>;
        const { show, ask } = pageLimit(query.limit);
        const after = keyOfCursor<number>(query.cursor) ?? 0;
        const items = await bulk.items(actor.projectKey, id, after, ask);
        return pageFrom(items, show, ({ number }) => number, showBulkItem);
      },
    ),
  );
}

type Filter = Static<typeof BulkFilter>;
type Action = Static<typeof BulkBody>['action'];

function ofBody({ action, filter, ids }: Static<typeof BulkBody>): AskedOf {
  if (action === 'delete-calls') {
    if (ids !== undefined) throw wrong('/ids', CLIENT_ONLY);
    return ofFilter(action, filter ?? {});
  }
  if (filter !== undefined && ids === undefined) return ofFilter(action, filter);
  if (ids !== undefined && filter === undefined) return { action, ids };
  throw new ServiceError('INVALID_INPUT', 'Send a filter or ids, one of the two.', {
    fields: [{ field: '/filter', message: 'Send filter, or ids, and not both.' }],
  });
}

const CLIENT_ONLY = 'delete-calls takes filter.clientId, and nothing else.';

function ofFilter(action: Action, filter: Filter) {
  if (action === 'delete-calls') return { action, clientId: clientOf(filter) };
  if (filter.clientId === undefined) return { action, filter: filterOf(filter) };
  throw wrong('/filter/clientId', 'Only delete-calls is by clientId; use callId here.');
}

/** No other filter is allowed, so that a job which names a client takes all of its calls. */
function clientOf({ clientId, ...rest }: Filter): string {
  const [other] = Object.keys(rest);
  if (other !== undefined) throw wrong(`/filter/${other}`, CLIENT_ONLY);
  if (clientId === undefined) throw wrong('/filter/clientId', 'Give the clientId of the calls.');
  const fault = lineFault(clientId, ID_BOUNDS);
  if (fault !== null) throw wrong('/filter/clientId', fault);
  return clientId;
}

function wrong(field: string, message: string): ServiceError {
  return new ServiceError('INVALID_INPUT', 'The filter is wrong; see errors.', {
    fields: [{ field, message }],
  });
}

function filterOf(filter: Filter): AskedFilter {
  const { endpointId, issue, number } = filter;
  if (number !== undefined) throw wrong('/filter/number', 'Numbers are for POST /v1/erasures.');
  if (issue !== undefined && endpointId !== undefined) {
    const message = 'An issue is of one endpoint; leave endpointId out.';
    throw new ServiceError('INVALID_INPUT', message, {
      fields: [{ field: '/filter/endpointId', message }],
    });
  }
  const fault = filter.callId === undefined ? null : lineFault(filter.callId, ID_BOUNDS);
  if (fault !== null) {
    throw new ServiceError('INVALID_INPUT', 'The call id is not one; see errors.', {
      fields: [{ field: '/filter/callId', message: fault }],
    });
  }
  return {
    endpointIds: endpointId ?? [],
    callId: filter.callId ?? null,
    triggers: filter.trigger ?? [],
    states: filter.state ?? [],
    classes: filter.class ?? [],
    notEndpointIds: filter.notEndpointId ?? [],
    notTriggers: filter.notTrigger ?? [],
    notStates: filter.notState ?? [],
    attemptsMin: filter.attemptsMin ?? null,
    issue: issue ?? null,
    ...timeRangeOf(filter, '/filter/'),
  };
}

/**
 * Calls for operators: the list, one call with its whole timeline, why an endpoint did or did not
 * get a delivery for it, and deleting a call with all its data. Source: S12.13, S12.14.
 */
import type { Static } from 'typebox';
import { type Endpoint, isPulled } from '../../core/endpoint/endpoint.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import { asKey, type CallKey, type EndpointKey, type ProjectKey, parseId } from '../../core/id.ts';
import { explain } from '../../engine/delivery/explain.ts';
import { deletedCall } from '../../engine/manage/deleted-call.ts';
import type { CallTimeline, DeliverySummary } from '../../engine/ports/query-store.ts';
import type { App } from '../app.ts';
import { authorOf } from '../person/person.ts';
import { keyOfCursor, pageFrom, pageLimit } from '../reply/cursor.ts';
import { exportable } from '../reply/export.ts';
import { shownStateOf } from '../reply/shown-state.ts';
import { callIdOfPath, timeRangeOf } from '../request/parameter.ts';
import {
  type AfterCall,
  CallDetails,
  ExplainQuery,
  ExplainReply,
  RUNS_SHOWN_MAX,
  showExplanation,
  showTimeline,
} from '../schema/call.ts';
import { CallPage, CallQuery, ListedCall, showListedCall } from '../schema/call-list.ts';
import { CallIdPath } from '../schema/report.ts';
import { NoContent, replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';

type ListQuery = Static<typeof CallQuery>;

export function registerCallRoutes(app: App, service: Service): void {
  app.get(
    '/v1/calls',
    {
      config: { scope: 'calls:read' },
      schema: {
        operationId: 'listCalls',
        summary: 'Calls, the newest first',
        tags: ['calls'],
        querystring: CallQuery,
        response: replies({ 200: CallPage }),
      },
    },
    exportable(service, { noun: 'calls', item: ListedCall }, async (request, query: ListQuery) => {
      const { actor } = request;
      const { clientId, notClientId, number, tag } = query;
      const personal = clientId ?? notClientId ?? number ?? tag;
      if (request.masked && personal !== undefined) throw hidden();
      const { show, ask } = pageLimit(query.limit);
      const rows = await service.store.calls({
        projectKey: actor.projectKey,
        filter: {
          direction: query.direction ?? null,
          statuses: query.status ?? [],
          notStatuses: query.notStatus ?? [],
          notClientIds: notClientId ?? [],
          notCallSids: query.notCallSid ?? [],
          ...(query.errors === undefined ? {} : { withErrors: query.errors }),
          ...(query.stale === undefined ? {} : { stale: query.stale }),
          ...(clientId === undefined ? {} : { clientId }),
          ...(query.callSid === undefined ? {} : { callSid: query.callSid }),
          ...(number === undefined ? {} : { number }),
          ...(tag === undefined ? {} : { tag }),
          ...timeRangeOf(query, 'query.'),
        },
        beforeKey: keyOfCursor<CallKey>(query.cursor),
        limit: ask,
      });
      return pageFrom(rows, show, (row) => row.key, showListedCall);
    }),
  );
  app.get(
    '/v1/calls/:callId',
    {
      config: { scope: 'calls:read', personal: 'read' },
      schema: {
        operationId: 'getCall',
        summary: 'A call with its timeline: reports, transitions, firings, deliveries, attempts',
        tags: ['calls'],
        params: CallIdPath,
        response: replies({ 200: CallDetails }),
      },
    },
    async (request) => {
      const { projectKey } = request.actor;
      const callId = callIdOfPath(request.params);
      const [timeline, afterCall] = await Promise.all([
        timelineOf(service, projectKey, callId),
        afterCallOf(service, projectKey, callId),
      ]);
      return showTimeline(timeline, afterCall, (delivery) => shownStateOf(service, delivery));
    },
  );
  registerExplain(app, service);
  registerDeleting(app, service);
}

function registerDeleting(app: App, service: Service): void {
  app.delete(
    '/v1/calls/:callId',
    {
      config: { scope: 'calls:delete', proven: true },
      schema: {
        operationId: 'deleteCall',
        summary: 'Delete everything that is kept of a call',
        description:
          'Reports, states, firings, deliveries and their attempts, runs and results of ' +
          'agents, the call log, items of the local inbox. Open deliveries are cancelled; ' +
          'one in flight may still arrive. It cannot be undone: the call ' +
          'answers 410 CALL_REMOVED from then on, and so do reports, logs and results that ' +
          'come for it. Counts stay in ' +
          'the statistics, and the hash of its id (64 bits of SHA-256) in the audit trail. The ' +
          'same request again is answered the same.',
        tags: ['calls'],
        params: CallIdPath,
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      const callId = callIdOfPath(request.params);
      await service.callDeletions.delete(request.actor, callId, authorOf(request));
      reply.code(204);
      return null;
    },
  );
}

function hidden(): ServiceError {
  const detail = 'clientId, number and tag of calls are masked for you: leave them out.';
  return new ServiceError('FORBIDDEN', detail);
}

function registerExplain(app: App, service: Service): void {
  app.get(
    '/v1/calls/:callId/explain',
    {
      config: { scope: 'calls:read' },
      schema: {
        operationId: 'explainCall',
        summary: 'Why an endpoint did or did not get a delivery for a call',
        tags: ['calls'],
        params: CallIdPath,
        querystring: ExplainQuery,
        response: replies({ 200: ExplainReply }),
      },
    },
    async (request) => {
      const { projectKey } = request.actor;
      const endpoint = await endpointOf(service, projectKey, request.query.endpointId);
      const callId = callIdOfPath(request.params);
      const timeline = await timelineOf(service, projectKey, callId, endpoint.key);
      const lane = { endpoint: endpoint.key, call: timeline.call.key };
      const lease = isPulled(endpoint.kind) ? await service.store.laneLease(lane) : null;
      const stateOf = (delivery: DeliverySummary) => shownStateOf(service, delivery);
      const explanations = explain(timeline, endpoint, stateOf, lease);
      return {
        callId: timeline.call.callId,
        endpointId: endpoint.id,
        truncated: timeline.truncated,
        explanations: explanations.map(showExplanation),
      };
    },
  );
}

async function timelineOf(
  service: Service,
  projectKey: ProjectKey,
  callId: string,
  endpoint?: EndpointKey,
): Promise<CallTimeline> {
  const timeline = await service.store.timeline({ projectKey, callId, endpoint });
  if (timeline !== null) return timeline;
  const removed = await service.store.removedCall({ projectKey, callId });
  if (removed === null) throw new ServiceError('NOT_FOUND', 'No report named this call.');
  if (removed.byRequest) throw deletedCall(removed.atMs);
  const detail = 'The call was removed when its retention ended; a new report would begin it anew.';
  throw new ServiceError('CALL_REMOVED', detail, {
    removedAtMs: removed.atMs,
    removedBy: 'retention',
  });
}

async function afterCallOf(
  { acw }: Service,
  projectKey: ProjectKey,
  callId: string,
): Promise<AfterCall> {
  const filter = { callId, endpoint: null, states: [], fromMs: null, toMs: null };
  const [log, runs] = await Promise.all([
    acw.callLogs.describe(projectKey, callId),
    acw.runs.list(projectKey, filter, null, RUNS_SHOWN_MAX),
  ]);
  return { ...log, runs };
}

/** Finds deleted endpoints too, since their history is still explained. */
async function endpointOf(service: Service, projectKey: ProjectKey, id: string): Promise<Endpoint> {
  const parsed = parseId('ep', id);
  const endpoint =
    parsed === null
      ? null
      : await service.store.endpoint({ projectKey, key: asKey<EndpointKey>(parsed.key) });
  if (endpoint?.id !== id) {
    throw new ServiceError('NOT_FOUND', 'There is no endpoint with this id.');
  }
  return endpoint;
}

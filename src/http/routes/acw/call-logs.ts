/**
 * Call logs: store or replace, read, remove (S10). Storing one fires nothing. The service keeps and
 * shows the text that was sent, byte for byte. The work is done by
 * `engine/acw/call-log-service.ts`.
 */
import { ServiceError } from '../../../core/error/service-error.ts';
import type { App } from '../../app.ts';
import { authorOf } from '../../person/person.ts';
import { etagOf, ifMatchOf, ifNoneMatchOf } from '../../reply/etag.ts';
import type { JsonRules } from '../../request/json-body.ts';
import { callIdOfPath } from '../../request/parameter.ts';
import {
  CallLogBody,
  CallLogHeaders,
  CallLogReply,
  CallLogText,
  showCallLog,
} from '../../schema/call-log.ts';
import { CallIdPath } from '../../schema/report.ts';
import { NoContent, replies } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

/**
 * A call log of 10,000 turns with all of their keys, and metadata beside them; as in a batch, the
 * keys of each turn are counted separately (`{turns: [turn, ...]}`).
 */
const JSON_CALL_LOG_RULES: JsonRules = {
  depthMax: 34,
  keysMax: 1_000,
  keysPerItem: true,
  elementsMax: 10_000,
  valuesMax: 65_000,
};

export function registerCallLogRoutes(app: App, service: Service): void {
  registerStoring(app, service);
  app.get(
    '/v1/call-logs/:callId',
    {
      config: { scope: 'call-logs:read', personal: 'read' },
      schema: {
        operationId: 'getCallLog',
        summary: 'The log of a call, as it was sent',
        description:
          'Without a log this answers 404, and detail says whether one may still come. ' +
          'If there is Retry-After, it may: ask again, and give up some time.',
        tags: ['call logs'],
        params: CallIdPath,
        response: replies({ 200: CallLogText }),
      },
    },
    async ({ actor, params }, reply) => {
      const log = await service.acw.callLogs.get(actor.projectKey, callIdOfPath(params));
      reply.header('etag', etagOf(log.version)).type('application/json; charset=utf-8');
      return showCallLog(log);
    },
  );
  app.delete(
    '/v1/call-logs/:callId',
    {
      config: { scope: 'call-logs:write' },
      schema: {
        operationId: 'deleteCallLog',
        summary: 'Remove the log of a call, and the results of the built-in agents that quote it',
        description:
          'The results stay without their `result`; score and pass stay in the figures. Results ' +
          'of your own agents stay whole.',
        tags: ['call logs'],
        params: CallIdPath,
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      const callId = callIdOfPath(request.params);
      await service.acw.callLogs.delete(request.actor.projectKey, callId, authorOf(request));
      reply.code(204);
      return null;
    },
  );
}

function registerStoring(app: App, service: Service): void {
  app.post(
    '/v1/call-logs/:callId',
    {
      config: {
        scope: 'call-logs:write',
        json: JSON_CALL_LOG_RULES,
        keepText: true,
        // A simulated call includes its log.
        roles: ['operator'],
      },
      bodyLimit: service.limits.callLogBytesMax,
      schema: {
        operationId: 'putCallLog',
        summary: 'Store or replace the log of a call',
        description:
          'At most 5 MiB and 10,000 turns. Storing a log fires nothing; runs that wait for it ' +
          'go on. The call need not have been reported yet.',
        tags: ['call logs'],
        params: CallIdPath,
        headers: CallLogHeaders,
        body: CallLogBody,
        response: replies({ 200: CallLogReply, 201: CallLogReply }),
      },
    },
    async (request, reply) => {
      const { actor, body, bodyText, headers } = request;
      const callId = callIdOfPath(request.params);
      const seen = seenOf(headers['if-match'], headers['if-none-match']);
      const { callLogs } = service.acw;
      const stored = await callLogs.put(actor.projectKey, callId, body, bodyText, seen);
      const { version, turns, created } = stored;
      reply.code(created ? 201 : 200).header('etag', etagOf(version));
      if (created) reply.header('location', `/v1/call-logs/${encodeURIComponent(callId)}`);
      return { callId, version, turns };
    },
  );
}

/** The version that must be stored; 0: none, null: any. */
function seenOf(ifMatch: string | undefined, ifNoneMatch: string | undefined): number | null {
  const seen = ifMatchOf(ifMatch);
  if (!ifNoneMatchOf(ifNoneMatch)) return seen;
  if (seen === null) return 0;
  throw new ServiceError('INVALID_PARAMETER', 'Send If-Match or If-None-Match, not both.');
}

/**
 * Results of after-call work: agents post them, receivers of ACW_COMPLETED fetch them (S9.13 to
 * S9.18). The agent's `result` passes through as text. The work is done by
 * `engine/acw/result-service.ts`.
 */
import type { ResultKey } from '../../../core/id.ts';
import type { App } from '../../app.ts';
import { keyOfCursor, pageFrom, pageLimit } from '../../reply/cursor.ts';
import type { JsonRules } from '../../request/json-body.ts';
import { memberText } from '../../request/json-member.ts';
import { callIdOfPath } from '../../request/parameter.ts';
import {
  AcwResultBody,
  AcwResultListQuery,
  AcwResultPage,
  AcwResultQuery,
  AcwResultReceipt,
  AcwResultText,
  showReceipt,
  showResult,
  showResultSummary,
} from '../../schema/acw-result.ts';
import { CallIdPath } from '../../schema/report.ts';
import { replies } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

/** The result of an agent is free in its form and only counted: no schema visits its values. */
const JSON_RESULT_RULES: JsonRules = {
  depthMax: 33,
  keysMax: 10_000,
  keysPerItem: false,
  elementsMax: 10_000,
  valuesMax: 20_000,
};

export function registerAcwResultRoutes(app: App, service: Service): void {
  registerPosting(app, service);
  registerReading(app, service);
}

function registerPosting(app: App, service: Service): void {
  app.post(
    '/v1/acw-results',
    {
      config: { scope: 'acw-results:write', json: JSON_RESULT_RULES, keepText: true },
      bodyLimit: service.limits.acwResultBytesMax,
      schema: {
        operationId: 'createAcwResult',
        summary: 'Record the result of a run: it ends, and ACW_COMPLETED fires',
        description:
          'For self-provided agents. The same content again is answered 200 with the same id, ' +
          'other content for the same acwRunId 409. After the deadline of the run the answer is ' +
          '409 as well; without acwRunId and without an open run, 404.',
        tags: ['after-call work'],
        body: AcwResultBody,
        response: replies({ 200: AcwResultReceipt, 201: AcwResultReceipt }),
      },
    },
    async ({ actor, body, bodyText }, reply) => {
      const { created, stored } = await service.acw.results.post(actor.projectKey, {
        callId: body.callId,
        acwAgentId: body.acwAgentId,
        acwRunId: body.acwRunId ?? null,
        isError: body.isError === true || body.isError === 'true',
        result: body.result === undefined ? null : memberText(bodyText, 'result'),
        errors: (body.errors ?? []).map(({ code, message }) => ({
          code,
          message: message ?? null,
        })),
        engine: body.engine ?? null,
      });
      const receipt = showReceipt(stored);
      reply.code(created ? 201 : 200);
      reply.header('location', `/v1/acw-results?acwResultId=${receipt.acwResultId}`);
      return receipt;
    },
  );
}

function registerReading(app: App, service: Service): void {
  app.get(
    '/v1/acw-results',
    {
      config: { scope: 'acw-results:read', personal: 'read' },
      schema: {
        operationId: 'getAcwResult',
        summary: 'The result that ACW_COMPLETED names',
        tags: ['after-call work'],
        querystring: AcwResultQuery,
        response: replies({ 200: AcwResultText }),
      },
    },
    async ({ actor, query }, reply) => {
      const stored = await service.acw.results.get(actor.projectKey, query.acwResultId);
      reply.type('application/json; charset=utf-8');
      return showResult(stored, actor.projectId);
    },
  );
  app.get(
    '/v1/calls/:callId/acw-results',
    {
      config: { scope: 'acw-results:read', personal: 'read' },
      schema: {
        operationId: 'listAcwResults',
        summary: 'The results of a call, the newest first, without their objects',
        tags: ['after-call work'],
        params: CallIdPath,
        querystring: AcwResultListQuery,
        response: replies({ 200: AcwResultPage }),
      },
    },
    async ({ actor, params, query }) => {
      const { show, ask } = pageLimit(query.limit);
      const before = keyOfCursor<ResultKey>(query.cursor);
      const callId = callIdOfPath(params);
      const rows = await service.acw.results.ofCall(actor.projectKey, callId, before, ask);
      return pageFrom(
        rows,
        show,
        (row) => row.key,
        (row) => showResultSummary(row, actor.projectId),
      );
    },
  );
}

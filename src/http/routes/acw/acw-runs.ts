/**
 * Runs of after-call-work agents: search, one run, and by hand: repeat a run, or launch an agent
 * for a call (S9.21). The work is done by `engine/acw/run-service.ts`.
 */

import type { Static } from 'typebox';
import type { RunKey } from '../../../core/id.ts';
import type { App } from '../../app.ts';
import { authorOf } from '../../person/person.ts';
import { keyOfCursor, pageFrom, pageLimit } from '../../reply/cursor.ts';
import { exportable } from '../../reply/export.ts';
import {
  callIdOfPath,
  callIdOfQuery,
  endpointKeyOf,
  timeRangeOf,
} from '../../request/parameter.ts';
import {
  AcwRun,
  AcwRunBody,
  AcwRunPage,
  AcwRunPath,
  AcwRunQuery,
  showRun,
} from '../../schema/acw-run.ts';
import { CallIdPath } from '../../schema/report.ts';
import { replies } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

type ListQuery = Static<typeof AcwRunQuery>;

export function registerAcwRunRoutes(app: App, service: Service): void {
  registerReading(app, service);
  registerByHand(app, service);
}

function registerReading(app: App, service: Service): void {
  app.get(
    '/v1/acw-runs',
    {
      config: { scope: 'acw-results:read' },
      schema: {
        operationId: 'listAcwRuns',
        summary: 'Runs of agents, the newest first',
        tags: ['after-call work'],
        querystring: AcwRunQuery,
        response: replies({ 200: AcwRunPage }),
      },
    },
    exportable(service, { noun: 'acw-runs', item: AcwRun }, async ({ actor }, query: ListQuery) => {
      const { show, ask } = pageLimit(query.limit);
      const filter = {
        callId: callIdOfQuery(query),
        endpoint: query.acwAgentId === undefined ? null : endpointKeyOf(query.acwAgentId),
        states: query.state ?? [],
        ...timeRangeOf(query, 'query.'),
      };
      const before = keyOfCursor<RunKey>(query.cursor);
      const rows = await service.acw.runs.list(actor.projectKey, filter, before, ask);
      return pageFrom(rows, show, (row) => row.key, showRun);
    }),
  );
  app.get(
    '/v1/acw-runs/:runId',
    {
      config: { scope: 'acw-results:read' },
      schema: {
        operationId: 'getAcwRun',
        summary: 'One run',
        tags: ['after-call work'],
        params: AcwRunPath,
        response: replies({ 200: AcwRun }),
      },
    },
    async ({ actor, params }) =>
      showRun(await service.acw.runs.get(actor.projectKey, params.runId)),
  );
}

function registerByHand(app: App, service: Service): void {
  app.post(
    '/v1/acw-runs/:runId/rerun',
    {
      config: { scope: 'deliveries:write' },
      schema: {
        operationId: 'rerunAcwRun',
        summary: 'The same launch again, as a new run',
        description: 'It ends with a result and an ACW_COMPLETED of its own; nothing is replaced.',
        tags: ['after-call work'],
        params: AcwRunPath,
        response: replies({ 202: AcwRun }),
      },
    },
    async (request, reply) => {
      const { actor, params } = request;
      const run = await service.acw.runs.again(actor.projectKey, params.runId, authorOf(request));
      const shown = showRun(run);
      reply.code(202).header('location', `/v1/acw-runs/${shown.acwRunId}`);
      return shown;
    },
  );
  app.post(
    '/v1/calls/:callId/acw-runs',
    {
      config: { scope: 'deliveries:write' },
      schema: {
        operationId: 'launchAcwRun',
        summary: 'Run an agent for a call, subscribed or not',
        description:
          "The launch carries the call's last CALL_LOG_CREATED, or without one its last firing.",
        tags: ['after-call work'],
        params: CallIdPath,
        body: AcwRunBody,
        response: replies({ 202: AcwRun }),
      },
    },
    async (request, reply) => {
      const { actor, body, params } = request;
      const callId = callIdOfPath(params);
      const author = authorOf(request);
      const { runs } = service.acw;
      const shown = showRun(await runs.launch(actor.projectKey, callId, body.acwAgentId, author));
      reply.code(202).header('location', `/v1/acw-runs/${shown.acwRunId}`);
      return shown;
    },
  );
}

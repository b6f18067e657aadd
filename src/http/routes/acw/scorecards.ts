/**
 * Scorecards: make, read, edit, remove, try on a call (S11.13 to S11.16). An edit names the
 * revision that it was made from, so that two people never overwrite each other unseen. The work is
 * done by `engine/acw/scorecard-service.ts`.
 */
import type { Static } from 'typebox';
import { ServiceError } from '../../../core/error/service-error.ts';
import type { App } from '../../app.ts';
import { authorOf } from '../../person/person.ts';
import { pageOfAll } from '../../reply/cursor.ts';
import { etagOf, ifMatchOf } from '../../reply/etag.ts';
import { exportable } from '../../reply/export.ts';
import { JSON_RULES, type JsonRules } from '../../request/json-body.ts';
import { EvaluationReply, showEvaluation } from '../../schema/evaluation.ts';
import {
  ScorecardBody,
  ScorecardChangeBody,
  ScorecardHeaders,
  ScorecardListQuery,
  ScorecardPage,
  ScorecardPath,
  ScorecardQuery,
  ScorecardRecord,
  ScorecardTryBody,
  settingsOf,
  showScorecard,
} from '../../schema/scorecard.ts';
import { NoContent, replies } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

/** 50 criteria of 21 keys each: the largest scorecard has more than a thousand. */
const JSON_SCORECARD_RULES: JsonRules = { ...JSON_RULES, keysMax: 2_000 };

export function registerScorecardRoutes(app: App, service: Service): void {
  registerReading(app, service);
  registerMaking(app, service);
  registerRevising(app, service);
  registerSwitching(app, service);
  registerTrial(app, service);
}

function registerReading(app: App, service: Service): void {
  app.get(
    '/v1/scorecards',
    {
      config: { scope: 'endpoints:read' },
      schema: {
        operationId: 'listScorecards',
        summary: 'The scorecards of the project, the oldest first',
        tags: ['scorecards'],
        querystring: ScorecardListQuery,
        response: replies({ 200: ScorecardPage }),
      },
    },
    exportable(
      service,
      { noun: 'scorecards', item: ScorecardRecord },
      async ({ actor }, query: Static<typeof ScorecardListQuery>) => {
        const rows = await service.acw.scorecards.list(actor.projectKey);
        const inOrder = rows.toSorted((one, other) => one.key - other.key);
        return pageOfAll(inOrder, query, (row) => row.key, showScorecard);
      },
    ),
  );
  app.get(
    '/v1/scorecards/:id',
    {
      config: { scope: 'endpoints:read' },
      schema: {
        operationId: 'getScorecard',
        summary: 'A scorecard in its present or an earlier revision',
        tags: ['scorecards'],
        params: ScorecardPath,
        querystring: ScorecardQuery,
        response: replies({ 200: ScorecardRecord }),
      },
    },
    async ({ actor, params, query }, reply) => {
      const revision = query.revision ?? null;
      const found = await service.acw.scorecards.get(actor.projectKey, params.id, revision);
      reply.header('etag', etagOf(found.revision));
      return showScorecard(found);
    },
  );
}

function registerMaking(app: App, service: Service): void {
  app.post(
    '/v1/scorecards',
    {
      config: { scope: 'endpoints:write', json: JSON_SCORECARD_RULES },
      bodyLimit: service.limits.scorecardBytesMax,
      schema: {
        operationId: 'createScorecard',
        summary: 'Make a scorecard',
        tags: ['scorecards'],
        body: ScorecardBody,
        response: replies({ 201: ScorecardRecord }),
      },
    },
    async (request, reply) => {
      const { actor, body } = request;
      const settings = settingsOf(body);
      const made = await service.acw.scorecards.create(
        actor.projectKey,
        settings,
        authorOf(request),
      );
      reply.code(201).header('location', `/v1/scorecards/${made.id}`);
      reply.header('etag', etagOf(made.revision));
      return showScorecard(made);
    },
  );
}

function registerRevising(app: App, service: Service): void {
  app.put(
    '/v1/scorecards/:id',
    {
      config: { scope: 'endpoints:write', json: JSON_SCORECARD_RULES },
      bodyLimit: service.limits.scorecardBytesMax,
      schema: {
        operationId: 'updateScorecard',
        summary: 'Edit a scorecard: a new revision of it',
        description:
          'Send the whole scorecard. Evaluations keep the revision that they used. Name the ' +
          'revision that was edited, in If-Match or in the body; 412 if it is not the present one.',
        tags: ['scorecards'],
        params: ScorecardPath,
        headers: ScorecardHeaders,
        body: ScorecardChangeBody,
        response: replies({ 200: ScorecardRecord }),
      },
    },
    async (request, reply) => {
      const { actor, body, params, headers } = request;
      const changed = await service.acw.scorecards.revise(
        actor.projectKey,
        params.id,
        settingsOf(body),
        editedRevision(body, headers['if-match']),
        authorOf(request),
      );
      reply.header('etag', etagOf(changed.revision));
      return showScorecard(changed);
    },
  );
}

function editedRevision(
  { revision }: Static<typeof ScorecardChangeBody>,
  ifMatch: string | undefined,
): number {
  const seen = ifMatchOf(ifMatch);
  const edited = revision ?? seen;
  if (edited === null) {
    throw revisionError('Send the revision that was edited, here or as If-Match.');
  }
  if (seen !== null && seen !== edited) throw revisionError('It differs from If-Match.');
  return edited;
}

function revisionError(message: string): ServiceError {
  return new ServiceError('INVALID_INPUT', 'Name the revision that was edited.', {
    fields: [{ field: '/revision', message }],
  });
}

function registerSwitching(app: App, service: Service): void {
  app.post(
    '/v1/scorecards/:id/default',
    {
      config: { scope: 'endpoints:write' },
      schema: {
        operationId: 'setDefaultScorecard',
        summary: 'Make it the scorecard of evaluators that name none',
        tags: ['scorecards'],
        params: ScorecardPath,
        response: replies({ 200: ScorecardRecord }),
      },
    },
    async (request) => {
      const { actor, params } = request;
      const { scorecards } = service.acw;
      const author = authorOf(request);
      return showScorecard(await scorecards.setDefault(actor.projectKey, params.id, author));
    },
  );
  app.delete(
    '/v1/scorecards/:id',
    {
      config: { scope: 'endpoints:write' },
      schema: {
        operationId: 'deleteScorecard',
        summary: 'Remove a scorecard; its revisions stay readable',
        description: '409 for the default one, and while an evaluator names it.',
        tags: ['scorecards'],
        params: ScorecardPath,
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      const { actor, params } = request;
      await service.acw.scorecards.delete(actor.projectKey, params.id, authorOf(request));
      reply.code(204);
      return null;
    },
  );
}

/** The answer quotes the log, so a key needs the right to read logs. */
function registerTrial(app: App, service: Service): void {
  app.post(
    '/v1/scorecards/try',
    {
      config: {
        scope: 'call-logs:read',
        json: JSON_SCORECARD_RULES,
        personal: 'read',
        repeats: 'makes-nothing',
      },
      bodyLimit: service.limits.scorecardBytesMax,
      schema: {
        operationId: 'tryScorecard',
        summary: 'Judge a call by a scorecard, without storing anything',
        description: 'By rules alone: criteria without a rule are UNKNOWN.',
        tags: ['scorecards'],
        body: ScorecardTryBody,
        response: replies({ 200: EvaluationReply }),
      },
    },
    async ({ actor, body, masked }) => {
      // A rule that searches for a word would reveal whether it was spoken.
      if (masked) {
        throw new ServiceError(
          'FORBIDDEN',
          'Call logs are masked for you: you cannot try a scorecard on a call.',
        );
      }
      const settings = settingsOf(body.scorecard);
      return showEvaluation(
        await service.acw.scorecards.tryOn(actor.projectKey, settings, body.callId),
      );
    },
  );
}

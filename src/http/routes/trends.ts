/**
 * Trends for charts: the backlog over time, how runs of agents ended, what evaluations gave. Reads
 * only; each answer is bounded in steps and in what is counted for it.
 */
import type { ProjectKey } from '../../core/id.ts';
import { isoTime } from '../../core/time.ts';
import { scorecardById } from '../../engine/acw/scorecard-by-id.ts';
import type {
  CriterionFigures,
  EvaluationFigures,
  RunFigures,
} from '../../engine/ports/trend-store.ts';
import type { App } from '../app.ts';
import { endpointKeyOf } from '../request/parameter.ts';
import { replies } from '../schema/shared.ts';
import {
  AgentStatsQuery,
  BacklogStatsQuery,
  BacklogStatsReply,
  EvaluationStatsReply,
  RunStatsReply,
} from '../schema/trend.ts';
import type { Service } from '../service.ts';
import { type Range, rangeOf } from './stats.ts';

export function registerTrendRoutes(app: App, service: Service): void {
  app.get(
    '/v1/stats/backlog',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'getBacklogStats',
        summary: 'Open deliveries and the age of the oldest, measured once a minute',
        description: 'Minutes in which the service did not run were not measured, and are null.',
        tags: ['stats'],
        querystring: BacklogStatsQuery,
        response: replies({ 200: BacklogStatsReply }),
      },
    },
    async ({ query, actor, receivedAtMs }) => {
      const range = rangeOf(query, receivedAtMs);
      const steps = await service.store.backlogSteps({ projectKey: actor.projectKey, ...range });
      return {
        ...told(range),
        steps: steps.map(({ fromMs, ...step }) => ({ from: isoTime(fromMs), ...step })),
      };
    },
  );
  registerAgentTrends(app, service);
}

function registerAgentTrends(app: App, service: Service): void {
  app.get(
    '/v1/stats/acw-runs',
    {
      config: { scope: 'acw-results:read' },
      schema: {
        operationId: 'getAcwRunStats',
        summary: 'Runs of agents that have ended, by when they were made, and how long they took',
        description: 'The newest 20,000 runs of the time asked for are counted.',
        tags: ['stats'],
        querystring: AgentStatsQuery,
        response: replies({ 200: RunStatsReply }),
      },
    },
    async ({ query, actor, receivedAtMs }) => {
      const range = rangeOf(query, receivedAtMs);
      const stats = await service.store.runStats({
        projectKey: actor.projectKey,
        endpoint: agentOf(query),
        ...range,
      });
      return {
        ...told(range),
        steps: stats.steps.map((step) => ({ from: isoTime(step.fromMs), ...runsOf(step) })),
        total: runsOf(stats.total),
        ...wholeOf(range, stats.countedFromMs),
      };
    },
  );
  app.get(
    '/v1/stats/evaluations',
    {
      config: { scope: 'acw-results:read' },
      schema: {
        operationId: 'getEvaluationStats',
        summary:
          'Average score and pass rate of built-in evaluators, and the criteria that failed most',
        description: 'The newest 10,000 evaluations of the time asked for are counted.',
        tags: ['stats'],
        querystring: AgentStatsQuery,
        response: replies({ 200: EvaluationStatsReply }),
      },
    },
    async ({ query, actor, receivedAtMs }) => {
      const range = rangeOf(query, receivedAtMs);
      const { projectKey } = actor;
      const stats = await service.store.evaluationStats({
        projectKey,
        endpoint: agentOf(query),
        ...range,
      });
      const { criteria, countedFromMs } = stats;
      return {
        ...told(range),
        steps: stats.steps.map((step) => ({ from: isoTime(step.fromMs), ...scoresOf(step) })),
        total: scoresOf(stats.total),
        criteria: await Promise.all(criteria.map((each) => named(service, projectKey, each))),
        ...wholeOf(range, countedFromMs),
      };
    },
  );
}

function told({ fromMs, toMs, stepMs }: Range) {
  return { from: isoTime(fromMs), to: isoTime(toMs), stepS: stepMs / 1_000 };
}

function wholeOf({ fromMs }: Range, countedFromMs: number) {
  return { complete: countedFromMs <= fromMs, completeFrom: isoTime(countedFromMs) };
}

function agentOf({ acwAgentId }: { readonly acwAgentId?: string }) {
  return acwAgentId === undefined ? null : endpointKeyOf(acwAgentId);
}

function runsOf({ succeeded, failed, durationMs }: RunFigures) {
  return { succeeded, failed, durationMs };
}

function scoresOf({ evaluations, averagePercentage, passed, judged }: EvaluationFigures) {
  const average = averagePercentage === null ? null : Math.round(averagePercentage * 10) / 10;
  return { evaluations, averagePercentage: average, passed, judged };
}

/** A revision is never changed or removed, so its question exists. */
async function named(
  { store }: Service,
  projectKey: ProjectKey,
  { revision, ...figures }: CriterionFigures,
) {
  const { scorecardId, criterionId } = figures;
  const scorecard = await scorecardById(store, projectKey, scorecardId, revision);
  const found = scorecard?.criteria.find(({ id }) => id === criterionId);
  return { ...figures, question: found?.question ?? null };
}

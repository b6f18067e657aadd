/**
 * Figures for charts: one series over a bounded number of steps. Reads only; the store keeps the
 * counts per minute. Source: S12.18.
 */
import type { Static } from 'typebox';
import { percentilesOf } from '../../core/delivery/latency.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import { ENDPOINTS_MAX } from '../../core/project/limits.ts';
import { DAY_MS, isoTime, TIME_MS_MAX } from '../../core/time.ts';
import {
  type CallStatsStep,
  type EndpointStats,
  STATS_STEPS_MAX,
  type StatsStep,
} from '../../engine/ports/query-store.ts';
import type { App } from '../app.ts';
import { type ShownEndpoint, shownEndpoints } from '../reply/shown-endpoint.ts';
import { endpointKeyOf, timeRangeOf } from '../request/parameter.ts';
import { nullableTimestampOf, replies } from '../schema/shared.ts';
import {
  CallStatsQuery,
  CallStatsReply,
  EndpointStatsQuery,
  EndpointStatsReply,
  StatsQuery,
  StatsReply,
} from '../schema/stats.ts';
import type { Service } from '../service.ts';

/** The steps to choose from if none is asked for: the first that makes at most `STEPS_WANTED`. */
const NICE_STEPS_MS = [60_000, 300_000, 900_000, 3_600_000, 21_600_000, DAY_MS];
const STEPS_WANTED = 150;

export function registerStatsRoutes(app: App, service: Service): void {
  app.get(
    '/v1/stats',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'getStats',
        summary: 'Deliveries made, delivered and failed, and latency over time; the backlog now',
        tags: ['stats'],
        querystring: StatsQuery,
        response: replies({ 200: StatsReply }),
      },
    },
    async ({ query, actor, receivedAtMs }) => {
      const { fromMs, toMs, stepMs } = rangeOf(query, receivedAtMs);
      const endpoint = query.endpointId === undefined ? null : endpointKeyOf(query.endpointId);
      const stats = await service.store.stats({
        projectKey: actor.projectKey,
        endpoint,
        fromMs,
        toMs,
        stepMs,
      });
      return {
        from: isoTime(fromMs),
        to: isoTime(toMs),
        stepS: stepMs / 1_000,
        steps: stats.steps.map((step) => ({ from: isoTime(step.fromMs), ...figuresOf([step]) })),
        total: figuresOf(stats.steps),
        backlog: stats.backlog,
        failing: stats.failing,
        oldestOpenAt: nullableTimestampOf(stats.oldestOpenAtMs),
      };
    },
  );
  registerOverviews(app, service);
}

const LINE_STEPS_MAX = 48;

function registerOverviews(app: App, service: Service): void {
  const { store } = service;
  app.get(
    '/v1/stats/endpoints',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'getEndpointStats',
        summary: 'The health of each endpoint, with a line of at most 48 steps',
        tags: ['stats'],
        querystring: EndpointStatsQuery,
        response: replies({ 200: EndpointStatsReply }),
      },
    },
    async ({ query, actor, receivedAtMs }) => {
      const { projectKey } = actor;
      const { fromMs, toMs, stepMs } = lineRangeOf(query, receivedAtMs);
      const page = { afterKey: null, limit: ENDPOINTS_MAX };
      const endpoints = await shownEndpoints(
        service,
        await store.endpoints({ projectKey, ...page }),
      );
      const rows = await store.endpointStats({ projectKey, fromMs, toMs, stepMs });
      const stats = new Map(rows.map((row) => [row.endpoint, row]));
      return {
        from: isoTime(fromMs),
        to: isoTime(toMs),
        stepS: stepMs / 1_000,
        endpoints: endpoints.map((endpoint) =>
          showEndpointStats(endpoint, stats.get(endpointKeyOf(endpoint.id)), {
            fromMs,
            toMs,
            stepMs,
          }),
        ),
      };
    },
  );
  app.get(
    '/v1/stats/calls',
    {
      config: { scope: 'calls:read' },
      schema: {
        operationId: 'getCallStats',
        summary: 'Calls that began in each step, by the status they have now',
        description: 'The newest 50,000 of the time asked for are counted.',
        tags: ['stats'],
        querystring: CallStatsQuery,
        response: replies({ 200: CallStatsReply }),
      },
    },
    async ({ query, actor, receivedAtMs }) => {
      const { fromMs, toMs, stepMs } = rangeOf(query, receivedAtMs);
      const stats = await store.callStats({ projectKey: actor.projectKey, fromMs, toMs, stepMs });
      return {
        from: isoTime(fromMs),
        to: isoTime(toMs),
        stepS: stepMs / 1_000,
        steps: stats.steps.map((step) => ({ from: isoTime(step.fromMs), ...callsOf([step]) })),
        total: callsOf(stats.steps),
        complete: stats.countedFromMs <= fromMs,
        completeFrom: isoTime(stats.countedFromMs),
      };
    },
  );
}

function callsOf(steps: readonly CallStatsStep[]) {
  const byStatus: Record<string, number> = {};
  let calls = 0;
  for (const [status, count] of steps.flatMap((step) => [...step.byStatus])) {
    const name = status ?? 'NONE';
    byStatus[name] = (byStatus[name] ?? 0) + count;
    calls += count;
  }
  return { calls, byStatus };
}

function showEndpointStats(
  endpoint: ShownEndpoint,
  stats: EndpointStats | undefined,
  { fromMs, toMs, stepMs }: Range,
): Static<typeof EndpointStatsReply>['endpoints'][number] {
  const nothing = new Array<number>(Math.ceil((toMs - fromMs) / stepMs)).fill(0);
  const lineOf = (figure: 'made' | 'delivered' | 'failed') =>
    stats === undefined ? nothing : stats.steps.map((step) => step[figure]);
  const { health } = endpoint;
  return {
    endpointId: endpoint.id,
    name: endpoint.name,
    kind: endpoint.kind,
    enabled: endpoint.enabled,
    disabledReason: endpoint.disabledReason,
    health: health.state,
    attention: health.attentionSince !== null,
    ...figuresOf(stats === undefined ? [] : [stats.total]),
    backlog: stats?.backlog ?? 0,
    failing: stats?.failing ?? 0,
    oldestOpenAt: nullableTimestampOf(stats?.oldestOpenAtMs ?? null),
    lastSuccessAt: health.lastSuccessAt,
    line: { made: lineOf('made'), delivered: lineOf('delivered'), failed: lineOf('failed') },
  };
}

/** A step of whole minutes, so that at most 48 steps cover the interval. */
function lineRangeOf(query: { readonly from?: string; readonly to?: string }, nowMs: number) {
  const given = timeRangeOf(query, 'query.');
  const toMs = given.toMs ?? nowMs + 1;
  const fromMs = given.fromMs ?? Math.max(0, toMs - DAY_MS);
  // One step less, because aligning may add one.
  const wantedMs = (toMs - fromMs) / (LINE_STEPS_MAX - 1);
  const step = Math.max(60, Math.ceil(wantedMs / 60_000) * 60);
  return rangeOf({ ...query, step }, nowMs);
}

export interface Range {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

/** Aligned to the step, so that neighbouring requests have the same steps. */
export function rangeOf(
  query: { readonly from?: string; readonly to?: string; readonly step?: number },
  nowMs: number,
): Range {
  const given = timeRangeOf(query, 'query.');
  // `to` is exclusive, and the present moment is included.
  const toMs = given.toMs ?? nowMs + 1;
  const fromMs = given.fromMs ?? Math.max(0, toMs - DAY_MS);
  if (fromMs >= toMs) throw wrong('query.from', 'must be earlier than to');
  const stepMs = query.step === undefined ? niceStep(toMs - fromMs) : query.step * 1_000;
  if (stepMs % 60_000 !== 0) throw wrong('query.step', 'must be a multiple of 60');
  const aligned = {
    fromMs: Math.floor(fromMs / stepMs) * stepMs,
    toMs: Math.ceil(toMs / stepMs) * stepMs,
    stepMs,
  };
  // A step that reaches into the year 10000 has an end that cannot be written.
  if (aligned.toMs > TIME_MS_MAX) throw wrong('query.to', 'must be earlier');
  if ((aligned.toMs - aligned.fromMs) / stepMs > STATS_STEPS_MAX) {
    throw wrong('query.step', `gives more than ${STATS_STEPS_MAX} steps`);
  }
  return aligned;
}

function niceStep(spanMs: number): number {
  return NICE_STEPS_MS.find((stepMs) => spanMs / stepMs <= STEPS_WANTED) ?? DAY_MS;
}

function figuresOf(steps: readonly Omit<StatsStep, 'fromMs'>[]) {
  const latency: number[] = [];
  const sum = { made: 0, delivered: 0, firstTry: 0, failed: 0, attempts: 0 };
  for (const step of steps) {
    sum.made += step.made;
    sum.delivered += step.delivered;
    sum.firstTry += step.firstTry;
    sum.failed += step.failed;
    sum.attempts += step.attempts;
    for (const [index, count] of step.latency.entries()) {
      latency[index] = (latency[index] ?? 0) + count;
    }
  }
  return { ...sum, latencyMs: percentilesOf(latency) };
}

function wrong(field: string, message: string): ServiceError {
  return new ServiceError('INVALID_PARAMETER', 'The time range is wrong; see errors.', {
    fields: [{ field, message }],
  });
}

/**
 * Figures for charts: one series over a bounded number of steps. Reads only; the store keeps the
 * counts per minute. Source: decisions section 11.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { asKey, type EndpointKey, parseId } from '../../core/id.ts';
import { DAY_MS, isoTime, TIME_MS_MAX } from '../../core/time.ts';
import { STATS_STEPS_MAX, type StatsStep } from '../../engine/ports/query-store.ts';
import type { App } from '../app.ts';
import { percentilesOf } from '../percentile.ts';
import { nullableTimestampOf, replies } from '../schema/shared.ts';
import { StatsQuery, StatsReply } from '../schema/stats.ts';
import type { Service } from '../service.ts';
import { timeRangeOf } from '../time-parameter.ts';

/** Steps that are chosen when none is asked for: the first that makes at most `STEPS_WANTED`. */
const NICE_STEPS_MS = [60_000, 300_000, 900_000, 3_600_000, 21_600_000, DAY_MS];
const STEPS_WANTED = 150;

export function registerStatsRoutes(app: App, service: Service): void {
  app.get(
    '/v1/stats',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'getStats',
        summary: 'Made, delivered, failed and latency over time; the backlog now',
        tags: ['stats'],
        querystring: StatsQuery,
        response: replies({ 200: StatsReply }),
      },
    },
    async ({ query, actor, receivedAtMs }) => {
      const { fromMs, toMs, stepMs } = rangeOf(query, receivedAtMs);
      const endpoint =
        query.endpointId === undefined
          ? null
          : asKey<EndpointKey>(parseId('ep', query.endpointId)?.key ?? 0);
      const stats = await service.store.stats(actor.projectKey, endpoint, fromMs, toMs, stepMs);
      return {
        from: isoTime(fromMs),
        to: isoTime(toMs),
        stepS: stepMs / 1_000,
        steps: stats.steps.map((step) => ({ from: isoTime(step.fromMs), ...figuresOf([step]) })),
        total: figuresOf(stats.steps),
        backlog: stats.backlog,
        oldestOpenAt: nullableTimestampOf(stats.oldestOpenAtMs),
      };
    },
  );
}

/** Aligned to the step, so that neighbouring requests show the same steps. */
function rangeOf(
  query: { readonly from?: string; readonly to?: string; readonly step?: number },
  nowMs: number,
): { fromMs: number; toMs: number; stepMs: number } {
  const given = timeRangeOf(query, 'query.');
  // `to` is exclusive, and now is inside.
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
  // A step that reaches into the year 10000 has no end that can be written.
  if (aligned.toMs > TIME_MS_MAX) throw wrong('query.to', 'must be earlier');
  if ((aligned.toMs - aligned.fromMs) / stepMs > STATS_STEPS_MAX) {
    throw wrong('query.step', `gives more than ${STATS_STEPS_MAX} steps`);
  }
  return aligned;
}

function niceStep(spanMs: number): number {
  return NICE_STEPS_MS.find((stepMs) => spanMs / stepMs <= STEPS_WANTED) ?? DAY_MS;
}

function figuresOf(steps: readonly StatsStep[]) {
  const latency: number[] = [];
  const sum = { made: 0, delivered: 0, failed: 0, attempts: 0 };
  for (const step of steps) {
    sum.made += step.made;
    sum.delivered += step.delivered;
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

/**
 * Endpoints of a script: which triggers they take, how they are paced, how their deliveries are
 * retried, how fast they answer. A receiver's faults are steps (`receiver-trouble.ts`).
 */

import type { Pacing } from '../../src/core/endpoint/endpoint.ts';
import { RETRY_SCHEDULE_MS } from '../../src/core/endpoint/endpoint-defaults.ts';
import { TRIGGERS, type Trigger } from '../../src/core/trigger/trigger.ts';
import type { Stream } from './random.ts';
import type { EndpointPlan } from './script.ts';
import { scaled, weighted } from './streams.ts';

/** All triggers but those of a run's end: `work-draw.ts` draws agents. */
const FIRED = TRIGGERS.filter((trigger) => trigger !== 'ACW_COMPLETED');
const ENDED = FIRED.filter((trigger) => !/_(?:CALLING|CLOSING)$/.test(trigger));

/** The product's defaults: only the number in flight is limited. */
export const UNPACED: Pacing = { ratePerS: null, burst: 20, concurrency: 20 };

/** A healthy endpoint: takes everything and answers well within its timeout. */
export function healthyEndpoint(stream: Stream): EndpointPlan {
  const timeoutMs = stream.between(2_000, 10_000);
  return {
    triggers: FIRED,
    pacing: UNPACED,
    retryScheduleMs: RETRY_SCHEDULE_MS,
    timeoutMs,
    retryOther4xx: false,
    latencyMs: calmLatency(stream, timeoutMs),
  };
}

/** Any endpoint; `calm`: it never comes near its timeout. */
export function drawEndpoint(stream: Stream, calm: boolean): EndpointPlan {
  const timeoutMs = scaled(stream, 1_000, 30_000);
  return {
    triggers: drawTriggers(stream),
    pacing: drawPacing(stream),
    retryScheduleMs: drawSchedule(stream),
    timeoutMs,
    retryOther4xx: stream.chance(30),
    latencyMs: calm ? calmLatency(stream, timeoutMs) : scaled(stream, 1, timeoutMs / 4),
  };
}

export function drawEndpoints(stream: Stream, count: number, calm: boolean): EndpointPlan[] {
  return Array.from({ length: count }, () => drawEndpoint(stream, calm));
}

export function drawTriggers(stream: Stream): readonly Trigger[] {
  const kind = weighted(stream, [
    [5, 'all'],
    [2, 'ended'],
    [1, 'log'],
    [3, 'some'],
  ]);
  switch (kind) {
    case 'all':
      return FIRED;
    case 'ended':
      return ENDED;
    case 'log':
      return ['CALL_LOG_CREATED'];
    case 'some': {
      const some = FIRED.filter(() => stream.chance(60));
      return some.length === 0 ? ['CALL_LOG_CREATED'] : some;
    }
  }
}

export function drawPacing(stream: Stream): Pacing {
  if (stream.chance(50)) return UNPACED;
  const concurrency = scaled(stream, 1, 20);
  if (stream.chance(40)) return { ratePerS: null, burst: concurrency, concurrency };
  return { ratePerS: scaled(stream, 1, 50), burst: scaled(stream, 1, 20), concurrency };
}

/** Half of the time the default; else a short one, so that deliveries are given up. */
export function drawSchedule(stream: Stream): readonly number[] {
  if (stream.chance(50)) return RETRY_SCHEDULE_MS;
  return shortSchedule(stream);
}

export function shortSchedule(stream: Stream): readonly number[] {
  const steps = Array.from({ length: stream.between(0, 6) }, () => scaled(stream, 1_000, 60_000));
  return stream.chance(70) ? steps.sort((a, b) => a - b) : steps;
}

/** An exponential latency drawn from 32 bits is at most 22.2 times its mean. */
function calmLatency(stream: Stream, timeoutMs: number): number {
  return scaled(stream, 1, Math.floor(timeoutMs / 25));
}

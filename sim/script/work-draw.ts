/**
 * After-call work of a script: endpoints that launch agents, receivers that hear of results, and
 * call logs that come early, in time, late, twice or never.
 */
import { TRIGGERS, type Trigger } from '../../src/core/trigger/trigger.ts';
import { drawEndpoint, healthyEndpoint, shortSchedule, UNPACED } from './endpoint-plan.ts';
import type { Stream } from './random.ts';
import type { AgentPlan, EndpointPlan, Step } from './script.ts';
import { moments, scaled, weighted } from './streams.ts';

const MINUTE_MS = 60_000;
const ENDED: readonly Trigger[] = ['OUTBOUND_CALL_COMPLETED', 'INBOUND_CALL_COMPLETED'];

/**
 * First an endpoint that hears of everything; then agents of each kind, and sometimes another
 * receiver.
 */
export function drawWorkEndpoints(stream: Stream): readonly EndpointPlan[] {
  const own = Array.from({ length: stream.between(1, 2) }, () => selfProvided(stream));
  const builtIn = Array.from({ length: stream.between(1, 2) }, (): AgentPlan => {
    const kind = stream.pick(['builtin-analyzer', 'builtin-evaluator']);
    return { kind, callLogWaitMs: scaled(stream, 10_000, 10 * MINUTE_MS) };
  });
  const triggers = stream.chance(50) ? TRIGGERS : (['ACW_COMPLETED'] as const);
  return [
    { ...healthyEndpoint(stream), triggers: TRIGGERS },
    ...[...own, ...builtIn].map((agent) => launching(stream, agent)),
    ...(stream.chance(50) ? [{ ...drawEndpoint(stream, false), triggers }] : []),
  ];
}

function selfProvided(stream: Stream): AgentPlan {
  const deadlineMs = scaled(stream, MINUTE_MS, 15 * MINUTE_MS);
  return {
    kind: 'self-provided-agent',
    deadlineMs,
    workMs: scaled(stream, 50, deadlineMs),
    never: stream.chance(50) ? stream.between(5, 60) : 0,
    twice: stream.between(0, 60),
    failed: stream.between(0, 40),
  };
}

/** Some launch twice: at the end of a call, and at its log. */
function launching(stream: Stream, agent: AgentPlan): EndpointPlan {
  const both = stream.chance(30);
  const patient = stream.chance(50);
  return {
    ...healthyEndpoint(stream),
    ...(patient ? {} : { retryScheduleMs: shortSchedule(stream) }),
    pacing: stream.chance(70) ? UNPACED : { ratePerS: null, burst: 2, concurrency: 2 },
    triggers: both ? [...ENDED, 'CALL_LOG_CREATED'] : ['CALL_LOG_CREATED'],
    agent,
  };
}

/** Launches that will not happen: dropped while held, unticked, or of a deleted agent. */
export function drawAgentChanges(
  stream: Stream,
  plans: readonly EndpointPlan[],
  count: number,
  toMs: number,
): Step[] {
  const agents = plans.flatMap(({ agent }, number) => (agent ? [number] : []));
  return moments(stream, count, 0, toMs).flatMap((atMs): Step[] => {
    const endpoint = agents[stream.between(0, agents.length - 1)] ?? 0;
    const laterMs = Math.min(toMs, atMs + scaled(stream, 5_000, 300_000));
    const off: Step = { atMs, do: 'disable', endpoint };
    const kind = weighted(stream, [
      [5, 'drop'],
      [2, 'newest'],
      [3, 'untick'],
      [2, 'delete'],
    ] as const);
    if (kind === 'delete') return [off, { atMs: laterMs, do: 'delete', endpoint }];
    // A held launch can be unticked; the agent goes on with another trigger.
    const change = { triggers: [...ENDED] };
    if (kind === 'untick') return [off, { atMs: laterMs, do: 'edit', endpoint, change }];
    return [off, { atMs: laterMs, do: 'enable', endpoint, held: kind }];
  });
}

/** At most two logs for each call of these steps. */
export function drawLogs(stream: Stream, steps: readonly Step[], toMs: number): Step[] {
  return steps.flatMap((step): Step[] => {
    if (step.do !== 'call') return [];
    const { call, direction } = step;
    const lasts = step.walk.reduce((sum, { afterMs }) => sum + afterMs, 0);
    return drawDelays(stream).map((delayMs): Step => {
      const atMs = Math.min(toMs, Math.max(0, step.atMs + lasts + delayMs));
      return { do: 'log', call, direction, atMs };
    });
  });
}

/** The time from the end of a call to its log. */
function drawDelays(stream: Stream): readonly number[] {
  const soon = () => scaled(stream, 10, 10_000);
  const kind = weighted(stream, [
    [2, 'early'],
    [5, 'soon'],
    [4, 'late'],
    [1, 'twice'],
    [3, 'never'],
  ]);
  switch (kind) {
    case 'early':
      return [-scaled(stream, 10, MINUTE_MS)];
    case 'soon':
      return [soon()];
    case 'late':
      return [scaled(stream, 10_000, 15 * MINUTE_MS)];
    case 'twice':
      return [soon(), scaled(stream, 10, MINUTE_MS)];
    case 'never':
      return [];
  }
}

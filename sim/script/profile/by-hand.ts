/**
 * Deliveries by hand, very often: retried, cancelled, recovered while their lanes fail, wait and
 * are in flight, and reopened before the answer is there. Few calls with long lanes, short
 * schedules, receivers that fail half of the time and take their time, so that an operator's change
 * meets every state that a delivery can have.
 */
import { CallNumbers, drawCalls, usualCalls } from '../call-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import { healthyEndpoint, shortSchedule } from '../endpoint-plan.ts';
import { drawLimits } from '../limit-draw.ts';
import { drawCrashesAfter, drawDisk } from '../process-trouble.ts';
import type { Stream } from '../random.ts';
import type { EndpointPlan, Step } from '../script.ts';
import { moments, weighted } from '../streams.ts';

export const byHand: Profile = {
  name: 'by-hand',
  perMille: 60,
  draw: (streams) => {
    const { shape } = streams;
    const healAtMs = shape.between(2 * MINUTE_MS, 8 * MINUTE_MS);
    const plans = Array.from({ length: shape.between(1, 2) }, () => failingPlan(streams.endpoints));
    const habits = usualCalls(shape.between(3, 12), Math.floor(healAtMs * 0.6), 0);
    const moves = moments(streams.operators, shape.between(40, 120), 0, healAtMs).map((atMs) =>
      drawMove(streams.operators, atMs, plans.length),
    );
    const calls = drawCalls(streams.calls, new CallNumbers(), { ...habits, pauseMsMax: 3_000 });
    const regrets = Array.from({ length: shape.between(0, 8) }, () =>
      drawRegret(streams.operators, reportMs(streams.operators, calls), plans),
    ).flat();
    return {
      limits: drawLimits(streams.limits),
      disk: drawDisk(streams.disk),
      endpoints: plans,
      steps: [
        ...calls,
        ...plans.map((_, endpoint) => failing(streams.receivers, endpoint, healAtMs)),
        ...moves,
        ...regrets,
        ...(shape.chance(40)
          ? drawCrashesAfter(streams.crashes, shape.between(1, 6), [...moves, ...regrets], healAtMs)
          : []),
      ],
      healAtMs,
    };
  },
};

function failingPlan(stream: Stream): EndpointPlan {
  const retryScheduleMs = shortSchedule(stream);
  return { ...healthyEndpoint(stream), retryScheduleMs, latencyMs: stream.between(50, 400) };
}

function failing(stream: Stream, endpoint: number, forMs: number): Step {
  const share = stream.between(40, 80);
  const status = stream.pick([503, 500, 429, 400]);
  return { atMs: 0, do: 'receiver', endpoint, mode: { kind: 'status', status, share }, forMs };
}

function drawMove(stream: Stream, atMs: number, endpoints: number): Step {
  const pick = stream.between(0, 100_000);
  const endpoint = stream.between(0, endpoints - 1);
  const kind = weighted(stream, [
    [6, 'retry'],
    [5, 'cancel'],
    [1, 'retry-many'],
    [3, 'recover'],
  ]);
  return kind === 'retry' || kind === 'cancel'
    ? { atMs, do: kind, pick }
    : { atMs, do: kind, endpoint };
}

/** About when a status is reported: its delivery is in flight soon after. */
function reportMs(stream: Stream, calls: readonly Step[]): number {
  const call = calls[stream.between(0, calls.length - 1)];
  if (call?.do !== 'call') return 0;
  const reports = stream.between(1, call.walk.length);
  const walkedMs = call.walk.slice(0, reports).reduce((sum, { afterMs }) => sum + afterMs, 0);
  return call.atMs + walkedMs + stream.between(0, 500);
}

/** Cancels everything open, also in flight, and retries it before its request has ended. */
function drawRegret(stream: Stream, atMs: number, plans: readonly EndpointPlan[]): Step[] {
  const endpoint = stream.between(0, plans.length - 1);
  const againMs = atMs + stream.between(1, 200);
  const backMs = againMs + stream.between(0, 2_000);
  return [
    { atMs, do: 'edit', endpoint, change: { triggers: ['ACW_COMPLETED'] } },
    { atMs: againMs, do: 'retry-many', endpoint, cancelled: true },
    { atMs: backMs, do: 'edit', endpoint, change: { triggers: plans[endpoint]?.triggers ?? [] } },
  ];
}

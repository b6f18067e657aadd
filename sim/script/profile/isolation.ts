/**
 * A healthy endpoint among bad ones: few slots, many calls, endpoints that hang, answer slowly or
 * are dead. The first endpoint is the healthy one; nothing else disturbs, so that any delay of its
 * deliveries comes from the others.
 */

import { CallNumbers, drawCalls } from '../call-steps.ts';
import type { Draft, Profile } from '../draft.ts';
import { MINUTE_MS } from '../draft.ts';
import { drawEndpoint, healthyEndpoint, UNPACED } from '../endpoint-plan.ts';
import { tightSlots } from '../limit-draw.ts';
import type { Stream } from '../random.ts';
import { drawDeath } from '../receiver-trouble.ts';
import type { EndpointPlan, ReceiverMode, Step } from '../script.ts';
import { scaled, weighted } from '../streams.ts';

export const isolation: Profile = {
  name: 'isolation',
  perMille: 100,
  draw: ({ shape, limits, endpoints, calls, receivers }): Draft => {
    const bad = shape.between(2, 4);
    const plans: EndpointPlan[] = [healthyEndpoint(endpoints)];
    while (plans.length <= bad) plans.push({ ...drawEndpoint(endpoints, true), pacing: UNPACED });
    const healAtMs = scaled(shape, 2 * MINUTE_MS, 15 * MINUTE_MS);
    const habits = {
      count: shape.between(20, 60),
      fromMs: 0,
      toMs: Math.floor(healAtMs * 0.8),
      lostMax: 0,
      noise: 0,
      pauseMsMax: 5_000,
    };
    return {
      limits: tightSlots(limits, plans.length),
      disk: { commitMs: shape.between(0, 5), readMs: shape.between(0, 5) },
      endpoints: plans,
      steps: [
        ...drawCalls(calls, new CallNumbers(), habits),
        ...plans.slice(1).map((plan, index): Step => {
          const mode = drawBadness(receivers, plan.timeoutMs);
          return { atMs: 0, do: 'receiver', endpoint: index + 1, mode, forMs: healAtMs };
        }),
      ],
      healAtMs,
    };
  },
};

function drawBadness(stream: Stream, timeoutMs: number): ReceiverMode {
  return weighted<ReceiverMode>(stream, [
    [5, { kind: 'hang' }],
    [3, { kind: 'slow', latencyMs: Math.floor(timeoutMs * 0.8) }],
    [3, drawDeath(stream)],
    [1, { kind: 'flapping', everyMs: scaled(stream, 1_000, 60_000) }],
  ]);
}

/**
 * An endpoint dead for hours, beside others: hold, probes, deliveries given up, and the wake when
 * it is back. In one of ten scripts it is dead for more than 72 hours, and is disabled.
 */
import { CallNumbers, drawBurst, drawCalls, usualCalls } from '../call-steps.ts';
import { HOUR_MS, MINUTE_MS, type Profile } from '../draft.ts';
import { drawEndpoint, drawEndpoints } from '../endpoint-plan.ts';
import { drawLimits } from '../limit-draw.ts';
import { drawOperations } from '../operator-steps.ts';
import { drawCrashes, drawDisk } from '../process-trouble.ts';
import { drawDeath } from '../receiver-trouble.ts';
import { moments, scaled } from '../streams.ts';

export const outage: Profile = {
  name: 'outage',
  perMille: 80,
  draw: (streams) => {
    const { shape } = streams;
    const numbers = new CallNumbers();
    const long = shape.chance(10);
    const outageMs = long ? shape.between(74, 90) * HOUR_MS : scaled(shape, HOUR_MS, 8 * HOUR_MS);
    const fromMs = shape.between(0, 10 * MINUTE_MS);
    // It may be back before the end, so that it is woken while calls go on.
    const forMs = shape.chance(50) ? outageMs : Math.floor(outageMs * 0.7);
    const healAtMs = fromMs + outageMs;
    const plans = [
      drawEndpoint(streams.endpoints, true),
      ...drawEndpoints(streams.endpoints, streams.endpoints.between(1, 3), true),
    ];
    const mode = drawDeath(streams.receivers);
    return {
      limits: drawLimits(streams.limits),
      disk: drawDisk(streams.disk),
      endpoints: plans,
      steps: [
        { atMs: fromMs, do: 'receiver', endpoint: 0, mode, forMs },
        ...drawCalls(streams.calls, numbers, usualCalls(shape.between(20, 60), healAtMs, 10)),
        ...moments(streams.calls, shape.between(0, 2), 0, fromMs + forMs).map((atMs) =>
          drawBurst(streams.calls, numbers, atMs, 60),
        ),
        ...(shape.chance(40)
          ? drawCrashes(streams.crashes, shape.between(1, 4), healAtMs, 600_000)
          : []),
        ...(shape.chance(25)
          ? drawOperations(streams.operators, shape.between(1, 6), plans.length, healAtMs)
          : []),
      ],
      healAtMs,
    };
  },
};

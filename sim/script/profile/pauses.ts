/**
 * Processes that stand still, alone or with their machine, for a moment or for several leases,
 * while the requests they sent go on; most often around the end of a lease.
 */
import { CallNumbers, drawCalls, usualCalls } from '../call-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import { drawDatabase, drawFleet, drawPauses, fleetEndpoints, withWorkers } from '../fleet-draw.ts';
import { drawLimits } from '../limit-draw.ts';
import type { Step } from '../script.ts';
import { scaled } from '../streams.ts';

export const pauses: Profile = {
  name: 'pauses',
  perMille: 150,
  draw: (streams) => {
    const { shape } = streams;
    const fleet = withWorkers(streams.fleet, drawFleet(streams.fleet), 2);
    const plans = fleetEndpoints(streams.endpoints, shape.between(1, 5));
    const healAtMs = scaled(shape, MINUTE_MS, 5 * MINUTE_MS);
    const habits = usualCalls(scaled(shape, 10, 60), Math.floor(healAtMs * 0.9), 0);
    return {
      limits: drawLimits(streams.limits),
      disk: drawDatabase(streams.disk),
      fleet,
      endpoints: plans,
      steps: [
        ...drawCalls(streams.calls, new CallNumbers(), { ...habits, pauseMsMax: 5_000 }),
        ...drawPauses(streams.fleet, fleet, scaled(shape, 2, 10), healAtMs),
        // Slow answers, so that a request is in flight when the process stops.
        ...plans.map((plan, endpoint): Step => {
          const latencyMs = shape.between(1, plan.timeoutMs);
          return {
            atMs: 0,
            do: 'receiver',
            endpoint,
            mode: { kind: 'slow', latencyMs },
            forMs: healAtMs,
          };
        }),
      ],
      healAtMs,
    };
  },
};

/**
 * Processes cut off from the database, with errors or in silence, while they still reach the
 * receivers: answers come that cannot be stored, and leases run out with requests in flight.
 */
import { CallNumbers, drawCalls, usualCalls } from '../call-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import {
  drawCuts,
  drawDatabase,
  drawDeafness,
  drawFleet,
  fleetEndpoints,
  withWorkers,
} from '../fleet-draw.ts';
import { drawLimits } from '../limit-draw.ts';
import { drawDiskTrouble } from '../process-trouble.ts';
import { drawTrouble } from '../receiver-trouble.ts';
import type { Step } from '../script.ts';
import { moments, scaled } from '../streams.ts';

export const partition: Profile = {
  name: 'partition',
  perMille: 150,
  draw: (streams) => {
    const { shape } = streams;
    const fleet = withWorkers(streams.fleet, drawFleet(streams.fleet), 2);
    const plans = fleetEndpoints(streams.endpoints, shape.between(1, 5));
    const healAtMs = scaled(shape, MINUTE_MS, 5 * MINUTE_MS);
    const habits = usualCalls(scaled(shape, 10, 60), Math.floor(healAtMs * 0.9), 10);
    const deafness = drawDeafness(streams.fleet, fleet, shape.between(0, 3), healAtMs - 1);
    return {
      limits: drawLimits(streams.limits),
      disk: drawDatabase(streams.disk),
      fleet,
      endpoints: plans,
      steps: [
        ...drawCalls(streams.calls, new CallNumbers(), { ...habits, pauseMsMax: 5_000 }),
        ...drawCuts(streams.fleet, fleet, scaled(shape, 2, 10), healAtMs),
        // Slow answers, so that something is in flight when a lease ends.
        ...plans.flatMap((plan, endpoint): Step[] => {
          if (!shape.chance(60)) return [];
          const mode = { kind: 'slow', latencyMs: shape.between(1, plan.timeoutMs) } as const;
          return [{ atMs: 0, do: 'receiver', endpoint, mode, forMs: healAtMs }];
        }),
        ...deafness,
        // While a process hears nothing.
        ...deafness.flatMap(({ atMs }): Step[] => {
          const endpoint = shape.between(0, plans.length - 1);
          return shape.chance(50) ? [{ atMs: atMs + 1, do: 'disable', endpoint }] : [];
        }),
        ...(shape.chance(60) ? drawDiskTrouble(streams.disk, shape.between(1, 3), healAtMs) : []),
        ...moments(streams.receivers, shape.between(0, 3), 0, healAtMs).map((atMs) =>
          drawTrouble(streams.receivers, plans, atMs, healAtMs),
        ),
      ],
      healAtMs,
    };
  },
};

/**
 * Shards that change hands all the time: processes die, stop and join while deliveries are in
 * flight, so that every request crosses a take-over now and then. Paced endpoints show whether two
 * owners together keep the rate.
 */
import { CallNumbers, drawBurst, drawCalls, usualCalls } from '../call-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import {
  drawDatabase,
  drawEnds,
  drawFleet,
  drawJoins,
  fleetEndpoints,
  withWorkers,
} from '../fleet-draw.ts';
import { drawLimits } from '../limit-draw.ts';
import { drawTrouble } from '../receiver-trouble.ts';
import type { EndpointPlan } from '../script.ts';
import { moments, scaled } from '../streams.ts';

export const takeover: Profile = {
  name: 'takeover',
  perMille: 200,
  draw: (streams) => {
    const { shape } = streams;
    const numbers = new CallNumbers();
    const fleet = withWorkers(streams.fleet, drawFleet(streams.fleet), 2);
    const plans = fleetEndpoints(streams.endpoints, shape.between(2, 6)).map(
      (plan): EndpointPlan => {
        if (!shape.chance(50)) return plan;
        const burst = shape.between(1, 5);
        return { ...plan, pacing: { ratePerS: shape.between(1, 3), burst, concurrency: burst } };
      },
    );
    const healAtMs = scaled(shape, MINUTE_MS, 4 * MINUTE_MS);
    const habits = usualCalls(scaled(shape, 10, 50), Math.floor(healAtMs * 0.9), 10);
    return {
      limits: drawLimits(streams.limits),
      disk: drawDatabase(streams.disk),
      fleet,
      endpoints: plans,
      steps: [
        ...drawCalls(streams.calls, numbers, { ...habits, pauseMsMax: 5_000 }),
        drawBurst(streams.calls, numbers, shape.between(0, MINUTE_MS / 2), 60),
        ...drawEnds(streams.crashes, fleet, scaled(shape, 2, 12), healAtMs),
        ...drawJoins(streams.fleet, fleet, shape.between(0, 2), healAtMs),
        ...moments(streams.receivers, shape.between(0, 3), 0, healAtMs).map((atMs) =>
          drawTrouble(streams.receivers, plans, atMs, healAtMs),
        ),
      ],
      healAtMs,
    };
  },
};

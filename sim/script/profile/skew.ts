/**
 * Machines whose clocks disagree and are set while deliveries back off: a due time is written by
 * one clock and read by another.
 */
import { CallNumbers, drawCalls, usualCalls } from '../call-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import {
  drawEnds,
  drawFleet,
  drawMemberJumps,
  fleetEndpoints,
  withWorkers,
} from '../fleet-draw.ts';
import { drawLimits } from '../limit-draw.ts';
import { drawDisk } from '../process-trouble.ts';
import { drawTrouble } from '../receiver-trouble.ts';
import { moments, scaled } from '../streams.ts';

export const skew: Profile = {
  name: 'skew',
  perMille: 150,
  draw: (streams) => {
    const { shape } = streams;
    const drawn = drawFleet(streams.fleet, scaled(shape, 2_000, 30_000));
    const fleet = withWorkers(streams.fleet, drawn, 2);
    const plans = fleetEndpoints(streams.endpoints, shape.between(1, 4), true);
    const healAtMs = scaled(shape, MINUTE_MS, 5 * MINUTE_MS);
    const habits = usualCalls(scaled(shape, 5, 40), Math.floor(healAtMs * 0.9), 10);
    return {
      limits: drawLimits(streams.limits),
      disk: drawDisk(streams.disk),
      fleet,
      endpoints: plans,
      steps: [
        ...drawCalls(streams.calls, new CallNumbers(), habits),
        ...drawMemberJumps(streams.clock, fleet, scaled(shape, 1, 8), healAtMs, 60_000),
        ...drawEnds(streams.crashes, fleet, shape.between(0, 3), healAtMs),
        ...moments(streams.receivers, shape.between(1, 4), 0, healAtMs).map((atMs) =>
          drawTrouble(streams.receivers, plans, atMs, healAtMs),
        ),
      ],
      healAtMs,
    };
  },
};

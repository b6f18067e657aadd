/**
 * Several processes on one database: as in `swarm`, each seed draws which classes of trouble exist
 * at all. If it draws none, nothing may be late or double except for shards that change hands.
 */
import { CallNumbers, drawBurst, drawCalls, usualCalls } from '../call-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import {
  drawCuts,
  drawDatabase,
  drawDeafness,
  drawEnds,
  drawFleet,
  drawJoins,
  drawMemberJumps,
  drawPauses,
  fleetEndpoints,
} from '../fleet-draw.ts';
import { drawLimits } from '../limit-draw.ts';
import { drawOperations } from '../operator-steps.ts';
import { drawDiskTrouble } from '../process-trouble.ts';
import { drawTrouble } from '../receiver-trouble.ts';
import type { Step } from '../script.ts';
import { moments, scaled } from '../streams.ts';

export const several: Profile = {
  name: 'several',
  perMille: 350,
  draw: (streams) => {
    const { shape } = streams;
    const numbers = new CallNumbers();
    const fleet = drawFleet(streams.fleet);
    const plans = fleetEndpoints(streams.endpoints, streams.endpoints.between(1, 8));
    const healAtMs = scaled(shape, MINUTE_MS, 6 * MINUTE_MS);
    const some = (make: () => Step[]) => (shape.chance(40) ? make() : []);
    const many = () => scaled(shape, 1, 8);
    const lostMax = shape.chance(50) ? 40 : 0;
    const habits = usualCalls(scaled(shape, 5, 50), Math.floor(healAtMs * 0.9), lostMax);
    return {
      limits: drawLimits(streams.limits),
      disk: drawDatabase(streams.disk),
      fleet,
      endpoints: plans,
      steps: [
        ...drawCalls(streams.calls, numbers, habits),
        ...some(() => [drawBurst(streams.calls, numbers, shape.between(0, healAtMs), 100)]),
        ...some(() => drawEnds(streams.crashes, fleet, many(), healAtMs)),
        ...some(() => drawJoins(streams.fleet, fleet, shape.between(1, 2), healAtMs)),
        ...some(() => drawPauses(streams.fleet, fleet, many(), healAtMs)),
        ...some(() => drawCuts(streams.fleet, fleet, many(), healAtMs)),
        ...some(() => drawDeafness(streams.fleet, fleet, many(), healAtMs)),
        ...some(() => drawMemberJumps(streams.clock, fleet, many(), healAtMs, 5_000)),
        ...some(() => drawDiskTrouble(streams.disk, shape.between(1, 3), healAtMs)),
        ...some(() =>
          moments(streams.receivers, many(), 0, healAtMs).map((atMs) =>
            drawTrouble(streams.receivers, plans, atMs, healAtMs),
          ),
        ),
        ...some(() => drawOperations(streams.operators, many(), plans.length, healAtMs)),
      ],
      healAtMs,
    };
  },
};

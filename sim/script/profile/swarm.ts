/**
 * Swarm testing: each seed draws which classes of faults exist at all, then when they happen.
 * Without the first draw every run would have a little of everything and none much of anything.
 */
import { CallNumbers, drawBurst, drawCalls, usualCalls } from '../call-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import { drawEndpoints } from '../endpoint-plan.ts';
import { drawLimits } from '../limit-draw.ts';
import { drawOperations } from '../operator-steps.ts';
import { drawCrashes, drawDisk, drawDiskTrouble, drawJumps } from '../process-trouble.ts';
import { drawTrouble } from '../receiver-trouble.ts';
import type { Step } from '../script.ts';
import { moments, scaled } from '../streams.ts';

export const swarm: Profile = {
  name: 'swarm',
  perMille: 300,
  draw: (streams) => {
    const { shape } = streams;
    const numbers = new CallNumbers();
    const plans = drawEndpoints(streams.endpoints, streams.endpoints.between(1, 6), false);
    const healAtMs = scaled(shape, MINUTE_MS, 30 * MINUTE_MS);
    const exists = () => shape.chance(50);
    const some = (make: () => Step[]) => (exists() ? make() : []);
    const lostMax = exists() ? 60 : 0;
    const habits = usualCalls(scaled(shape, 3, 60), Math.floor(healAtMs * 0.8), lostMax);
    return {
      limits: drawLimits(streams.limits),
      disk: drawDisk(streams.disk),
      endpoints: plans,
      steps: [
        ...drawCalls(streams.calls, numbers, habits),
        ...some(() =>
          moments(streams.calls, shape.between(1, 2), 0, healAtMs).map((atMs) =>
            drawBurst(streams.calls, numbers, atMs, 150),
          ),
        ),
        ...some(() => drawCrashes(streams.crashes, scaled(shape, 1, 12), healAtMs, 30_000)),
        ...some(() => drawDiskTrouble(streams.disk, scaled(shape, 1, 6), healAtMs)),
        ...some(() => drawJumps(streams.clock, scaled(shape, 1, 5), healAtMs)),
        ...some(() =>
          moments(streams.receivers, scaled(shape, 1, 12), 0, healAtMs).map((atMs) =>
            drawTrouble(streams.receivers, plans, atMs, healAtMs),
          ),
        ),
        ...some(() =>
          drawOperations(streams.operators, scaled(shape, 1, 16), plans.length, healAtMs),
        ),
      ],
      healAtMs,
    };
  },
};

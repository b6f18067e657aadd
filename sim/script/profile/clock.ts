/**
 * A wall clock that is set, from a second to a week, forward and back, while deliveries back off or
 * are held and calls go stale: no retry may come early for it, and none may wait for an outdated
 * time.
 */
import { CallNumbers, drawCalls, usualCalls } from '../call-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import { drawEndpoints } from '../endpoint-plan.ts';
import { drawLimits } from '../limit-draw.ts';
import { drawCrashes, drawDisk, drawJumps } from '../process-trouble.ts';
import { drawTrouble } from '../receiver-trouble.ts';
import { moments, scaled } from '../streams.ts';

export const clock: Profile = {
  name: 'clock',
  perMille: 50,
  draw: (streams) => {
    const { shape } = streams;
    const plans = drawEndpoints(streams.endpoints, streams.endpoints.between(1, 3), true);
    const healAtMs = scaled(shape, 2 * MINUTE_MS, 30 * MINUTE_MS);
    const habits = usualCalls(scaled(shape, 5, 40), Math.floor(healAtMs * 0.8), 10);
    return {
      limits: drawLimits(streams.limits),
      disk: drawDisk(streams.disk),
      endpoints: plans,
      steps: [
        ...drawCalls(streams.calls, new CallNumbers(), habits),
        ...drawJumps(streams.clock, scaled(shape, 2, 12), healAtMs),
        ...moments(streams.receivers, shape.between(1, 5), 0, healAtMs).map((atMs) =>
          drawTrouble(streams.receivers, plans, atMs, healAtMs),
        ),
        ...(shape.chance(40)
          ? drawCrashes(streams.crashes, shape.between(1, 3), healAtMs, 10_000)
          : []),
      ],
      healAtMs,
    };
  },
};
